import type { SourceConditions } from '@itemtape/client';
import { Band, BandLegend, bandOf, withUnknown } from '../../parts/band.tsx';
import { say } from '../../text/say.ts';

const daySeconds = 86_400;

/** As far back as it is asked for how whole days are. */
export const bandDays = 365;

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

type Props = {
  readonly conditions: readonly SourceConditions[];
  readonly marketplaces: readonly string[];
  /** First moment that is drawn, in Unix seconds; null while it is not known, infinite where nothing is. */
  readonly since: number | null;
};

/** How whole all days under a chart are, those too of which nothing is kept, of the marketplaces that are drawn in it. */
export function DayBand({ conditions, marketplaces, since }: Props) {
  if (since === null || since === Number.POSITIVE_INFINITY) return null;
  const now = Date.now() / 1000;
  const from = dayOf(Math.max(since, now - bandDays * daySeconds));
  const drawn = conditions.filter(({ marketplace }) => marketplaces.includes(marketplace));
  const known = bandOf(drawn).filter(({ day }) => day >= from);
  if (known.length === 0) return null;
  const label = say('How whole these days are');
  return (
    <div class="day-band">
      <Band days={withUnknown(known, from, dayOf(now))} label={label} />
      <p class="quiet">{label}</p>
      <BandLegend />
    </div>
  );
}
