import type { Layout, TableDefinition, ViewDefinition } from '../layout.ts';

/** The slot widths at which floor points are rolled up. */
const widths = [
  { name: 'pricePoints5m', start: 'toStartOfFiveMinutes(at)' },
  { name: 'pricePoints1h', start: 'toStartOfHour(at)' },
  { name: 'pricePoints1d', start: 'toStartOfDay(at)' },
] as const;

const fourPrices = 'Tuple(Int64, Int64, Int64, Int64)';
const instant = `DateTime64(3, 'UTC')`;
const currencies = ['USD', 'EUR', 'CNY', 'RUB'];

// pointCount counts written rows: a point written twice counts twice
const columns = `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  phase Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8),
  slotAt DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  openAt SimpleAggregateFunction(min, ${instant}) CODEC(ZSTD(1)),
  openPrices AggregateFunction(argMin, ${fourPrices}, ${instant}),
${currencies.map((name) => `  low${name} SimpleAggregateFunction(min, Nullable(Int64)) CODEC(ZSTD(1)),`).join('\n')}
${currencies.map((name) => `  high${name} SimpleAggregateFunction(max, Nullable(Int64)) CODEC(ZSTD(1)),`).join('\n')}
  closePrices AggregateFunction(argMax, ${fourPrices}, ${instant}),
  closeAt SimpleAggregateFunction(max, ${instant}) CODEC(ZSTD(1)),
  pointCount SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))`;

const table = (name: string): TableDefinition => ({
  name,
  columns,
  engine: 'AggregatingMergeTree',
  partitionBy: 'toYYYYMM(slotAt)',
  orderBy: 'itemId, marketplaceId, phase, slotAt',
  settings: 'ttl_only_drop_parts = 1',
  shardBy: 'itemId',
});

const extremes = (word: 'low' | 'high', of: 'min' | 'max'): string =>
  currencies.map((name) => `${of}(nullIf(price${name}, 0)) AS ${word}${name}`).join(', ');

const view = (name: string, start: string, source: string): ViewDefinition => ({
  name: `${name}View`,
  into: name,
  select: `
SELECT itemId, marketplaceId, phase, ${start} AS slotAt,
  min(at) AS openAt,
  argMinState(tuple(priceUSD, priceEUR, priceCNY, priceRUB), at) AS openPrices,
  ${extremes('low', 'min')},
  ${extremes('high', 'max')},
  argMaxState(tuple(priceUSD, priceEUR, priceCNY, priceRUB), at) AS closePrices,
  max(at) AS closeAt,
  count() AS pointCount
FROM ${source}
WHERE basis = 'floor'
GROUP BY itemId, marketplaceId, phase, slotAt`,
});

export const rollUps: readonly TableDefinition[] = widths.map(({ name }) => table(name));

export const rollUpViews = (layout: Layout): readonly ViewDefinition[] =>
  widths.map(({ name, start }) => view(name, start, layout.stored('pricePoints')));
