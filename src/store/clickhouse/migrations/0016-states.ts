import type { TableDefinition } from '../layout.ts';
import { game, inEach, instant, phase, quoted, rated } from './0016-columns.ts';

const prices = inEach('price', 'Int64 CODEC(ZSTD(1))');
const money = `
  amount Int64 CODEC(ZSTD(1)),
  currency ${quoted},
${prices}`;
const times = ['foundAt', 'changedAt', 'seenAt'].map((name) => `  ${name} ${instant} CODEC(ZSTD(1)),`).join('\n');

const series = `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game ${game},
  phase ${phase},`;

const moment = `
  base ${instant} CODEC(ZSTD(1)),
  told ${instant} CODEC(ZSTD(1)),
  sequence UInt64 CODEC(Delta, ZSTD(1))`;

const states = (name: string, columns: string, key: string): TableDefinition => ({
  name,
  columns: `${series}${columns}${moment},
  isRemoved UInt8`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMMDD(base)',
  orderBy: `itemId, base, marketplaceId, ${key}, sequence`,
  settings: 'ttl_only_drop_parts = 1',
  shardBy: 'itemId',
});

/** Past states of every item. A base is a copy of everything that stands; changes since it began follow it. */
export const stateTables: readonly TableDefinition[] = [
  states(
    'offerStates',
    `
  offerId String CODEC(ZSTD(1)),${money}
  purchaseLink Nullable(String) CODEC(ZSTD(1)),
  inspectLink Nullable(String) CODEC(ZSTD(1)),
  float Nullable(Float64) CODEC(ZSTD(1)),
  paintIndex Nullable(Int32) CODEC(ZSTD(1)),
  paintSeed Nullable(Int32) CODEC(ZSTD(1)),
  stickers Nullable(String) CODEC(ZSTD(1)),
  tradableAt Nullable(${instant}) CODEC(ZSTD(1)),
  ownerId Nullable(String) CODEC(ZSTD(1)),
${times}`,
    'offerId',
  ),
  states(
    'buyOrderStates',
    `
  orderId String CODEC(ZSTD(1)),${money}
  quantity Nullable(Int64) CODEC(ZSTD(1)),
${times}`,
    'orderId',
  ),
  states(
    'quoteStates',
    `${money}
  offerCount Nullable(Int64) CODEC(ZSTD(1)),
  purchaseLink Nullable(String) CODEC(ZSTD(1)),
  marketplaceItemId Nullable(String) CODEC(ZSTD(1)),
  thumbnail Nullable(String) CODEC(ZSTD(1)),
${times}`,
    'phase',
  ),
  states(
    'figureStates',
    `
${prices}
  offerCount UInt32 CODEC(ZSTD(1)),
  changedAt ${instant} CODEC(ZSTD(1)),`,
    'phase',
  ),
  {
    name: 'readings',
    columns: `
  itemId UInt64 CODEC(ZSTD(1)),
  marketplaceId UInt8,
  game ${game},
  kinds UInt8,
  seenAt ${instant} CODEC(Delta, ZSTD(1)),
  base ${instant} CODEC(ZSTD(1)),
  told ${instant} CODEC(Delta, ZSTD(1))`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMMDD(base)',
    orderBy: 'itemId, game, base, marketplaceId, kinds, told',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: 'itemId',
  },
  {
    name: 'rateStates',
    columns: `
  currency ${rated},
  source LowCardinality(String),
  ratedAt ${instant},
  perUsd Float64,
  base ${instant},
  told ${instant}`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMMDD(base)',
    orderBy: 'base, currency, told',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: '0',
  },
  {
    name: 'stateSpans',
    columns: `
  since ${instant},
  base ${instant},
  keptTo ${instant},
  isEnded UInt8`,
    engine: 'ReplacingMergeTree',
    partitionBy: 'toYYYYMMDD(base)',
    orderBy: 'since',
    settings: 'ttl_only_drop_parts = 1',
    shardBy: '0',
  },
];
