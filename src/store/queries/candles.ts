import type { Engine } from '../engine.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { phaseCell, priceColumns } from '../rows/cells.ts';
import { pricePoints } from '../rows/price-points.ts';
import { sales } from '../rows/sales.ts';
import { isItem, storedName } from '../rows/stored-item.ts';
import type { CandleQuery, HistoryQuery, StoredCandle, StoredRow } from '../store.ts';
import { bestOverSeries, ofOneSeries, type Side, type SlotCells } from './best-candles.ts';
import { amongItems, carriedFor, slotOf } from './intervals.ts';
import { withUnwritten } from './with-unwritten.ts';

/** The values are our own numbers and codes, so nothing needs to be escaped. */
const among = ({ game, marketplaceId }: CandleQuery, stored: readonly string[]): string =>
  amongItems({ game, marketplaceIds: marketplaceId === null ? null : [marketplaceId] }, stored);

const subjectOf = (query: CandleQuery): string =>
  `${among(query, [storedName(query)])} AND phase = '${phaseCell(query.phase)}'`;

/** What has points, each series of which keeps its last price until its next point. */
type Points = {
  readonly side: Side;
  /** What follows FROM for the points from an instant on. */
  readonly from: (since: number) => string;
  /** SQL for what tells series of one marketplace apart. */
  readonly series: string;
  readonly isOneSeries: boolean;
};

type PointCells = readonly [
  ...[marketplaceId: number, series: string, at: number],
  ...[open: number, high: number, low: number | null, close: number, count: number],
];

/** Candles of the best price on one marketplace or over all; slots without a point are omitted. Oldest first. */
async function pointCandles(engine: Engine, query: CandleQuery, points: Points): Promise<StoredCandle[]> {
  const price = `price${query.currency}`;
  const since = points.isOneSeries ? query.since : query.since - carriedFor;
  const found = await engine.ask<PointCells>(`
SELECT marketplaceId, ${points.series} AS series, ${slotOf(engine, query.width, '"at"')} AS slot,
  argMin(${price}, "at"), max(${price}), min(nullIf(${price}, 0)), argMax(${price}, "at"), count(DISTINCT "at")
FROM ${points.from(since)}
GROUP BY marketplaceId, series, slot ORDER BY slot, marketplaceId, series ${engine.sql.light}`);
  const numbers = new Map<string, number>();
  const counts = new Map<number, number>();
  const slots = found.map(([marketplaceId, series, at, open, high, low, close, count]): SlotCells => {
    const name = `${marketplaceId} ${series}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    counts.set(at, (counts.get(at) ?? 0) + count);
    return [number, at, open, high, low ?? 0, close];
  });
  const candles = points.isOneSeries ? ofOneSeries(slots) : bestOverSeries(slots, points.side);
  return candles
    .filter(({ at }) => at >= query.since)
    .map((candle) => ({ ...candle, count: counts.get(candle.at) ?? 0, volume: null }));
}

/** Candles of the lowest ask. */
export const queryAskCandles = (
  engine: Engine,
  query: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> =>
  pointCandles(engine, query, {
    side: 'ask',
    from: (since) =>
      withUnwritten(engine, {
        table: pricePoints,
        columns: ['marketplaceId', 'at', ...priceColumns],
        condition: `${subjectOf(query)} AND basis = 'floor' AND ${within(engine, query, since)}`,
        key: 'marketplaceId, phase, basis, "at"',
        unwritten,
      }),
    series: "''",
    isOneSeries: query.marketplaceId !== null,
  });

const within = ({ sql }: Engine, { until }: CandleQuery, since: number): string =>
  `"at" >= ${sql.instant(since)} AND "at" < ${sql.instant(until)}`;

/** Candles of the highest bid. Bids for any variant count for each variant as well. */
export function queryBidCandles(
  engine: Engine,
  query: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> {
  const phases = [...new Set(['', phaseCell(query.phase)])].map((one) => `'${one}'`).join(', ');
  const whole = storedName({ name: query.name });
  const stored = [...new Set([whole, storedName(query)])];
  return pointCandles(engine, query, {
    side: 'bid',
    from: (since) =>
      withUnwritten(engine, {
        table: bidPoints,
        columns: ['itemId', 'marketplaceId', 'phase', 'at', ...priceColumns],
        condition: `${among(query, stored)} AND phase IN (${phases}) AND ${within(engine, query, since)}`,
        key: 'itemId, marketplaceId, phase, "at"',
        unwritten,
      }),
    series: `CASE WHEN ${isItem(query.game, whole)} THEN CAST(phase AS VARCHAR) ELSE 'effect' END`,
    isOneSeries: query.marketplaceId !== null && query.phase === null,
  });
}

type SalesQuery = Omit<HistoryQuery, 'points' | 'sales' | 'salesSince'>;

/** What follows FROM in a statement over sales with a price; without a variant of all variants. */
export function salesFrom(engine: Engine, query: SalesQuery, unwritten: readonly StoredRow[]): string {
  const { sql } = engine;
  const { name, phase, since, until, currency } = query;
  const isOfPhase = phase === null ? '' : ` AND phase = '${phaseCell(phase)}'`;
  const isWithin = `soldAt >= ${sql.instant(since)} AND soldAt < ${sql.instant(until)}`;
  return withUnwritten(engine, {
    table: sales,
    columns: ['marketplaceId', 'saleId', 'soldAt', 'float', ...priceColumns],
    condition: `${amongItems(query, [storedName({ name, phase })])}${isOfPhase} AND price${currency} > 0 AND ${isWithin}`,
    key: 'marketplaceId, saleId',
    unwritten,
  });
}

/** Candles of the prices paid, on one marketplace or all; without a variant over all variants. */
export const querySaleCandles = (
  engine: Engine,
  { marketplaceId, ...query }: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> =>
  saleCandles(engine, { ...query, marketplaceIds: marketplaceId === null ? null : [marketplaceId] }, unwritten);

/** Candles of the prices paid on some marketplaces. */
export async function saleCandles(
  engine: Engine,
  query: SalesQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> {
  const { sql } = engine;
  const price = `price${query.currency}`;
  const from = salesFrom(engine, query, unwritten);
  const rows = await engine.ask<
    readonly [at: number, open: number, high: number, low: number, close: number, count: number, volume: number]
  >(`
SELECT ${slotOf(engine, query.width, 'soldAt')} AS slot,
  argMin(${price}, (soldAt, marketplaceId, saleId)), max(${price}), min(${price}),
  argMax(${price}, (soldAt, marketplaceId, saleId)), count(), sum(${price})
FROM ${from}
GROUP BY slot ORDER BY slot ${sql.light}`);
  return rows.map(([at, open, high, low, close, count, volume]) => ({ at, open, high, low, close, count, volume }));
}
