import type { SourceConditions } from '#client';
import { given } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { countFlag, gameFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { tapeFor } from '../../read/service.ts';
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

export const run: Run = async (input) => {
  const { flags, positionals } = input;
  const days = countFlag(flags, 'days', 90);
  const found = await tapeFor(input).conditions({
    from: new Date(Date.now() - (days - 1) * dayMs),
    ...given({ marketplace: positionals.join(' ') || null, game: gameFlag(flags) }),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  input.out(`${found.fromDay} to ${found.toDay} (UTC)\n`);
  for (const line of tableLines(columns, found.sources)) input.out(`${line}\n`);
  return found.sources.length === 0 ? 1 : 0;
};

const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(5, 16).replace('T', ' ');
