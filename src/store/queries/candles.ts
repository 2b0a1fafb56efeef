import type { Currency } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { phaseCell, priceColumns } from '../rows/cells.ts';
import { pricePoints } from '../rows/price-points.ts';
import { sales } from '../rows/sales.ts';
import { isItem, storedName } from '../rows/stored-item.ts';
import type { CandleQuery, StoredCandle, StoredRow } from '../store.ts';
import { bestOverSeries, type CandlePrices, ofOneSeries, type SlotCells } from './best-candles.ts';
import { instant } from './dense-history.ts';
import { withUnwritten } from './with-unwritten.ts';

const minute = 60_000;

type Width = { readonly table: string; readonly start: string; readonly milliseconds: number };

const candleWidths = {
  '5m': { table: 'askCandles5m', start: 'toStartOfFiveMinutes', milliseconds: 5 * minute },
  '1h': { table: 'askCandles1h', start: 'toStartOfHour', milliseconds: 60 * minute },
  '1d': { table: 'askCandles1d', start: 'toStartOfDay', milliseconds: 24 * 60 * minute },
} as const satisfies Readonly<Record<string, Width>>;

// Prices are carried forward for up to a week; every live series gets a point each hour
const carriedFor = 7 * 24 * 60 * minute;

const currencyAt = (currency: Currency): number => priceColumns.indexOf(`price${currency}`) + 1;

const millisecondsOf = (slot: string): string => `toFloat64(toUnixTimestamp(${slot})) * 1000`;

/** The values are our own numbers and codes, so nothing needs to be escaped. */
const among = (query: CandleQuery, stored: readonly string[]): string => {
  const { marketplaceId } = query;
  return `${isItem(query.game, ...stored)}${marketplaceId === null ? '' : ` AND marketplaceId = ${Math.trunc(marketplaceId)}`}`;
};

const subjectOf = (query: CandleQuery): string =>
  `${among(query, [storedName(query)])} AND phase = '${phaseCell(query.phase)}'`;

/** Uses only aggregates that tolerate duplicate rows; the number of points is queried from the points instead. */
const slotsSql = (layout: Layout, query: CandleQuery, since: number): string => {
  const { table } = candleWidths[query.width];
  const at = currencyAt(query.currency);
  return `
SELECT marketplaceId, ${millisecondsOf('slotAt')},
  toFloat64(argMinMerge(openPrices).${at}), toFloat64(ifNull(max(high${query.currency}), 0)),
  toFloat64(ifNull(min(low${query.currency}), 0)), toFloat64(argMaxMerge(closePrices).${at}),
  toFloat64(toUnixTimestamp64Milli(max(closeAt)))
FROM ${layout.table(table)}
WHERE ${subjectOf(query)} AND slotAt >= ${instant(since)} AND slotAt < ${instant(query.until)}
GROUP BY marketplaceId, slotAt ORDER BY slotAt, marketplaceId SETTINGS max_threads = 1`;
};

/** The floors of the subject from an instant on, before `until`. */
const floorsFrom = (layout: Layout, query: CandleQuery, since: number, unwritten: readonly StoredRow[]): string =>
  withUnwritten(layout, {
    table: pricePoints,
    columns: ['marketplaceId', 'at', ...priceColumns],
    condition: `${subjectOf(query)} AND basis = 'floor' AND at >= ${instant(since)} AND at < ${instant(query.until)}`,
    key: 'marketplaceId, phase, basis, at',
    unwritten,
  });

/** The intervals from one on, computed from their points before `until`. */
const cutSlotsSql = (layout: Layout, query: CandleQuery, slot: number, unwritten: readonly StoredRow[]): string => {
  const price = `price${query.currency}`;
  return `
SELECT marketplaceId, ${millisecondsOf(`${candleWidths[query.width].start}(at)`)} AS slot, toFloat64(argMin(${price}, at)),
  toFloat64(max(${price})), toFloat64(ifNull(min(nullIf(${price}, 0)), 0)), toFloat64(argMax(${price}, at))
FROM ${floorsFrom(layout, query, slot, unwritten)}
GROUP BY marketplaceId, slot ORDER BY slot, marketplaceId SETTINGS max_threads = 1`;
};

/**
 * The slots before `until`. They are computed from their points from the first on that has points beyond `until`, also
 * misdated ones, or points that are not written.
 */
async function slotsUntil(
  engine: Engine,
  layout: Layout,
  query: CandleQuery,
  { since, unwritten }: { readonly since: number; readonly unwritten: readonly StoredRow[] },
): Promise<readonly SlotCells[]> {
  const slots = await engine.ask<SlotCells>(slotsSql(layout, query, since));
  const late = slots.find(([, , , , , , closedAt = 0]) => closedAt >= query.until);
  const { milliseconds } = candleWidths[query.width];
  const instants = unwritten.flatMap(({ row }) => ('at' in row && row.at >= since ? row.at : []));
  const first = Math.min(late?.[1] ?? Number.POSITIVE_INFINITY, ...instants);
  if (!Number.isFinite(first)) return slots;
  const slot = Math.floor(first / milliseconds) * milliseconds;
  const cut = await engine.ask<SlotCells>(cutSlotsSql(layout, query, slot, unwritten));
  return [...slots.filter(([, at]) => at < slot), ...cut];
}

