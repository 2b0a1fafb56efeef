import type { TableDefinition } from '../layout.ts';

/** What marketplaces have told of items. */
export const itemAttributes: TableDefinition = {
  name: 'itemAttributes',
  columns: `
  marketplaceId UInt8,
  game Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4),
  itemId UInt64 CODEC(ZSTD(1)),
  rarity Nullable(String) CODEC(ZSTD(1)),
  hero Nullable(String) CODEC(ZSTD(1)),
  itemType Nullable(String) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  arguments: 'version',
  orderBy: 'itemId, marketplaceId',
  shardBy: 'itemId',
};
