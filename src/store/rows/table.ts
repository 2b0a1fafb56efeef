import type { Cells, WrittenColumn } from '../engine.ts';
import { priceColumns } from './cells.ts';
import type { Column, Columns, Numbers } from './columns.ts';

/** The declaration of rows, from which writing, reading and export follow. */
export type TableDeclaration<Row> = {
  readonly name: string;
  /** The columns of a row, in the order of writing and reading. */
  readonly columns: Columns<Row>;
  readonly exported?: {
    /** The column that `since` filters on; missing where rows have no time. */
    readonly time?: string;
    /** In the order of the export. */
    readonly columns: readonly string[];
  };
};

/** The declaration of a table. */
export type Table<Row> = TableDeclaration<Row> & {
  /** The columns by which rows are one: of these, the row that was written last counts, or that with the greatest `version`. */
  readonly key: readonly string[];
  readonly version?: string;
  /** The column from which the age of a row is counted. */
  readonly agesFrom?: string;
};

/** Columns that several tables have, in the order in which exports show them. */
export const named = {
  series: ['game', 'itemId', 'marketplaceId', 'phase'],
  prices: priceColumns,
  money: ['amount', 'currency', ...priceColumns],
  looks: ['float', 'paintIndex', 'paintSeed', 'stickers'],
  times: ['foundAt', 'changedAt', 'seenAt'],
} as const;

/** Converts rows to cells for a table. */
export type RowWriter<Row> = {
  readonly table: string;
  readonly columns: readonly WrittenColumn[];
  readonly cells: (row: Row, numbers: Numbers, isRemoved: boolean) => Cells;
};

export const writerOf = <Row>({ name, columns }: TableDeclaration<Row>): RowWriter<Row> => {
  const written: readonly (readonly [string, Column<Row>])[] = Object.entries(columns);
  return {
    table: name,
    columns: written.map(([title, { type }]) => ({ name: title, type })),
    cells: (row, numbers, isRemoved) => written.map(([, { cell }]) => cell(row, numbers, isRemoved)),
  };
};
