import type { TableDefinition } from '../layout.ts';
import { game, instant, phase } from './0016-columns.ts';

export const removals: TableDefinition = {
  name: 'removals',
  columns: `
  itemId UInt64 CODEC(ZSTD(1)),
  game ${game},
  marketplaceId UInt8,
  offerId String CODEC(ZSTD(1)),
  phase ${phase},
  usd UInt64 CODEC(ZSTD(1)),
  float Nullable(Float64) CODEC(ZSTD(1)),
  foundAt ${instant} CODEC(ZSTD(1)),
  goneAt ${instant} CODEC(ZSTD(1)),
  reason UInt8`,
  engine: 'ReplacingMergeTree',
  orderBy: 'itemId, marketplaceId, offerId, foundAt',
  shardBy: 'itemId',
};
