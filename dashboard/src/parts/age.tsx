import { ageText, nowSeconds } from '../text/age.ts';
import { instantText } from '../text/clock.ts';
import { say } from '../text/say.ts';

/** How old something is, with the instant itself for whoever points at it. */
export function Age({ at }: { readonly at: number | null }) {
  if (at === null) return <span class="quiet">{say('never')}</span>;
  const instant = new Date(at * 1000);
  return (
    <time dateTime={instant.toISOString()} title={instantText(at)}>
      {ageText(at, nowSeconds.value)}
    </time>
  );
}
