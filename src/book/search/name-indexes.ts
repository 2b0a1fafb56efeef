import { itemKey } from '../../names/item-key.ts';
import type { Game } from '../../schema/index.ts';
import { bytesOf } from '../memory/column.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { NearestName } from './nearest-name.ts';
import { TokenIndex } from './token-index.ts';
import { WordIndex } from './word-index.ts';

/** Does work in pieces, until a piece returns false. */
export type Later = (piece: () => boolean) => void;

/** Names that take about a millisecond. */
const atOnce = 50;

/** A new name with its key, also in lower case, or a known one with its name in the language of a marketplace. */
type Waiting = { readonly name: NameId; readonly text: string; readonly lowered: string; readonly isLocal: boolean };

/**
 * The indexes that the names of a game are searched in. They take more time than all else that a new item needs, so while lists
 * are read, new names wait for it; until then they are found by their text.
 */
export class NameIndexes {
  readonly #nearest: NearestName;
  readonly #tokens = new TokenIndex();
  readonly #words: WordIndex;
  readonly #later: Later | null;
  #waiting: Waiting[] = [];
  #indexed = 0;
  /** Whether new names may wait. */
  mayWait = false;

  /** Without `later`, no name waits. */
  constructor(game: Game, names: NameTable, later: Later | null) {
    this.#nearest = new NearestName(names);
    this.#words = new WordIndex(game, names);
    this.#later = later;
  }

  get bytes(): number {
    return bytesOf([this.#nearest, this.#tokens, this.#words]);
  }

  add(name: NameId, key: string): void {
    this.#add({ name, text: key, lowered: key.toLowerCase(), isLocal: false });
  }

  addLocalName(name: NameId, local: string): void {
    this.#add({ name, text: local, lowered: '', isLocal: true });
  }

  /** After the names that waited first. */
  get words(): WordIndex {
    this.#indexSome();
    return this.#words;
  }

  get nearest(): NearestName {
    this.#indexSome();
    return this.#nearest;
  }

  /** The names that contain every word of a text, ignoring case. */
  containing(text: string): FoundNames {
    this.#indexSome();
    const indexed = this.#tokens.containing(text);
    const waiting = this.#waiting.length - this.#indexed;
    if (waiting === 0) return indexed;
    const found = foundNames(indexed.count + waiting);
    for (let at = 0; at < indexed.count; at += 1)
      addFound(found, indexed.names[at] as number, indexed.likeness[at] as number);
    this.#addWaiting(itemKey(text).toLowerCase(), found);
    return found;
  }

  #addWaiting(wanted: string, found: FoundNames): void {
    const words = wanted.split(' ').filter((word) => word !== '');
    if (words.length === 0) return;
    for (let at = this.#indexed; at < this.#waiting.length; at += 1) {
      const { name, lowered } = this.#waiting[at] as Waiting;
      if (!words.every((word) => lowered.includes(word))) continue;
      addFound(found, name, lowered === wanted ? 0 : lowered.startsWith(wanted) ? 1 : 2);
    }
  }

  #add(one: Waiting): void {
    if (this.#later !== null && this.mayWait) {
      if (this.#waiting.push(one) === 1) this.#later(() => this.#indexSome());
      return;
    }
    while (this.#indexSome());
    this.#index(one);
  }

  /** Names are indexed in the order of their numbers. Returns whether more are waiting. */
  #indexSome(): boolean {
    const end = Math.min(this.#waiting.length, this.#indexed + atOnce);
    for (; this.#indexed < end; this.#indexed += 1) this.#index(this.#waiting[this.#indexed] as Waiting);
    if (this.#indexed < this.#waiting.length) return true;
    this.#waiting = [];
    this.#indexed = 0;
    return false;
  }

  #index({ name, text, isLocal }: Waiting): void {
    if (isLocal) {
      this.#words.addLocalName(name, text);
      return;
    }
    this.#nearest.add(name, text);
    this.#tokens.add(name, text);
    this.#words.add(name, text);
  }
}

type SearchIndex = { readonly names: NameTable; readonly indexes: NameIndexes };

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
export function nameTest({ names, indexes }: SearchIndex, text: string): (name: string) => boolean {
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
