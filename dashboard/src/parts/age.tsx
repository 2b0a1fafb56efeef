import { ageText, nowSeconds } from '../text/age.ts';
import { instantText } from '../text/clock.ts';
import { translate } from '../text/translate.ts';

type Props = {
  readonly at: number | null;
  /** Shown when there is none; “never” by default. */
  readonly none?: string;
};

/** An age, with the instant itself as a tooltip. */
export function Age({ at, none = translate('never') }: Props) {
  if (at === null) return <span class="quiet">{none}</span>;
  const instant = new Date(at * 1000);
  return (
    <time dateTime={instant.toISOString()} title={instantText(at)}>
      {ageText(at, nowSeconds.value)}
    </time>
  );
}
