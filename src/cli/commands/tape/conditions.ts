import type { SourceConditions } from '#client';
import { given } from '../../../schema/index.ts';
import { byDefault, count, onlyGame } from '../../flags.ts';
import { query } from '../../read/query.ts';
import { type Column, tableLines } from '../../read/table.ts';

const dayMs = 86_400_000;

const columns: readonly Column<SourceConditions>[] = [
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'source', cell: ({ source }) => source },
  { head: 'game', cell: ({ game }) => game },
  ...(['complete', 'partial', 'missing'] as const).map((condition) => ({
    head: condition,
    isNumber: true,
    cell: ({ days }: SourceConditions) => String(days.filter((day) => day.condition === condition).length),
  })),
  { head: 'coverage', isNumber: true, cell: ({ days }) => `${(coverageOf(days) * 100).toFixed(2)} %` },
  { head: 'age p95', isNumber: true, cell: ({ days }) => greatestAge(days) },
  { head: 'last gap', cell: ({ gaps }) => gapText(gaps.at(-1)) },
];

type Days = SourceConditions['days'];

const coverageOf = (days: Days): number =>
  days.reduce((sum, { coverage }) => sum + coverage, 0) / Math.max(1, days.length);

function greatestAge(days: Days): string {
  const ages = days.flatMap(({ ageP95Seconds }) => ageP95Seconds ?? []);
  return ages.length === 0 ? '–' : `${Math.max(...ages)} s`;
}

const gapText = (gap: SourceConditions['gaps'][number] | undefined): string =>
  gap === undefined ? '' : `${timeText(gap.fromAt)} – ${gap.toAt === null ? 'now' : timeText(gap.toAt)} ${gap.reason}`;

export const command = query({
  about:
    'Shows how complete the collected data is: complete, partial and missing days of each source, and its last gap.',
  usage: '[<marketplace>]',
  example: 'itemtape conditions skinport --days 30',
  flags: {
    game: onlyGame,
    days: byDefault(90, count('--days <count>', 'How many days, including today (default: 90).')),
  },
  subject: (words) => given({ marketplace: words.join(' ') || null }),
  ask: ({ tape, flags: { days, ...what }, subject }) =>
    tape.conditions({ ...what, ...subject, from: new Date(Date.now() - (days - 1) * dayMs) }),
  show: ({ fromDay, toDay, sources }) => ({
    lines: [`${fromDay} to ${toDay} (UTC)`, ...tableLines(columns, sources)],
    code: sources.length === 0 ? 1 : 0,
  }),
});

const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(5, 16).replace('T', ' ');
