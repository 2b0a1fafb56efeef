import { itemKey } from '../../names/item-key.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { FoundNames } from './found-names.ts';
import type { NameIndexes } from './name-indexes.ts';

type Searched = { readonly names: NameTable; readonly indexes: NameIndexes };

/** The names that contain every word of a text; if none does, those that contain short forms of the words. */
export function namesHolding(indexes: NameIndexes, text: string): NameId[] {
  const exact = indexes.containing(text);
  const found: FoundNames = exact.count > 0 ? exact : indexes.words.holding(text, exact);
  return Array.from(found.names.subarray(0, found.count)) as NameId[];
}

/**
 * Tests names like `namesHolding`, including names added later. A filling book adds names all the time, and repeating the
 * search is slow, so up to a sixteenth of the names are tested by their text.
 */
export function nameTest({ names, indexes }: Searched, text: string): (name: string) => boolean {
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
