import type { FullItem, Item } from '#client';
import { counted } from '../../schema/index.ts';
import { byDefault, count, inFull, itsGame, itsMarketplace } from '../flags.ts';
import { clean } from '../read/clean.ts';
import { fullColumns } from '../read/full.ts';
import { query } from '../read/query.ts';
import { cheapestOn, gameWith, itemName } from '../read/service.ts';
import { age, type Column, tableLines, usd } from '../read/table.ts';

export const command = query({
  about: 'Shows the offers and buy orders of one item on one marketplace.',
  usage: '<name>',
  example: 'itemtape item "AK-47 | Redline (Field-Tested)" --marketplace SkinPort',
  flags: {
    game: itsGame,
    marketplace: itsMarketplace,
    limit: byDefault(10, count('--limit <count>', 'Rows of each kind to show (default: 10).')),
    full: inFull,
  },
  subject: itemName,
  game: gameWith,
  ask: async ({ tape, flags, subject: name, game }): Promise<Item | FullItem> => {
    const marketplace = flags.marketplace ?? (await cheapestOn(tape, { game, name }));
    const what = { marketplace, game, name };
    return flags.full === true ? await tape.item({ ...what, fields: 'full' }) : await tape.item(what);
  },
  show: (item, { flags: { limit } }) => linesOf(item, limit, Date.now()),
});

function linesOf(item: Item | FullItem, limit: number, now: number): string[] {
  const { name, marketplace, game, priceUSD, offerCount, updatedAt } = item;
  const head = `${clean(name)}\n${game} on ${marketplace}: ${usd(priceUSD)} USD, ${counted(offerCount, 'offer')}, changed ${age(updatedAt, now)} ago`;
  const traded = 'flags' in item ? [`liquidity ${item.liquidity ?? '–'}, ${item.flags.join(', ') || 'no flags'}`] : [];
  return [head, ...traded, ...below(offersOf(item, limit)), ...below(ordersOf(item, limit))];
}

/** A table with a blank line above it; nothing for one without rows. */
const below = (lines: readonly string[]): readonly string[] => (lines.length === 1 ? [] : ['', ...lines]);

const offersOf = (item: Item | FullItem, limit: number): readonly string[] =>
  'flags' in item
    ? tableLines([...offerColumns, ...fullColumns, whereColumn], item.offers.slice(0, limit))
    : tableLines([...offerColumns, whereColumn], item.offers.slice(0, limit));

const ordersOf = (item: Item | FullItem, limit: number): readonly string[] =>
  'flags' in item
    ? tableLines([...orderColumns, ...fullColumns], item.buyOrders.slice(0, limit))
    : tableLines(orderColumns, item.buyOrders.slice(0, limit));

type Offer = Item['offers'][number];

const offerColumns: readonly Column<Offer>[] = [
  { head: 'USD', isNumber: true, cell: ({ priceUSD }) => usd(priceUSD) },
  { head: 'float', isNumber: true, cell: ({ float }) => float?.toFixed(5) ?? '–' },
  { head: 'seed', isNumber: true, cell: ({ paintSeed }) => String(paintSeed ?? '–') },
  {
    head: 'locked',
    isNumber: true,
    cell: ({ daysTradeLocked }) => (daysTradeLocked === null ? '–' : `${daysTradeLocked} d`),
  },
  { head: 'found', isNumber: true, cell: ({ foundAt }, now) => age(foundAt, now) },
];

const whereColumn: Column<Offer> = { head: 'where', cell: ({ purchaseLink }) => purchaseLink ?? '–' };

const orderColumns: readonly Column<Item['buyOrders'][number]>[] = [
  { head: 'buy order USD', isNumber: true, cell: ({ priceUSD }) => usd(priceUSD) },
  { head: 'quantity', isNumber: true, cell: ({ quantity }) => String(quantity ?? '–') },
  { head: 'variant', cell: ({ itemPhase }) => itemPhase ?? '–' },
  { head: 'changed', isNumber: true, cell: ({ updatedAt }, now) => age(updatedAt, now) },
];
