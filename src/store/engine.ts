import type { StoreUsage } from './store.ts';

export type Cell = string | number | null;
export type Cells = readonly Cell[];

/** A column and its type, in ClickHouse's words; instants are epoch milliseconds. */
export type WrittenColumn = { readonly name: string; readonly type: string };

/** What the databases word differently. The rest of the SQL is understood by both. */
export type Sql = {
  /** A table for reading. Rows that a later one replaces can be among its rows. */
  readonly table: (name: string) => string;
  /** A table for reading, with the last row of each key only. */
  readonly last: (name: string) => string;
  /** A text as a literal. */
  readonly text: (text: string) => string;
  /** Epoch milliseconds as a value that a column of instants is compared with. */
  readonly instant: (at: number) => string;
  /** An expression for epoch milliseconds, of an expression for an instant. */
  readonly milliseconds: (instant: string) => string;
  /** The quotient of two whole numbers above 0, without its fraction. */
  readonly quotient: (dividend: string, divisor: number) => string;
  /** Rows that are in no table, as what follows FROM; each row has a cell for each column. */
  readonly rows: (columns: readonly WrittenColumn[], rows: readonly Cells[]) => string;
  /** Begins the condition that a value is not among the rows of another table. */
  readonly notIn: string;
  /** Ends a statement that reads few rows, and should not take processors from others. */
  readonly light: string;
};

/** Numbers of many rows; NaN for a row without one. */
export type NumberColumn = Float64Array;

/** The text of a row; null if it has none. */
export type TextColumn = (row: number) => string | null;

/** Rows of an answer, column by column; columns must be read in the order of the query. */
export type Block = {
  readonly rows: number;
  /** A column of UInt8, or the codes of the given Enum8. */
  readonly codes: (type?: string) => Uint8Array;
  /** A column of instants or of numbers of any other type, also Nullable. */
  readonly numbers: () => NumberColumn;
  /** A column of UInt64, as lower and upper 32-bit halves. */
  readonly halves: () => Int32Array;
  /** A column of String, also Nullable. */
  readonly texts: () => TextColumn;
};

/** A database with the tables of the store. */
export type Engine = {
  readonly sql: Sql;
  readonly ask: <Row extends Cells>(sql: string) => Promise<readonly Row[]>;
  readonly read: (sql: string) => Promise<Iterable<Block>>;
  /** Resolves once the rows are written; throws RowsRefused when the same rows can never be written. */
  readonly write: (table: string, columns: readonly WrittenColumn[], rows: readonly Cells[]) => Promise<void>;
  /** Deletes the rows of a table that meet a condition. */
  readonly remove: (table: string, condition: string) => Promise<void>;
  readonly usage: () => Promise<StoreUsage>;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ServerAddress = {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
};

/** The engine cannot read these rows; a retry would fail again. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

/** The name of a column in SQL; some are words of the language. */
export const quoted = (name: string): string => `"${name}"`;
export const listOf = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Bytes of a statement that the engine accepts; some contain many rows. */
export const maxStatementBytes = 32 * 2 ** 20;

/** Why a database is not copied from. */
export const ofEarlierRelease =
  'the database was written by an earlier release; copy it with that release, or start the service of this release on it first (the earlier release can then no longer open it)';
