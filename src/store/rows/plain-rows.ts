import type { Game, Position, Rate, SourceDay, SourceGap, SourceRun } from '../../schema/index.ts';
import * as column from './columns.ts';
import type { Table } from './table.ts';

/** An item by the name it is stored under. */
type Item = { readonly game: Game; readonly stored: string };

/** Item names by id. */
export const items: Table<Item> = {
  name: 'items',
  columns: {
    itemId: { ...column.itemId<never>(), cell: (item, numbers) => numbers.itemId(item.game, item.stored) },
    game: column.game(),
    name: column.text((item) => item.stored),
  },
  key: ['itemId'],
};

export const rates: Table<Rate> = {
  name: 'rates',
  columns: {
    currency: column.ratedCurrency((rate) => rate.currency),
    source: column.word((rate) => rate.source),
    ratedAt: column.instant((rate) => rate.ratedAt),
    perUsd: column.number('Float64', (rate) => rate.perUsd),
  },
  key: ['currency', 'source', 'ratedAt'],
};

export const sourceRuns: Table<SourceRun> = {
  name: 'sourceRuns',
  columns: {
    marketplaceId: column.marketplaceId(),
    source: column.word((run) => run.source),
    game: column.game(),
    startedAt: column.instant((run) => run.startedAt),
    outcome: column.word((run) => run.outcome),
    milliseconds: column.number('Float64', (run) => run.milliseconds),
    rows: column.number('UInt64', (run) => run.rows),
    rejected: column.number('UInt64', (run) => run.rejected),
    // A node of an earlier release does not count them
    priced: column.number('Nullable(UInt64)', (run) => run.priced ?? null),
    detail: column.nullableText((run) => run.detail),
  },
  key: ['marketplaceId', 'source', 'game', 'startedAt'],
  agesFrom: 'startedAt',
};

/** The gaps of sources. */
export const gaps: Table<SourceGap> = {
  name: 'gaps',
  columns: {
    marketplaceId: column.marketplaceId(),
    source: column.word((gap) => gap.source),
    game: column.game(),
    fromAt: column.instant((gap) => gap.from),
    toAt: column.instant((gap) => gap.to),
    reason: column.word((gap) => gap.reason),
  },
  key: ['marketplaceId', 'source', 'game', 'fromAt', 'toAt'],
  agesFrom: 'toAt',
};

/** The condition of each source, day by day. */
export const sourceDays: Table<SourceDay> = {
  name: 'sourceDays',
  columns: {
    marketplaceId: column.marketplaceId(),
    source: column.word((row) => row.source),
    game: column.game(),
    day: column.instant((row) => row.day),
    since: column.instant((row) => row.since),
    notedTo: column.instant((row) => row.notedTo),
    toldTo: column.instant((row) => row.completeTo),
    lateAt: column.instant((row) => row.lateAt),
    reason: column.word((row) => row.reason ?? ''),
    knownMs: column.number('UInt64', (row) => Math.round(row.knownMs)),
    ages: column.text((row) => row.ages.map(Math.round).join(',')),
  },
  key: ['marketplaceId', 'source', 'game', 'day'],
  version: 'notedTo',
  agesFrom: 'day',
};

/** Per epoch of the tape, the sequence up to which everything is stored. */
export const tapeMarks: Table<Position> = {
  name: 'tapeMarks',
  columns: {
    epoch: column.text((position) => position.epoch),
    sequence: column.number('UInt64', (position) => position.sequence),
  },
  key: ['epoch'],
  version: 'sequence',
};
