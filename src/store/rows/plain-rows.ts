import type { Game, Rate, SourceRun } from '../../schema/index.ts';
import type { TapePlace } from '../store.ts';
import * as column from './columns.ts';
import type { Table } from './table.ts';

type Item = { readonly game: Game; readonly name: string };

/** Every name once. */
export const items: Table<Item> = {
  name: 'items',
  columns: {
    itemId: column.itemId(),
    game: column.game(),
    name: column.text((item) => item.name),
  },
};

export const rates: Table<Rate> = {
  name: 'rates',
  columns: {
    currency: column.ratedCurrency((rate) => rate.currency),
    source: column.word((rate) => rate.source),
    ratedAt: column.instant((rate) => rate.ratedAt),
    perUsd: column.number('Float64', (rate) => rate.perUsd),
  },
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
    detail: column.nullableText((run) => run.detail),
  },
  agesFrom: 'startedAt',
};

/** Up to where of each epoch of the tape everything is stored. */
export const tapeMarks: Table<TapePlace> = {
  name: 'tapeMarks',
  columns: {
    epoch: column.text((place) => place.epoch),
    sequence: column.number('UInt64', (place) => place.sequence),
  },
};
