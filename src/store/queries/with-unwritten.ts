import { type Cells, type Engine, listOf, maxStatementBytes } from '../engine.ts';
import { itemIdOf } from '../rows/stored-item.ts';
import { type Table, writerOf } from '../rows/table.ts';
import type { StoredRow } from '../store.ts';

type RowsQuery<Row> = {
  readonly table: Table<Row>;
  readonly columns: readonly string[];
  readonly condition: string;
  /** The columns that make two rows versions of one, of which the later counts. */
  readonly key: string;
  /** Accepted rows of this table that may not be in it yet, oldest first. */
  readonly unwritten: readonly StoredRow[];
  /** The base that unwritten past states belong to. */
  readonly base?: number;
};

// Some characters take twice as many bytes in a statement, and the rest of it needs room, too
const maxRowsBytes = maxStatementBytes / 4;

/** The newest rows, as many as a statement has room for, each with a number that rises with its age. */
function rowsOf<Row>({ sql }: Engine, { table, unwritten, base = 0 }: RowsQuery<Row>): string {
  const { columns, cells } = writerOf(table);
  const numbers = { itemId: itemIdOf, base: () => base };
  const rows: Cells[] = [];
  let length = 0;
  for (const stored of unwritten.toReversed()) {
    const row = [...cells(stored.row as Row, numbers, 'isRemoved' in stored && stored.isRemoved), rows.length];
    length += Buffer.byteLength(JSON.stringify(row));
    if (length > maxRowsBytes) break;
    rows.push(row);
  }
  return sql.rows([...columns, { name: 'age', type: 'UInt32' }], rows);
}

/**
 * What follows FROM in a statement over those rows of a table that meet a condition, whether or not they are written. The
 * unwritten ones take their form from the same declaration of the table, so answers do not change when they are written.
 */
export function withUnwritten<Row>(engine: Engine, wanted: RowsQuery<Row>): string {
  const { table, columns, condition, key, unwritten } = wanted;
  const written = `${engine.sql.last(table.name)} WHERE ${condition}`;
  if (unwritten.length === 0) return written;
  const list = listOf(columns);
  return `(
  WITH unwritten AS (SELECT DISTINCT ON (${key}) * FROM ${rowsOf(engine, wanted)} AS accepted ORDER BY ${key}, age)
  SELECT ${list} FROM ${written} AND (${key}) NOT IN (SELECT ${key} FROM unwritten)
  UNION ALL
  SELECT ${list} FROM unwritten WHERE ${condition}
) AS rowsSoFar`;
}
