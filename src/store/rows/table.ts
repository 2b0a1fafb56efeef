import type { Cells, WrittenColumn } from '../engine.ts';
import { priceColumns } from './cells.ts';
import type { Column, Columns, Numbers } from './columns.ts';

/** All that is said of one table; what is written, read, exported and given up with time follows from it. */
export type Table<Row> = {
  readonly name: string;
  /** What is kept of a row, in the order in which it is written and read. */
  readonly columns: Columns<Row>;
  /** Written behind them where a row is the state of something: its version, and whether it is gone. */
  readonly state?: Columns<unknown>;
  /** The instant from which its rows grow old. */
  readonly agesFrom?: string;
  readonly exported?: {
    /** The instant that `since` is about. */
    readonly time: string;
    /** In the order in which they are shown. */
    readonly columns: readonly string[];
  };
};

/** Columns that several tables have, in the order in which exports show them. */
export const named = {
  series: ['game', 'itemId', 'marketplaceId', 'phase'],
  prices: priceColumns,
  money: ['amount', 'currency', ...priceColumns],
  looks: ['float', 'paintIndex', 'paintSeed', 'stickers'],
  times: ['foundAt', 'changedAt', 'seenAt'],
} as const;

/** How rows are written to a table. */
export type RowWriter<Row> = {
  readonly table: string;
  readonly columns: readonly WrittenColumn[];
  readonly cells: (row: Row, numbers: Numbers, isRemoved: boolean) => Cells;
};

export const writerOf = <Row>({ name, columns, state = {} }: Table<Row>): RowWriter<Row> => {
  const written: readonly (readonly [string, Column<Row>])[] = Object.entries({ ...columns, ...state });
  return {
    table: name,
    columns: written.map(([title, { type }]) => ({ name: title, type })),
    cells: (row, numbers, isRemoved) => written.map(([, { cell }]) => cell(row, numbers, isRemoved)),
  };
};
