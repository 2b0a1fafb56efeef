import { Band, type BandDay, BandLegend, withUnknown } from '../../../parts/band.tsx';
import { translate, translateKnown } from '../../../text/translate.ts';
import type { Past } from './past.ts';

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** The days as a band: one is complete or missing only if it is so for every source. */
export function bandOf({ day, complete, partial, missing }: Past['days']): BandDay[] {
  return day.map((one, at) => {
    const counts = [complete[at] ?? 0, partial[at] ?? 0, missing[at] ?? 0] as const;
    const all = counts[0] + counts[1] + counts[2];
    const condition = counts[0] === all ? 'complete' : counts[2] === all ? 'missing' : 'partial';
    const text = `${one}: ${translateKnown('day', condition)}`;
    const sources = translate('{count} of {all} sources complete', { count: counts[0], all });
    return { day: one, condition, text: `${text} · ${sources}` };
  });
}

/** How complete the data is, on the days that the chart shows. */
export function DayBand({ past }: { readonly past: Past }) {
  const [first] = past.times;
  const known = bandOf(past.days);
  if (first === undefined || known.length === 0) return null;
  const label = translate('How complete the data of these days is');
  return (
    <div class="day-band">
      <Band days={withUnknown(known, dayOf(first), dayOf(Date.now() / 1000))} label={label} />
      <details>
        <summary>{label}</summary>
        <BandLegend />
      </details>
    </div>
  );
}
