export type Cell = string | number | null;
export type Cells = readonly Cell[];

/** A column and its ClickHouse type; instants are epoch milliseconds. */
export type WrittenColumn = { readonly name: string; readonly type: string };

/** ClickHouse behind one client, embedded or on a server. */
export type Engine = {
  readonly ask: <Row extends Cells>(sql: string) => Promise<readonly Row[]>;
  /** The rows of a SELECT, row by row (RowBinary) or column by column (Native). */
  readonly queryBytes: (sql: string, form?: 'RowBinary' | 'Native') => Promise<Buffer>;
  readonly command: (sql: string) => Promise<void>;
  /** Like `command`, but does not wait for writes, nor they for it. */
  readonly maintain: (sql: string) => Promise<void>;
  /** Resolves once the rows are written; throws RowsRefused when the same rows can never be written. */
  readonly write: (table: string, columns: readonly WrittenColumn[], rows: readonly Cells[]) => Promise<void>;
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

/** Bytes of a statement that the engine accepts; some contain many rows. */
export const longestStatement = 32 * 2 ** 20;

/** A text as an SQL string literal. */
export const sqlText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
