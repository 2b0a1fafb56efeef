import { type Cell, longestStatement, sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { itemIdOf } from '../rows/stored-item.ts';
import { type Table, writerOf } from '../rows/table.ts';
import type { StoredRow } from '../store.ts';

type Wanted<Row> = {
  readonly table: Table<Row>;
  readonly columns: readonly string[];
  readonly condition: string;
  /** The columns that make two rows versions of one, of which the later counts. */
  readonly key: string;
  /** FINAL where the table has to be read with it. */
  readonly final?: string;
  /** Accepted rows of this table that may not be in it yet, oldest first. */
  readonly unwritten: readonly StoredRow[];
  /** The base that unwritten past states belong to. */
  readonly base?: number;
};

// The rest of the statement needs room, too
const longestRows = longestStatement - 2 ** 20;

const cellText = (cell: Cell, type = ''): Cell =>
  typeof cell === 'number' && type.includes('DateTime64')
    ? new Date(cell).toISOString().slice(0, -1).replace('T', ' ')
    : cell;

/**
 * The newest rows, as many as a statement has room for, each with a number that rises with its age. A server lets fewer
 * users call table functions, such as `values`, than select from tables.
 */
function rowsOf<Row>({ table, unwritten, base = 0 }: Wanted<Row>): string {
  const { columns, cells } = writerOf(table);
  const numbers = { itemId: itemIdOf, base: () => base };
  const rows: string[] = [];
  let length = 0;
  for (const stored of unwritten.toReversed()) {
    const row = cells(stored.row as Row, numbers, 'isRemoved' in stored && stored.isRemoved);
    const text = JSON.stringify([...row.map((cell, at) => cellText(cell, columns[at]?.type)), rows.length]);
    length += Buffer.byteLength(sqlText(text));
    if (length > longestRows) break;
    rows.push(text);
  }
  const cellsOfRow = [...columns, { name: 'age', type: 'UInt32' }];
  const type = `Array(Tuple(${cellsOfRow.map((one) => one.type).join(', ')}))`;
  const selected = cellsOfRow.map(({ name }, at) => `row.${at + 1} AS ${name}`).join(', ');
  return `(SELECT ${selected} FROM (SELECT arrayJoin(JSONExtract(${sqlText(`[${rows.join(',')}]`)}, ${sqlText(type)})) AS row))`;
}

/**
 * What follows FROM in a statement over those rows of a table that meet a condition, whether or not they are written. The
 * unwritten ones take their form from the same declaration of the table, so answers do not change when they are written.
 */
export function withUnwritten<Row>(layout: Layout, wanted: Wanted<Row>): string {
  const { table, columns, condition, key, final = '', unwritten } = wanted;
  const written = `${layout.table(table.name)} ${final} WHERE ${condition}`;
  if (unwritten.length === 0) return written;
  const list = columns.join(', ');
  return `(
  WITH unwritten AS (SELECT * FROM ${rowsOf(wanted)} ORDER BY age LIMIT 1 BY ${key})
  SELECT ${list} FROM ${written} AND (${key}) NOT IN (SELECT ${key} FROM unwritten)
  UNION ALL
  SELECT ${list} FROM unwritten WHERE ${condition}
)`;
}
