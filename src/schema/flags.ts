/**
 * Reasons to doubt a price. Flagged rows are still returned. Answers list the flags that apply, in alphabetical order.
 * docs/trading.md explains the rule for each flag; src/flags/ implements them.
 */
export const flagMeanings = {
  afterGap: 'read right after a gap in its source, so changes during the gap may be missing',
  converted:
    'the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace',
  inferred: 'read from a source whose format is only inferred',
  outlier: 'far from the asks of other marketplaces, or has moved away from them and from its own past week',
  partialRead: 'the last reading of its source was incomplete',
  rateOld: 'converted at an overdue exchange rate, or no rate is known',
  stale: 'not confirmed by the marketplace for an hour',
  thin: 'based on a single offer, buy order or sale',
  variantUnknown: 'the item has variants, but the marketplace does not say which one this is',
} as const;
export type Flag = keyof typeof flagMeanings;
export const flags = Object.keys(flagMeanings).sort() as [Flag, ...Flag[]];

/** Words and their meanings as text for a description. */
export const meaningsText = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join('; ');
