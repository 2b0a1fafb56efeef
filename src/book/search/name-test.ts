import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { FoundNames } from './found-names.ts';
import type { TokenIndex } from './token-index.ts';
import type { WordIndex } from './word-index.ts';

/** What names are searched in. */
export type NameIndexes = { readonly names: NameTable; readonly tokens: TokenIndex; readonly words: WordIndex };

/** The names that hold every word of a text; where none does, those that hold short forms of them. */
export function namesHolding({ tokens, words }: Omit<NameIndexes, 'names'>, text: string): NameId[] {
  const exact = tokens.containing(text);
  const found: FoundNames = exact.count > 0 ? exact : words.holding(text, exact);
  return Array.from(found.names.subarray(0, found.count)) as NameId[];
}

/**
 * Whether a name is one of those, also of names that become known later. A book that fills has new ones all the time, and
 * looking all of them up takes a while: a few of them are read for the words themselves.
 */
export function nameTest(indexes: NameIndexes, text: string): (name: string) => boolean {
  const { names } = indexes;
  const words = text.toLowerCase().split(/\s+/);
  const found = new Set<NameId>();
  let lookedUp = 0;
  return (name) => {
    const number = names.numberOf(name);
    if (number >= lookedUp + lookedUp / share) {
      lookedUp = names.size;
      for (const one of namesHolding(indexes, text)) found.add(one);
    }
    if (number < lookedUp) return found.has(number);
    const lowered = name.toLowerCase();
    return words.every((word) => lowered.includes(word));
  };
}

const share = 16;
