import type { SourceConditions } from '@itemtape/client';
import { Band, BandLegend, bandOf, dayOf, withUnknown } from '../../parts/band.tsx';
import { translate } from '../../text/translate.ts';

/** How far back conditions are requested: one year. */
export const bandMs = 365 * 86_400_000;

type Props = {
  readonly conditions: readonly SourceConditions[];
  readonly marketplaces: readonly string[];
  /** First moment drawn, in Unix seconds; null while unknown, Infinity when there is no data. */
  readonly since: number | null;
};

/** Conditions of all days under a chart, including days without data, for the marketplaces drawn in it. */
export function DayBand({ conditions, marketplaces, since }: Props) {
  if (since === null || since === Number.POSITIVE_INFINITY) return null;
  const now = Date.now();
  const from = dayOf(Math.max(since * 1000, now - bandMs));
  const drawn = conditions.filter(({ marketplace }) => marketplaces.includes(marketplace));
  const known = bandOf(drawn).filter(({ day }) => day >= from);
  if (known.length === 0) return null;
  const label = translate('How complete the data of these days is');
  return (
    <div class="day-band">
      <Band days={withUnknown(known, from, dayOf(now))} label={label} />
      <p class="quiet">{label}</p>
      <BandLegend />
    </div>
  );
}
