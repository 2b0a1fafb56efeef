import { clean } from './clean.ts';
import { widthOf } from './width.ts';

export type Column<Row> = {
  readonly head: string;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
  /** The text of the cell; `now`, in milliseconds, is the same for all cells of a table. */
  readonly cell: (row: Row, now: number) => string;
};

/** Formats a table; each column is as wide as its longest cell. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const now = Date.now();
  const cleaned = rows.map((row) => columns.map(({ cell }) => clean(cell(row, now))));
  const widths = columns.map(({ head }, at) => Math.max(head.length, ...cleaned.map((row) => widthOf(row[at] ?? ''))));
  const line = (cells: readonly string[]) =>
    columns
      .map(({ isNumber }, at) => {
        const cell = cells[at] ?? '';
        const blanks = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return isNumber === true ? blanks + cell : cell + blanks;
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ head }) => head)), ...cleaned.map(line)];
}

/** The lines of a table with the links of each row indented below it. */
export const linkedLines = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  linksOf: (row: Row) => readonly (string | null)[],
): string[] => {
  const [head = '', ...lines] = tableLines(columns, rows);
  const below = (row: Row | undefined) =>
    row === undefined ? [] : linksOf(row).flatMap((link) => (link === null ? [] : [`    ${clean(link)}`]));
  return [head, ...lines.flatMap((line, at) => [line, ...below(rows[at])])];
};

type VariantFields = { readonly itemPhase: string | null; readonly unusualEffect?: string | null };

/** The phase or the effect that the prices are of. */
export const variantIn = ({ itemPhase, unusualEffect = null }: VariantFields): string | null =>
  itemPhase ?? unusualEffect;

/** The item, with its variant if it is known. */
export const itemColumn: Column<VariantFields & { readonly name: string }> = {
  head: 'item',
  cell: (row) => [row.name, variantIn(row)].filter((part) => part !== null).join(' '),
};

/** A price in dollars, or a dash. */
export const usd = (price: number | null): string => (price === null ? '–' : price.toFixed(price < 0.01 ? 3 : 2));

const steps = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** How long ago an instant in Unix seconds was. */
export function age(at: number | null, now: number): string {
  if (at === null) return 'never';
  const seconds = Math.max(0, Math.floor(now / 1000) - at);
  const step = steps.find(([length]) => seconds >= length);
  return step === undefined ? `${seconds} s` : `${Math.floor(seconds / step[0])} ${step[1]}`;
}
