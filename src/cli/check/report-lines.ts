import { counted } from '../../schema/index.ts';
import type { CheckedSource, CheckReport } from '../../service/connectors/check-sources.ts';
import { type Column, tableLines } from '../read/table.ts';

const orDash = (value: string | number | null): string => (value === null ? '–' : String(value));

const columns: readonly Column<CheckedSource>[] = [
  { head: 'source', cell: ({ marketplace, source }) => `${marketplace}/${source}` },
  { head: 'game', cell: ({ game }) => game },
  { head: 'outcome', cell: ({ outcome }) => outcome },
  { head: 'rows', isNumber: true, cell: ({ rows }) => String(rows) },
  { head: 'rejected', isNumber: true, cell: ({ rejected }) => String(rejected) },
  { head: 'age', isNumber: true, cell: ({ ageSeconds }) => (ageSeconds === null ? '–' : `${ageSeconds} s`) },
  { head: 'took', isNumber: true, cell: ({ milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s` },
  { head: 'shape', cell: ({ shape }) => orDash(shape) },
  { head: 'in words', cell: ({ words, reasons }) => [words, ...reasons].filter((text) => text !== '').join('; ') },
];

/** A report as a table, what failed first, and a line that sums it up. */
export function reportLines({ sources, read, failed, notAsked, off, itemtape, node, at }: CheckReport): string[] {
  const failing = [...new Set(sources.slice(0, failed).map(({ marketplace }) => marketplace))];
  const names = failing.length === 0 ? '' : `: ${failing.join(', ')}`;
  return [
    ...tableLines(columns, sources),
    '',
    `${counted(sources.length, 'source')}: ${failed} failed${names}; ${read} read, ${notAsked} not asked, ${off} off`,
    `itemtape ${itemtape}, Node ${node}, ${at}`,
  ];
}
