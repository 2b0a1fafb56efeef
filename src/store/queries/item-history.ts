import { itemKey } from '../../names/item-key.ts';
import { candleStart, candleWidths } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { phaseCell, priceColumns } from '../rows/cells.ts';
import { pricePoints } from '../rows/price-points.ts';
import { storedName } from '../rows/stored-item.ts';
import type {
  HistoryLine,
  HistoryQuery,
  HistoryStart,
  ItemHistory,
  ItemOnMarkets,
  ItemSale,
  StoredCandle,
  StoredRow,
} from '../store.ts';
import { bestOverSeries, type SlotCells } from './best-candles.ts';
import { saleCandles, salesFrom } from './candles.ts';
import { amongItems, carriedFor, slotOf } from './intervals.ts';
import { withUnwritten } from './with-unwritten.ts';

const subjectOf = (item: ItemOnMarkets): string =>
  `${amongItems(item, [storedName(item)])} AND phase = '${phaseCell(item.phase)}'`;

type StartCells = readonly [marketplaceId: number, ask: number | null, price: number];

/** The first lowest ask and the first price of each marketplace, as written and as accepted since. */
async function startsOf(
  engine: Engine,
  item: ItemOnMarkets,
  unwritten: readonly StoredRow[],
): Promise<readonly StartCells[]> {
  const at = engine.sql.milliseconds('"at"');
  const written = await engine.ask<StartCells>(`
SELECT marketplaceId, min(CASE WHEN basis = 'floor' THEN ${at} END), min(${at})
FROM ${engine.sql.table('pricePoints')} WHERE ${subjectOf(item)}
GROUP BY marketplaceId ${engine.sql.light}`);
  return [...written, ...unwritten.flatMap((stored) => acceptedStart(item, stored))];
}

function acceptedStart({ game, name, phase, marketplaceIds }: ItemOnMarkets, stored: StoredRow): StartCells[] {
  if (stored.table !== 'pricePoints' && stored.table !== 'pastPrices') return [];
  const { row } = stored;
  const isOfItem = row.game === game && row.phase === phase && itemKey(row.name) === itemKey(name);
  if (!isOfItem || marketplaceIds?.includes(row.marketplaceId) === false) return [];
  return [[row.marketplaceId, stored.table === 'pricePoints' ? row.at : null, row.at]];
}

const earliest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce<number | null>((first, at) => (at !== null && (first === null || at < first) ? at : first), null);

export async function queryHistoryStart(
  engine: Engine,
  item: ItemOnMarkets,
  unwritten: readonly StoredRow[],
): Promise<HistoryStart> {
  const starts = await startsOf(engine, item, unwritten);
  return { asks: earliest(starts.map(([, ask]) => ask)), prices: earliest(starts.map(([, , price]) => price)) };
}

type PointCells = readonly [
  ...[isFloor: number, marketplaceId: number, at: number],
  ...[open: number, high: number, low: number | null, close: number, count: number],
];

/** Intervals with a point of each marketplace, in order; the one before the window has the prices that stood at its start. */
function slotsOf(engine: Engine, query: HistoryQuery, unwritten: readonly StoredRow[]): Promise<readonly PointCells[]> {
  const { currency, since, until, width } = query;
  const price = `price${currency}`;
  const { instant, light } = engine.sql;
  const from = withUnwritten(engine, {
    table: pricePoints,
    columns: ['marketplaceId', 'basis', 'at', ...priceColumns],
    condition: `${subjectOf(query)} AND "at" >= ${instant(since - carriedFor)} AND "at" < ${instant(until)}`,
    key: 'marketplaceId, phase, basis, "at"',
    unwritten,
  });
  return engine.ask<PointCells>(`
SELECT CASE WHEN basis = 'floor' THEN 1 ELSE 0 END AS isFloor, marketplaceId,
  ${slotOf(engine, width, `greatest("at", ${instant(since - 1)})`)} AS slot,
  argMin(${price}, "at"), max(${price}), min(nullIf(${price}, 0)), argMax(${price}, "at"), count(DISTINCT "at")
FROM ${from}
GROUP BY isFloor, marketplaceId, slot ORDER BY slot, marketplaceId ${light}`);
}

type Slot = { readonly at: number; readonly price: number };

