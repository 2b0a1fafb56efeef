import type { FullItem, Item } from '#client';
import { counted } from '../../schema/index.ts';
import type { Run } from '../command.ts';
import { countFlag, readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { fullColumns } from '../read/full.ts';
import { gameOf, itemName, tapeFor } from '../read/service.ts';
import { age, type Column, tableLines, usd } from '../read/table.ts';

export const run: Run = async (input) => {
  const name = itemName(input);
  const limit = countFlag(input.flags, 'limit', 10);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const marketplace =
    readFlag(input.flags, 'marketplace') ?? (await tape.compare({ game, name })).marketplaces[0]?.marketplace;
  if (marketplace === undefined) throw new Error(`no collected marketplace has "${name}" at the moment`);
  const query = { marketplace, game, name };
  const item = input.flags['full'] === true ? await tape.item({ ...query, fields: 'full' }) : await tape.item(query);
  if (input.flags['json'] === true) {
    input.out(jsonText(item));
    return 0;
  }
  for (const line of linesOf(item, limit, Date.now())) input.out(`${line}\n`);
  return 0;
};

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
