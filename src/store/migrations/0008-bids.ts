import type { TableDefinition } from '../layout.ts';

const prices = ['USD', 'EUR', 'CNY', 'RUB'].map((name) => `  price${name} Int64 CODEC(Delta, ZSTD(1)),`).join('\n');

/** The highest bids on each marketplace over time: those for one variant, and those for any. */
export const bidPoints: TableDefinition = {
  name: 'bidPoints',
  columns: `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4),
  phase Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8),
  at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
${prices}
  orderCount UInt32 CODEC(Delta, ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMM(at)',
  orderBy: 'itemId, marketplaceId, phase, at',
  settings: 'ttl_only_drop_parts = 1',
  shardBy: 'itemId',
};
