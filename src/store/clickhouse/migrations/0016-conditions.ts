import type { TableDefinition } from '../layout.ts';
import { game, instant } from './0016-columns.ts';

const ofSource = `
  marketplaceId UInt8,
  source LowCardinality(String),
  game ${game},`;

/** The gaps of sources, and the condition of each source day by day. */
export const conditions: readonly TableDefinition[] = [
  {
    name: 'gaps',
    columns: `${ofSource}
  fromAt ${instant} CODEC(Delta, ZSTD(1)),
  toAt ${instant} CODEC(Delta, ZSTD(1)),
  reason LowCardinality(String)`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMM(toAt)',
    orderBy: 'marketplaceId, source, game, fromAt, toAt',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: 'marketplaceId',
  },
  {
    name: 'sourceDays',
    columns: `${ofSource}
  day ${instant} CODEC(Delta, ZSTD(1)),
  since ${instant} CODEC(ZSTD(1)),
  notedTo ${instant} CODEC(ZSTD(1)),
  toldTo ${instant} CODEC(ZSTD(1)),
  lateAt ${instant} CODEC(ZSTD(1)),
  reason LowCardinality(String),
  knownMs UInt64 CODEC(ZSTD(1)),
  ages String CODEC(ZSTD(1))`,
    engine: 'ReplacingMergeTree',
    arguments: 'notedTo',
    partitionBy: 'toYYYYMM(day)',
    orderBy: 'marketplaceId, source, game, day',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: 'marketplaceId',
  },
];
