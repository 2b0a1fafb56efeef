import { translate, translateKnown } from '../text/translate.ts';

/** What each flag means. */
const meanings: Readonly<Record<string, string>> = {
  stale: translate('the marketplace has not confirmed it for an hour'),
  thin: translate('the marketplace has only one offer, buy order or sale'),
  outlier: translate('far from what the other marketplaces ask, or from its usual price'),
  inferred: translate('every source of that marketplace for it has an inferred format'),
  feeUnknown: translate('the buyer fee is unknown here: the profit is at most this'),
  afterGap: translate('read after its source had been failing for a while; changes in between may be missing'),
  partialRead: translate('a source returned rows that cannot be read, or far fewer than before'),
  converted: translate('the marketplace states it in another currency; converted at the day’s rate'),
  rateOld: translate('its exchange rate is out of date, or no usable rate exists'),
  variantUnknown: translate('the item has variants, and the marketplace did not say which one this is'),
  crossed: translate('the best buy order is above the lowest ask'),
  locked: translate('the best buy order is the lowest ask'),
};

/** A flag in words: `feeUnknown` becomes “fee unknown”. */
export const flagText = (flag: string): string =>
  translateKnown(
    'flag',
    flag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );

export const meaningOf = (flag: string): string => meanings[flag] ?? translate('a flag this page does not know yet');

type Props = { readonly flags: readonly string[] };

/** Badges for flags. */
export function Marks({ flags }: Props) {
  return flags.map((flag) => (
    <span key={flag} class={`mark ${flag}`} title={`${flagText(flag)}: ${meaningOf(flag)}`}>
      {flagText(flag)}
    </span>
  ));
}

/** A legend of the flags that occur, for those who cannot hover over them. */
export function MarksExplained({ flags }: Props) {
  const occurring = [...new Set(flags)].sort();
  if (occurring.length === 0) return null;
  return (
    <dl class="explained">
      {occurring.map((flag) => (
        <div key={flag}>
          <dt>
            <Marks flags={[flag]} />
          </dt>
          <dd>{meaningOf(flag)}</dd>
        </div>
      ))}
    </dl>
  );
}
