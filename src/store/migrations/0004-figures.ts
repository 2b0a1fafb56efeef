import type { TableDefinition } from '../layout.ts';

const prices = ['USD', 'EUR', 'CNY', 'RUB'].map((name) => `  price${name} Int64 CODEC(ZSTD(1)),`).join('\n');

/** The last figures of each series; unlike price points they never expire. */
export const figures: TableDefinition = {
  name: 'figures',
  columns: `
  bucket UInt8 MATERIALIZED toUInt8(cityHash64(marketplaceId, itemId, phase) % 256),
  marketplaceId UInt8,
  game Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4),
  itemId UInt64 CODEC(ZSTD(1)),
  phase Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8),
${prices}
  offerCount UInt32 CODEC(ZSTD(1)),
  changedAt DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  arguments: 'version',
  orderBy: 'bucket, marketplaceId, itemId, phase',
  shardBy: 'itemId',
};
