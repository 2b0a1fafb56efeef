/** Members of an item by which it is asked for, each with one of several words. */
export const filterWords = [
  'kind',
  'weapon',
  'finish',
  'exterior',
  'rarity',
  'collection',
  'hero',
  'slot',
  'itemType',
  'quality',
  'class',
  'event',
] as const;
export type FilterWord = (typeof filterWords)[number];

/** What an item must be: one of the words of each member that is given, in any case. */
export type ItemFilter = { readonly [Word in FilterWord]?: readonly string[] } & {
  readonly statTrak?: boolean;
  readonly souvenir?: boolean;
  /** The item can have a float from here, and up to there. */
  readonly fromFloat?: number;
  readonly toFloat?: number;
};
