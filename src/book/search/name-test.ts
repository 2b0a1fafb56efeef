import { itemKey } from '../../names/item-key.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { FoundNames } from './found-names.ts';
import type { TokenIndex } from './token-index.ts';
import type { WordIndex } from './word-index.ts';

/** The indexes that names are searched in. */
export type NameIndexes = { readonly names: NameTable; readonly tokens: TokenIndex; readonly words: WordIndex };

/** The names that contain every word of a text; if none does, those that contain short forms of the words. */
export function namesHolding({ tokens, words }: Omit<NameIndexes, 'names'>, text: string): NameId[] {
  const exact = tokens.containing(text);
  const found: FoundNames = exact.count > 0 ? exact : words.holding(text, exact);
  return Array.from(found.names.subarray(0, found.count)) as NameId[];
}

/**
 * Tests names like `namesHolding`, including names added later. A filling book adds names all the time, and repeating the
 * search is slow, so up to a sixteenth of the names are tested by their text.
 */
export function nameTest(indexes: NameIndexes, text: string): (name: string) => boolean {
  const { names } = indexes;
  const words = itemKey(text).toLowerCase().split(' ');
  const found = new Set<NameId>();
  let lookedUp = 0;
  return (name) => {
    const number = names.numberOf(name);
    if (number >= lookedUp + lookedUp / share) {
      lookedUp = names.size;
      for (const one of namesHolding(indexes, text)) found.add(one);
    }
    if (number < lookedUp) return found.has(number);
    const lowered = itemKey(name).toLowerCase();
    return words.every((word) => lowered.includes(word));
  };
}

const share = 16;