/** One line for each marketplace, of what it asked last in each stretch of the window; prices that stay are left out. */
function linesOf(slots: readonly PointCells[], { since, until, width, points }: HistoryQuery): HistoryLine[] {
  const stretch = candleWidths[width] * Math.max(1, Math.ceil((until - since) / candleWidths[width] / points));
  const byMarketplace = new Map<number, Slot[]>();
  for (const [, marketplaceId, slot, , , , price] of slots) {
    const at = since + Math.max(0, Math.floor((slot - since) / stretch)) * stretch;
    const line = byMarketplace.get(marketplaceId) ?? [];
    byMarketplace.set(marketplaceId, line);
    if (line.at(-1)?.at === at) line.pop();
    line.push({ at, price });
  }
  return [...byMarketplace]
    .sort(([a], [b]) => a - b)
    .map(([marketplaceId, line]) => ({ marketplaceId, points: changesOf(line) }))
    .filter((line) => line.points.some(({ price }) => price !== null));
}

const changesOf = (line: readonly Slot[]): HistoryLine['points'] =>
  line
    .filter(({ price }, at) => at === 0 || price !== line[at - 1]?.price)
    .map(({ at, price }) => ({ at, price: price === 0 ? null : price }));

/** Candles over all series, and how often one of them changed. */
function bestOf(floors: readonly PointCells[], since: number): StoredCandle[] {
  const counts = new Map<number, number>();
  const slots = floors.map(([, marketplaceId, at, open, high, low, close, count]): SlotCells => {
    counts.set(at, (counts.get(at) ?? 0) + count);
    return [marketplaceId, at, open, high, low ?? 0, close];
  });
  return bestOverSeries(slots, 'ask')
    .filter(({ at }) => at >= since)
    .map((candle) => ({ ...candle, count: counts.get(candle.at) ?? 0, volume: null }));
}

/** The medians of each marketplace from before its first lowest ask. */
async function mediansOf(
  engine: Engine,
  query: HistoryQuery,
  slots: readonly PointCells[],
  unwritten: readonly StoredRow[],
): Promise<HistoryLine[]> {
  const medians = slots.filter(([isFloor, , at]) => isFloor === 0 && at >= query.since);
  if (medians.length === 0) return [];
  const firsts = new Map<number, number>();
  for (const [marketplaceId, ask] of await startsOf(engine, query, unwritten)) {
    if (ask !== null) firsts.set(marketplaceId, Math.min(ask, firsts.get(marketplaceId) ?? ask));
  }
  const isBefore = ([, marketplaceId, at]: PointCells) =>
    at < candleStart(query.width, firsts.get(marketplaceId) ?? Number.MAX_SAFE_INTEGER);
  return linesOf(medians.filter(isBefore), query);
}

type SaleCells = readonly [marketplaceId: number, soldAt: number, price: number, float: number | null];

async function salesIn(engine: Engine, query: HistoryQuery, unwritten: readonly StoredRow[]): Promise<ItemSale[]> {
  const { sql } = engine;
  const rows = await engine.ask<SaleCells>(`
SELECT marketplaceId, ${sql.milliseconds('soldAt')} AS moment, price${query.currency}, float
FROM ${salesFrom(engine, { ...query, since: query.salesSince }, unwritten)}
ORDER BY moment DESC, marketplaceId, saleId LIMIT ${Math.trunc(query.sales)} ${sql.light}`);
  return rows.map(([marketplaceId, soldAt, price, float]) => ({ marketplaceId, soldAt, price, float })).reverse();
}

/** The past of an item on several marketplaces. */
export async function queryItemHistory(
  engine: Engine,
  query: HistoryQuery,
  unwritten: readonly StoredRow[],
): Promise<ItemHistory> {
  const points = unwritten.filter(({ table }) => table === 'pricePoints' || table === 'pastPrices');
  const ofSales = unwritten.filter(({ table }) => table === 'sales');
  const [slots, sold, sales] = await Promise.all([
    slotsOf(engine, query, points),
    saleCandles(engine, query, ofSales),
    salesIn(engine, query, ofSales),
  ]);
  const floors = slots.filter(([isFloor]) => isFloor === 1);
  return {
    best: bestOf(floors, query.since),
    lines: linesOf(floors, query),
    medians: await mediansOf(engine, query, slots, points),
    sold,
    sales,
  };
}
