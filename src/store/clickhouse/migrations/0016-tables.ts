import type { TableDefinition } from '../layout.ts';
import { game, inEach, instant, phase, quoted, rated } from './0016-columns.ts';

// Whole thousandths, 0 when the price is not known
const prices = inEach('price', 'Int64 CODEC(Delta, ZSTD(1))');

const series = `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game ${game},`;

const points: readonly TableDefinition[] = [
  {
    name: 'pricePoints',
    columns: `${series}
  phase ${phase},
  basis Enum8('floor' = 1, 'median' = 2),
  at ${instant} CODEC(DoubleDelta, ZSTD(1)),
${prices}
  offerCount UInt32 CODEC(Delta, ZSTD(1)),
  saleCount Nullable(UInt32) CODEC(ZSTD(1))`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMM(at)',
    orderBy: 'itemId, marketplaceId, phase, basis, at',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: 'itemId',
  },
  {
    name: 'bidPoints',
    columns: `${series}
  phase ${phase},
  at ${instant} CODEC(DoubleDelta, ZSTD(1)),
${prices}
  orderCount UInt32 CODEC(Delta, ZSTD(1))`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMM(at)',
    orderBy: 'itemId, marketplaceId, phase, at',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: 'itemId',
  },
];

const sales: TableDefinition = {
  name: 'sales',
  columns: `${series}
  saleId String CODEC(ZSTD(1)),
  phase ${phase},
  soldAt ${instant} CODEC(ZSTD(1)),
  amount Int64 CODEC(ZSTD(1)),
  currency ${quoted},
${prices}
  float Nullable(Float64) CODEC(ZSTD(1)),
  paintIndex Nullable(Int32) CODEC(ZSTD(1)),
  paintSeed Nullable(Int32) CODEC(ZSTD(1)),
  stickers Nullable(String) CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  // No partitions: a sale that comes again with another time must still replace its first copy
  orderBy: 'itemId, marketplaceId, saleId',
  shardBy: 'itemId',
};

const sourceRuns: TableDefinition = {
  name: 'sourceRuns',
  columns: `
  marketplaceId UInt8,
  source LowCardinality(String),
  game ${game},
  startedAt ${instant} CODEC(DoubleDelta, ZSTD(1)),
  outcome LowCardinality(String),
  milliseconds Float64 CODEC(ZSTD(1)),
  rows UInt64 CODEC(ZSTD(1)),
  rejected UInt64 CODEC(ZSTD(1)),
  detail Nullable(String) CODEC(ZSTD(1)),
  priced Nullable(UInt64) CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMM(startedAt)',
  orderBy: 'marketplaceId, source, game, startedAt',
  settings: 'ttl_only_drop_parts = 1',
  shardBy: 'marketplaceId',
};

/** Names of items, what happened to them, the exchange rates, and what is known of sources and of the tape. */
export const tables: readonly TableDefinition[] = [
  {
    name: 'items',
    columns: `
  itemId UInt64,
  game ${game},
  name String CODEC(ZSTD(1))`,
    engine: 'ReplacingMergeTree',
    orderBy: 'itemId',
    shardBy: 'itemId',
  },
  ...points,
  sales,
  {
    name: 'rates',
    columns: `
  currency ${rated},
  source LowCardinality(String),
  ratedAt ${instant},
  perUsd Float64`,
    engine: 'ReplacingMergeTree',
    orderBy: 'currency, source, ratedAt',
    shardBy: '0',
  },
  sourceRuns,
  {
    name: 'tapeMarks',
    columns: `
  epoch String,
  sequence UInt64`,
    engine: 'ReplacingMergeTree',
    arguments: 'sequence',
    orderBy: 'epoch',
    shardBy: 'cityHash64(epoch)',
  },
];
