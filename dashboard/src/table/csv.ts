import type { Column, Value } from './column.ts';

// Without a byte order mark spreadsheets misread UTF-8
const byteOrderMark = '\ufeff';

// Spreadsheets take cells that begin like this for formulas, some also with the full-width signs, and names are untrusted;
// the same rule as in src/schema/published/csv-text.ts
const looksLikeFormula = /^'*[=+\-@＝＋－＠\t\r\n]/;

const written = (value: Value, isTime: boolean): string => {
  if (value === null) return '';
  if (typeof value === 'number') return isTime ? new Date(value * 1000).toISOString() : String(value);
  return looksLikeFormula.test(value) ? `'${value}` : value;
};

/** The heads and all rows of a table for files: full values, instants in UTC. */
function fieldsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  const retained = columns.flatMap(({ id, value, isTime = false }) =>
    value === undefined ? [] : [{ id, value, isTime }],
  );
  return [
    retained.map(({ id }) => id),
    ...rows.map((row) => retained.map(({ value, isTime }) => written(value(row), isTime))),
  ];
}

const inQuotes = (field: string): string => `"${field.replaceAll('"', '""')}"`;

const quoted = (field: string): string => (/[",;\t\r\n]/.test(field) ? inQuotes(field) : field);

// A cell that begins with a quotation mark would end at the next one, cells and lines later
const pasted = (field: string): string => {
  const line = field.replaceAll(/[\t\r\n]+/g, ' ');
  return line.startsWith('"') ? inQuotes(line) : line;
};

/** As in RFC 4180. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  byteOrderMark +
  fieldsOf(columns, rows)
    .map((fields) => `${fields.map(quoted).join(',')}\r\n`)
    .join('');

/** Tab-separated, for pasting into a spreadsheet. */
export const pasteOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  fieldsOf(columns, rows)
    .map((fields) => fields.map(pasted).join('\t'))
    .join('\n');
