import { type Confirmation, type Game, type Rate, variantNamed, variantNumber } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { withUnwritten } from '../queries/with-unwritten.ts';
import { type IdentifiedNames, rowsOf, type StoredTable } from '../rows/page.ts';
import { buyOrders, figures, offers, quotes } from '../rows/standing.ts';
import {
  buyOrderStates,
  figureStates,
  kindsOf,
  offerStates,
  quoteStates,
  rateStates,
  readings,
} from '../rows/state-tables.ts';
import { itemIdsOf, splitName, storedName, storedNames } from '../rows/stored-item.ts';
import type { Table } from '../rows/table.ts';
import type { ItemStates, StoredRow } from '../store.ts';

/** An item at an instant, from the copies of a base and the changes that belong to this base or to later ones. */
type ItemQuery = {
  readonly base: number;
  /** The last base that can have changes to read. */
  readonly until: number;
  readonly game: Game;
  readonly name: string;
  readonly at: number;
  readonly unwritten: readonly StoredRow[];
};

/** Names for rows that are all of one item, stored under it or under one of its effects. */
function namesOf({ game, name }: ItemQuery): IdentifiedNames & { readonly ids: readonly string[] } {
  const stored = storedNames(game, name);
  const effects = stored.map((one) => variantNumber(variantNamed(splitName(one)[1])));
  const numbers = new Map(stored.flatMap((one, number) => itemIdsOf(game, one).map((id) => [id, number])));
  const ids = [...numbers.keys()];
  const idAt = (halves: Int32Array, at: number): string =>
    ((BigInt((halves[at + 1] as number) >>> 0) << 32n) | BigInt((halves[at] as number) >>> 0)).toString();
  return {
    ids,
    name: () => name,
    effect: (number) => effects[number] ?? 0,
    numbersOf: (halves) =>
      Int32Array.from({ length: halves.length / 2 }, (_, row) =>
        stored.length === 1 ? 0 : (numbers.get(idAt(halves, row * 2)) ?? 0),
      ),
  };
}

/** A base counts only once all of it is written. */
const isCopy = ({ row }: StoredRow): boolean => 'sequence' in row && row.sequence === 0;

const unwrittenOf = ({ name }: { readonly name: string }, { base, unwritten }: ItemQuery) => ({
  base,
  unwritten: unwritten.filter((one) => one.table === name && !isCopy(one)),
});

const toldBy = ({ sql: { instant } }: Engine, { base, until, at }: ItemQuery): string =>
  `base >= ${instant(base)} AND base <= ${instant(until)} AND told <= ${instant(at)}`;

/** The last state of each row in or after the base up to the instant, without removed ones. */
async function statesOf<Row>(
  engine: Engine,
  storedTable: StoredTable<Row>,
  { from, key, query }: { readonly from: Table<never>; readonly key: string; readonly query: ItemQuery },
): Promise<Row[]> {
  const columns = Object.keys(storedTable.columns).join(', ');
  const names = namesOf(query);
  // What was copied for a later base can have been copied after the instant
  const isOfBase = `(base = ${engine.sql.instant(query.base)} OR sequence > 0)`;
  const states = withUnwritten(engine, {
    table: from,
    columns: [...Object.keys(storedTable.columns), 'isRemoved', 'sequence'],
    condition: `itemId IN (${names.ids.join(', ')}) AND ${toldBy(engine, query)} AND ${isOfBase}`,
    key: `marketplaceId, ${key}, sequence`,
    ...unwrittenOf(from, query),
  });
  const answer = await engine.read(`
SELECT ${columns} FROM (
  SELECT DISTINCT ON (marketplaceId, ${key}) ${columns}, isRemoved FROM ${states}
  ORDER BY marketplaceId, ${key}, sequence DESC
) AS lasts WHERE isRemoved = 0`);
  const rows: Row[] = [];
  for (const block of answer) rows.push(...rowsOf(storedTable, block, names));
  return rows;
}

/** Readings since the base, whose copies tell when they were seen last. */
async function readingsBy(engine: Engine, query: ItemQuery): Promise<Confirmation[]> {
  const { game, name } = query;
  const ids = itemIdsOf(game, storedName({ name })).join(', ');
  const from = withUnwritten(engine, {
    table: readings,
    columns: ['itemId', 'marketplaceId', 'kinds', 'seenAt'],
    condition: `itemId IN (0, ${ids}) AND game = '${game}' AND ${toldBy(engine, query)}`,
    key: 'itemId, game, base, marketplaceId, kinds, told',
    ...unwrittenOf(readings, query),
  });
  const found = await engine.ask<readonly [of: string, marketplaceId: number, kinds: number, seenAt: number]>(`
SELECT CAST(itemId AS VARCHAR), marketplaceId, kinds, ${engine.sql.milliseconds('max(seenAt)')} FROM ${from}
GROUP BY itemId, marketplaceId, kinds ORDER BY marketplaceId, kinds, itemId`);
  return found.map(([of, marketplaceId, kinds, seenAt]) => ({
    ...{ marketplaceId, game, source: '', seenAt, earliest: seenAt, at: seenAt },
    name: of === '0' ? null : name,
    kinds: kindsOf(kinds),
  }));
}

async function ratesBy(engine: Engine, query: ItemQuery): Promise<Rate[]> {
  const from = withUnwritten(engine, {
    table: rateStates,
    columns: ['currency', 'source', 'ratedAt', 'perUsd', 'told'],
    condition: toldBy(engine, query),
    key: 'base, currency, told',
    ...unwrittenOf(rateStates, query),
  });
  const found = await engine.ask<readonly [Rate['currency'], source: string, ratedAt: number, perUsd: number]>(`
SELECT DISTINCT ON (currency) currency, source, ${engine.sql.milliseconds('ratedAt')}, perUsd FROM ${from}
ORDER BY currency, told DESC`);
  return found.map(([currency, source, ratedAt, perUsd]) => ({ currency, source, ratedAt, perUsd }));
}

/** The values are our own numbers and words, so nothing needs to be escaped. */
export async function queryItemAt(engine: Engine, query: ItemQuery): Promise<ItemStates> {
  const states = <Row>(storedTable: StoredTable<Row>, from: Table<never>, key: string) =>
    statesOf(engine, storedTable, { from, key, query });
  const [foundOffers, foundOrders, foundQuotes, foundFigures, rates, readings] = await Promise.all([
    states(offers, offerStates, 'offerId'),
    states(buyOrders, buyOrderStates, 'orderId'),
    states(quotes, quoteStates, 'itemId, phase'),
    states(figures, figureStates, 'itemId, phase'),
    ratesBy(engine, query),
    readingsBy(engine, query),
  ]);
  return {
    offers: foundOffers,
    buyOrders: foundOrders,
    quotes: foundQuotes,
    figures: foundFigures,
    rates,
    readings,
  };
}