const countsSql = (layout: Layout, query: CandleQuery, unwritten: readonly StoredRow[]): string => `
SELECT ${millisecondsOf(`${candleWidths[query.width].start}(at)`)} AS slot, toFloat64(uniqExact(marketplaceId, at))
FROM ${floorsFrom(layout, query, query.since, unwritten)}
GROUP BY slot SETTINGS max_threads = 1`;

/** Candles of the lowest ask on one marketplace or over all; slots without a point are omitted. Oldest first. */
export async function queryAskCandles(
  engine: Engine,
  layout: Layout,
  query: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> {
  const isOne = query.marketplaceId !== null;
  const since = isOne ? query.since : query.since - carriedFor;
  const [slots, counts] = await Promise.all([
    slotsUntil(engine, layout, query, { since, unwritten }),
    engine.ask<readonly [slot: number, count: number]>(countsSql(layout, query, unwritten)),
  ]);
  const candles = isOne ? ofOneSeries(slots) : bestOverSeries(slots, 'ask');
  return counted(candles, new Map(counts), query);
}

/** The requested candles. Points can expire weeks before their slots, so a missing count becomes 1. */
const counted = (
  candles: readonly CandlePrices[],
  countAt: ReadonlyMap<number, number>,
  { since }: CandleQuery,
): StoredCandle[] =>
  candles
    .filter(({ at }) => at >= since)
    .map((candle) => ({ ...candle, count: countAt.get(candle.at) ?? 1, volume: null }));

// Greater than the codes of the phases
const ofEffect = 15;

/** Bids for any variant count for each variant as well. */
const bidsSql = (layout: Layout, query: CandleQuery, since: number, unwritten: readonly StoredRow[]): string => {
  const { phase, currency, width, until } = query;
  const price = `price${currency}`;
  const phases = [...new Set(['', phaseCell(phase)])].map((one) => `'${one}'`).join(', ');
  const whole = storedName({ name: query.name });
  const stored = [...new Set([whole, storedName(query)])];
  const from = withUnwritten(layout, {
    table: bidPoints,
    columns: ['itemId', 'marketplaceId', 'phase', 'at', ...priceColumns],
    condition: `${among(query, stored)} AND phase IN (${phases}) AND at >= ${instant(since)} AND at < ${instant(until)}`,
    key: 'itemId, marketplaceId, phase, at',
    unwritten,
  });
  return `
SELECT marketplaceId * 16 + if(${isItem(query.game, whole)}, toInt8(phase), ${ofEffect}) AS series, ${millisecondsOf(`${candleWidths[width].start}(at)`)} AS slot,
  toFloat64(argMin(${price}, at)), toFloat64(max(${price})), toFloat64(ifNull(min(nullIf(${price}, 0)), 0)),
  toFloat64(argMax(${price}, at)), toFloat64(uniqExact(at))
FROM ${from}
GROUP BY series, slot ORDER BY slot, series SETTINGS max_threads = 1`;
};

/** Candles of the highest bid on one marketplace or over all; slots without a point are omitted. Oldest first. */
export async function queryBidCandles(
  engine: Engine,
  layout: Layout,
  query: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> {
  const isOne = query.marketplaceId !== null && query.phase === null;
  const since = isOne ? query.since : query.since - carriedFor;
  const slots = await engine.ask<SlotCells>(bidsSql(layout, query, since, unwritten));
  const counts = new Map<number, number>();
  for (const [, at, , , , , count = 0] of slots) counts.set(at, (counts.get(at) ?? 0) + count);
  const candles = isOne ? ofOneSeries(slots) : bestOverSeries(slots, 'bid');
  return counted(candles, counts, query);
}

/** Candles of the prices paid, on one marketplace or all; without a variant over all variants. */
export async function querySaleCandles(
  engine: Engine,
  layout: Layout,
  query: CandleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredCandle[]> {
  const { phase, since, until } = query;
  const price = `price${query.currency}`;
  const from = withUnwritten(layout, {
    table: sales,
    columns: ['marketplaceId', 'saleId', 'soldAt', ...priceColumns],
    condition: `${phase === null ? among(query, [storedName({ name: query.name })]) : subjectOf(query)} AND ${price} > 0 AND soldAt >= ${instant(since)} AND soldAt < ${instant(until)}`,
    key: 'marketplaceId, saleId',
    final: 'FINAL',
    unwritten,
  });
  const rows = await engine.ask<
    readonly [at: number, open: number, high: number, low: number, close: number, count: number, volume: number]
  >(`
SELECT ${millisecondsOf(`${candleWidths[query.width].start}(soldAt)`)} AS slot,
  toFloat64(argMin(${price}, tuple(soldAt, marketplaceId, saleId))), toFloat64(max(${price})), toFloat64(min(${price})),
  toFloat64(argMax(${price}, tuple(soldAt, marketplaceId, saleId))), toFloat64(count()), toFloat64(sum(${price}))
FROM ${from}
GROUP BY slot ORDER BY slot SETTINGS max_threads = 1`);
  return rows.map(([at, open, high, low, close, count, volume]) => ({ at, open, high, low, close, count, volume }));
}
