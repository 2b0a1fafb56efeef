import type { FullItem, Item } from '#client';
import { counted } from '../../schema/index.ts';
import type { Run } from '../command.ts';
import { countFlag, readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { addedTo, fullColumns } from '../read/full.ts';
import { gameOf, itemName, tapeFor } from '../read/service.ts';
import { age, tableLines, usd } from '../read/table.ts';

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
  const { name, marketplace, game, priceUSD, offerCount, updatedAt, offers, buyOrders } = item;
  const head = `${clean(name)}\n${game} on ${marketplace}: ${usd(priceUSD)} USD, ${counted(offerCount, 'offer')}, changed ${age(updatedAt, now)} ago`;
  const isFull = 'flags' in item;
  const traded = isFull ? [`liquidity ${item.liquidity ?? '–'}, ${item.flags.join(', ') || 'no flags'}`] : [];
  const more = isFull ? fullColumns : [];
  const offerRows = offers
    .slice(0, limit)
    .map((offer) => [
      usd(offer.priceUSD),
      offer.float?.toFixed(5) ?? '–',
      String(offer.paintSeed ?? '–'),
      offer.daysTradeLocked === null ? '–' : `${offer.daysTradeLocked} d`,
      age(offer.foundAt, now),
      ...addedTo(offer, now),
      offer.purchaseLink ?? '–',
    ]);
  const orderRows = buyOrders
    .slice(0, limit)
    .map((order) => [
      usd(order.priceUSD),
      String(order.quantity ?? '–'),
      order.itemPhase ?? '–',
      age(order.updatedAt, now),
      ...addedTo(order, now),
    ]);
  return [
    head,
    ...traded,
    ...(offerRows.length === 0 ? [] : ['', ...tableLines([...offerColumns, ...more, whereColumn], offerRows)]),
    ...(orderRows.length === 0 ? [] : ['', ...tableLines([...orderColumns, ...more], orderRows)]),
  ];
}

const offerColumns = [
  { head: 'USD', isNumber: true },
  { head: 'float', isNumber: true },
  { head: 'seed', isNumber: true },
  { head: 'locked', isNumber: true },
  { head: 'found', isNumber: true },
];

const whereColumn = { head: 'where' };

const orderColumns = [
  { head: 'buy order USD', isNumber: true },
  { head: 'quantity', isNumber: true },
  { head: 'variant' },
  { head: 'changed', isNumber: true },
];
