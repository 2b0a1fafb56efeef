import { conditions } from '../item.ts';
import { itemKinds } from './item-kind.ts';

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

const closedLists: Readonly<Partial<Record<FilterWord, readonly string[]>>> = {
  kind: itemKinds,
  exterior: conditions,
};

/** The first word, in any case, that no item can have, with those that one can; null if there is none. */
export function impossibleWord(
  name: FilterWord,
  words: readonly string[],
): { readonly word: string; readonly allowed: readonly string[] } | null {
  const allowed = closedLists[name];
  const word = words.find((one) => allowed?.some((known) => known.toLowerCase() === one.toLowerCase()) === false);
  return word === undefined || allowed === undefined ? null : { word, allowed };
}

/** What an item must be: one of the words of each member that is given, in any case. */
export type ItemFilter = { readonly [Word in FilterWord]?: readonly string[] } & {
  readonly statTrak?: boolean;
  readonly souvenir?: boolean;
  /** The item can have a float from here, and up to there. */
  readonly fromFloat?: number;
  readonly toFloat?: number;
};
