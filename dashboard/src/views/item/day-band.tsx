import type { SourceConditions } from '@itemtape/client';
import { Band, bandOf } from '../../parts/band.tsx';
import { say } from '../../text/say.ts';

type Props = {
  readonly conditions: readonly SourceConditions[];
  readonly marketplaces: readonly string[];
  /** First moment that is drawn, in Unix seconds; null while nothing is. */
  readonly since: number | null;
};

/** How whole the days under a chart are, of the marketplaces that are drawn in it. */
export function DayBand({ conditions, marketplaces, since }: Props) {
  if (since === null) return null;
  const drawn = conditions.filter(({ marketplace }) => marketplaces.includes(marketplace));
  const days = bandOf(drawn).filter(({ day }) => Date.parse(day) / 1000 > since - 86_400);
  return days.length === 0 ? null : <Band days={days} label={say('How whole these days are')} />;
}
