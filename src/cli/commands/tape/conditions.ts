import type { SourceConditions } from '#client';
import type { Run } from '../../command.ts';
import { countFlag, gameFlag } from '../../flags.ts';
import { given } from '../../given.ts';
import { jsonText } from '../../json.ts';
import { tapeFor } from '../../read/service.ts';
import { tableLines } from '../../read/table.ts';

const dayMs = 86_400_000;

const columns = [
  { head: 'marketplace' },
  { head: 'source' },
  { head: 'game' },
  { head: 'complete', isNumber: true },
  { head: 'partial', isNumber: true },
  { head: 'missing', isNumber: true },
  { head: 'coverage', isNumber: true },
  { head: 'age p95', isNumber: true },
  { head: 'last gap' },
];

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
  for (const line of tableLines(columns, found.sources.map(cellsOf))) input.out(`${line}\n`);
  return found.sources.length === 0 ? 1 : 0;
};

function cellsOf({ marketplace, source, game, days, gaps }: SourceConditions): string[] {
  const count = (condition: string) => String(days.filter((day) => day.condition === condition).length);
  const coverage = days.reduce((sum, day) => sum + day.coverage, 0) / Math.max(1, days.length);
  const ages = days.flatMap(({ ageP95Seconds }) => ageP95Seconds ?? []);
  const last = gaps.at(-1);
  return [
    ...[marketplace, source, game, count('complete'), count('partial'), count('missing')],
    `${(coverage * 100).toFixed(2)} %`,
    ages.length === 0 ? '–' : `${Math.max(...ages)} s`,
    last === undefined
      ? ''
      : `${timeText(last.fromAt)} – ${last.toAt === null ? 'now' : timeText(last.toAt)} ${last.reason}`,
  ];
}

const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(5, 16).replace('T', ' ');
