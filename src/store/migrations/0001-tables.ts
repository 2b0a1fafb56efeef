import type { TableDefinition } from '../layout.ts';

// A migration is never edited once released, so the codes are written out here rather than imported
const game = `Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4)`;
const phase = `Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8)`;
const currency = `Enum8('USD' = 1, 'EUR' = 2, 'CNY' = 3, 'RUB' = 4)`;
const instant = `DateTime64(3, 'UTC')`;

// Whole thousandths, 0 when the price is not known
const prices = ['USD', 'EUR', 'CNY', 'RUB'].map((name) => `  price${name} Int64 CODEC(Delta, ZSTD(1)),`).join('\n');

const state = `
  foundAt ${instant} CODEC(ZSTD(1)),
  changedAt ${instant} CODEC(ZSTD(1)),
  seenAt ${instant} CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))`;

// Spreads the rows evenly over 256 buckets, so that they can be read in pages without sorting
const bucket = (key: string) => `  bucket UInt8 MATERIALIZED toUInt8(cityHash64(${key}) % 256),`;

const items: TableDefinition = {
  name: 'items',
  columns: `
  itemId UInt64,
  game ${game},
  name String CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  orderBy: 'itemId',
  shardBy: 'itemId',
};

const pricePoints: TableDefinition = {
  name: 'pricePoints',
  columns: `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game ${game},
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
};

const sales: TableDefinition = {
  name: 'sales',
  columns: `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game ${game},
  saleId String CODEC(ZSTD(1)),
  phase ${phase},
  soldAt ${instant} CODEC(ZSTD(1)),
  amount Int64 CODEC(ZSTD(1)),
  currency ${currency},
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

const offers: TableDefinition = {
  name: 'offers',
  columns: `
${bucket('marketplaceId, game, offerId')}
  marketplaceId UInt8,
  game ${game},
  offerId String CODEC(ZSTD(1)),
  itemId UInt64 CODEC(ZSTD(1)),
  phase ${phase},
  amount Int64 CODEC(ZSTD(1)),
  currency ${currency},
${prices}
  purchaseLink Nullable(String) CODEC(ZSTD(1)),
  inspectLink Nullable(String) CODEC(ZSTD(1)),
  float Nullable(Float64) CODEC(ZSTD(1)),
  paintIndex Nullable(Int32) CODEC(ZSTD(1)),
  paintSeed Nullable(Int32) CODEC(ZSTD(1)),
  stickers Nullable(String) CODEC(ZSTD(1)),
  tradableAt Nullable(${instant}) CODEC(ZSTD(1)),
  ownerId Nullable(String) CODEC(ZSTD(1)),${state},
  isRemoved UInt8`,
  engine: 'ReplacingMergeTree',
  arguments: 'version, isRemoved',
  orderBy: 'bucket, marketplaceId, game, offerId',
  settings: 'allow_experimental_replacing_merge_with_cleanup = 1',
  shardBy: 'cityHash64(marketplaceId, game, offerId)',
};

const buyOrders: TableDefinition = {
  name: 'buyOrders',
  columns: `
${bucket('marketplaceId, game, orderId')}
  marketplaceId UInt8,
  game ${game},
  orderId String CODEC(ZSTD(1)),
  itemId UInt64 CODEC(ZSTD(1)),
  phase ${phase},
  amount Int64 CODEC(ZSTD(1)),
  currency ${currency},
${prices}
  quantity Nullable(Int64) CODEC(ZSTD(1)),${state},
  isRemoved UInt8`,
  engine: 'ReplacingMergeTree',
  arguments: 'version, isRemoved',
  orderBy: 'bucket, marketplaceId, game, orderId',
  settings: 'allow_experimental_replacing_merge_with_cleanup = 1',
  shardBy: 'cityHash64(marketplaceId, game, orderId)',
};

const quotes: TableDefinition = {
  name: 'quotes',
  columns: `
${bucket('marketplaceId, itemId, phase')}
  marketplaceId UInt8,
  game ${game},
  itemId UInt64 CODEC(ZSTD(1)),
  phase ${phase},
  amount Int64 CODEC(ZSTD(1)),
  currency ${currency},
${prices}
  offerCount Nullable(Int64) CODEC(ZSTD(1)),
  purchaseLink Nullable(String) CODEC(ZSTD(1)),
  marketplaceItemId Nullable(String) CODEC(ZSTD(1)),
  thumbnail Nullable(String) CODEC(ZSTD(1)),${state}`,
  engine: 'ReplacingMergeTree',
  arguments: 'version',
  orderBy: 'bucket, marketplaceId, itemId, phase',
  shardBy: 'itemId',
};

const rates: TableDefinition = {
  name: 'rates',
  columns: `
  currency ${currency},
  source LowCardinality(String),
  ratedAt ${instant},
  perUsd Float64`,
  engine: 'ReplacingMergeTree',
  orderBy: 'currency, source, ratedAt',
  shardBy: '0',
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
  detail Nullable(String) CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMM(startedAt)',
  orderBy: 'marketplaceId, source, game, startedAt',
  settings: 'ttl_only_drop_parts = 1',
  shardBy: 'marketplaceId',
};

/** Every table that rows are written to. */
export const tables: readonly TableDefinition[] = [
  items,
  pricePoints,
  sales,
  offers,
  buyOrders,
  quotes,
  rates,
  sourceRuns,
];
