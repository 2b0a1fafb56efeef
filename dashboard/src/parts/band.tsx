import type { DayCondition, SourceConditions } from '@itemtape/client';
import { gapText } from '../text/state.ts';
import { translate, translateKnown } from '../text/translate.ts';

const dayMs = 86_400_000;

type Condition = DayCondition['condition'];

/** One day across several sources. */
export type BandDay = { readonly day: string; readonly condition: Condition | null; readonly text: string };

/** The condition of a day across sources: complete or missing only when it is so for all of them. */
function overall(conditions: readonly Condition[]): Condition {
  const [first = 'missing'] = conditions;
  return conditions.every((one) => one === first) ? first : 'partial';
}

const gapsIn = ({ source, gaps }: SourceConditions, day: string): string[] => {
  const from = Date.parse(day) / 1000;
  return gaps
    .filter(({ fromAt, toAt }) => fromAt < from + 86_400 && (toAt === null || toAt > from))
    .map(({ reason }) => `${source}: ${gapText(reason)}`);
};

/** The days of the sources in order. */
export function bandOf(sources: readonly SourceConditions[]): BandDay[] {
  const days = new Map<string, { conditions: Condition[]; gaps: Set<string> }>();
  for (const source of sources)
    for (const { day, condition } of source.days) {
      const found = days.get(day) ?? { conditions: [], gaps: new Set<string>() };
      found.conditions.push(condition);
      for (const text of condition === 'complete' ? [] : gapsIn(source, day)) found.gaps.add(text);
      days.set(day, found);
    }
  return [...days]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, { conditions, gaps }]) => {
      const condition = overall(conditions);
      return {
        day,
        condition,
        text: [`${day}: ${translateKnown('day', condition)}`, ...[...gaps].slice(0, 8)].join('\n'),
      };
    });
}

/** The day (UTC) of an instant in Unix milliseconds. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Fills in the days of a range without data. */
export function withUnknown(days: readonly BandDay[], from: string, to: string): BandDay[] {
  const known = new Map(days.map((one) => [one.day, one]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => {
    const day = dayOf(Date.parse(from) + at * dayMs);
    return known.get(day) ?? { day, condition: null, text: translate('{day}: no data stored', { day }) };
  });
}

const conditions = ['complete', 'partial', 'missing'] as const;

/** The legend of a band's colours. */
export const BandLegend = () => (
  <ul class="band-legend">
    {conditions.map((condition) => (
      <li key={condition}>
        <span class={condition} /> {translateKnown('day', condition)}
      </li>
    ))}
    <li>
      <span /> {translate('no data stored')}
    </li>
  </ul>
);

/** The condition of each day as a colour, and in words as a tooltip and for screen readers. */
export function Band({ days, label }: { readonly days: readonly BandDay[]; readonly label: string }) {
  const count = (condition: Condition) => days.filter((day) => day.condition === condition).length;
  const description = translate('{label}: {complete} complete, {partial} partial, {missing} missing', {
    label,
    complete: count('complete'),
    partial: count('partial'),
    missing: count('missing'),
  });
  return (
    <div class="band" role="img" aria-label={description}>
      {days.map(({ day, condition, text }) => (
        <span key={day} class={condition ?? undefined} title={text} />
      ))}
    </div>
  );
}
