import type { Row } from './rounds.ts';

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value.toLocaleString('en', { maximumSignificantDigits: 3 });

const columns: readonly (readonly [head: string, cell: (row: Row) => string])[] = [
  ['what', ({ name }) => name],
  ['unit', ({ unit }) => unit],
  ['reference', ({ reference }) => reference],
  ['its value', ({ referenceValue }) => number(referenceValue)],
  ['ours', ({ value }) => number(value)],
  ['ratio', ({ ratio }) => number(ratio)],
  ['CPU ratio', ({ cpuRatio }) => (cpuRatio === null ? '' : number(cpuRatio))],
  ['bound', ({ bound }) => bound ?? ''],
  ['within', ({ isWithin }) => (isWithin === null ? '' : isWithin ? 'yes' : 'NO')],
];

/** Formats rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const text = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = lines;
  return [text(head), text(widths.map((width) => '-'.repeat(width))), ...others.map(text)].join('\n');
}
