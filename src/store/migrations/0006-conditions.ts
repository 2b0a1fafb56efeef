import type { TableDefinition } from '../layout.ts';

const ofSource = `
  marketplaceId UInt8,
  source LowCardinality(String),
  game Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4),`;

/** The gaps of sources, and the condition of each source day by day. */
export const conditions: readonly TableDefinition[] = [
  {
    name: 'gaps',
    columns: `${ofSource}
  fromAt DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  toAt DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
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
  day DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  since DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  notedTo DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  toldTo DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  lateAt DateTime64(3, 'UTC') CODEC(ZSTD(1)),
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
