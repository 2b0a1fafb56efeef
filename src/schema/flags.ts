/**
 * What may be doubtful about a price. A flag leaves nothing out: it says what a figure rests on. Answers list the words that are true,
 * in the order of the alphabet. docs/trading.md says by which rule each is true; src/flags/ holds these rules.
 */
export const flagMeanings = {
  afterGap: 'read right after a gap of its source: what happened in that may be missing',
  inferred: 'read by a source whose form is only inferred',
  outlier: 'far from what the other marketplaces ask, or has moved away from them and from its own week',
  partialRead: 'the last reading of its source could not be read in full',
  rateOld: 'converted at an exchange rate that is overdue, or at none',
  stale: 'not confirmed by the marketplace for an hour',
  thin: 'one offer, buy order or sale is all there is',
  variantUnknown: 'the item has variants, and which one this is was not told',
} as const;
export type Flag = keyof typeof flagMeanings;
export const flags = Object.keys(flagMeanings).sort() as [Flag, ...Flag[]];

/** The words as a description tells them. */
export const meaningsText = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join('; ');
