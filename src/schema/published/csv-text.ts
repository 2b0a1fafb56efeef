/*
 * Names, ids, sellers and links are texts of other people. Spreadsheets take a cell that begins with one of these
 * characters for a formula, some of them also with the full-width signs, so that such a text gets an apostrophe in CSV,
 * which marks text there. A text that begins with apostrophes and then with one of them gets one, too, so that a reader
 * knows which to remove.
 */
const signs = '=+@＝＋－＠\t\r\n-';

/** Matches texts that get an apostrophe; the syntax is also that of ClickHouse. */
export const formulaPattern = `^'*[${signs}]`;

const isFormula = new RegExp(formulaPattern);
const wasFormula = new RegExp(`^'+[${signs}]`);

/** A text as a cell of CSV (RFC 4180) that no spreadsheet evaluates. */
export function csvText(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell whose quotation marks are already removed. */
export const textOfCsv = (cell: string): string => (wasFormula.test(cell) ? cell.slice(1) : cell);

/** The cells of a line of CSV, of which none has a line break. */
export function csvCells(line: string, separator: ',' | ';' = ','): string[] {
  const cells: string[] = [];
  const pattern = separator === ',' ? commaCells : semicolonCells;
  // A leading separator makes every cell begin with one
  for (const [, quoted, plain = ''] of `${separator}${line}`.matchAll(pattern))
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
  return cells;
}

const commaCells = /,(?:\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g;
const semicolonCells = /;(?:\s*"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))/g;
