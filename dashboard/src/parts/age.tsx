import { ageText, nowSeconds } from '../text/age.ts';
import { instantText } from '../text/clock.ts';
import { say } from '../text/say.ts';

type Props = {
  readonly at: number | null;
  /** Said where there is none; “never” unless said. */
  readonly none?: string;
};

/** How old something is, with the instant itself for whoever points at it. */
export function Age({ at, none = say('never') }: Props) {
  if (at === null) return <span class="quiet">{none}</span>;
  const instant = new Date(at * 1000);
  return (
    <time dateTime={instant.toISOString()} title={instantText(at)}>
      {ageText(at, nowSeconds.value)}
    </time>
  );
}
