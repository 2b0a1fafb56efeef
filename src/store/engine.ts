export type Cell = string | number | null;
export type Cells = readonly Cell[];

/** A column of a table and its type as the database has it; instants are epoch milliseconds. */
export type WrittenColumn = { readonly name: string; readonly type: string };

/** ClickHouse behind one client, embedded or on a server. */
export type Engine = {
  readonly ask: <Row extends Cells>(sql: string) => Promise<readonly Row[]>;
  /** The rows of a SELECT, one after the other or column by column. */
  readonly askBytes: (sql: string, form?: 'RowBinary' | 'Native') => Promise<Buffer>;
  readonly command: (sql: string) => Promise<void>;
  /** Like command, beside the writers instead of before them. */
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

/** The engine cannot read these rows; sending them again is of no use. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

/** A path or another text as SQL. */
export const sqlText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
