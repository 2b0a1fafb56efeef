import { type Cell, type Cells, quoted, type Sql, type WrittenColumn } from '../engine.ts';
import type { Layout } from './layout.ts';

/** A text as an SQL string literal. */
export const sqlText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

const cellText = (cell: Cell, type: string): Cell =>
  typeof cell === 'number' && type.includes('DateTime64')
    ? new Date(cell).toISOString().slice(0, -1).replace('T', ' ')
    : cell;

/** A server lets fewer users call table functions, such as `values`, than select from tables. */
function rowsSql(columns: readonly WrittenColumn[], rows: readonly Cells[]): string {
  const texts = rows.map((row) => JSON.stringify(row.map((cell, at) => cellText(cell, columns[at]?.type ?? ''))));
  const type = `Array(Tuple(${columns.map((one) => one.type).join(', ')}))`;
  const selected = columns.map(({ name }, at) => `row.${at + 1} AS ${quoted(name)}`).join(', ');
  return `(SELECT ${selected} FROM (SELECT arrayJoin(JSONExtract(${sqlText(`[${texts.join(',')}]`)}, ${sqlText(type)})) AS row))`;
}

export const clickhouseSql = (layout: Layout): Sql => ({
  table: layout.table,
  last: (name) => `${layout.table(name)} FINAL`,
  text: sqlText,
  instant: (at) => `fromUnixTimestamp64Milli(toInt64(${Math.trunc(at)}), 'UTC')`,
  milliseconds: (instant) => `toUnixTimestamp64Milli(${instant})`,
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  rows: rowsSql,
  notIn: 'GLOBAL NOT IN',
  light: 'SETTINGS max_threads = 1',
});
