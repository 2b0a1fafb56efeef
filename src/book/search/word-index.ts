import type { Game } from '../../schema/index.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { bitsIn } from './letters.ts';
import { type Term, termsOf } from './search-terms.ts';
import { Vocabulary } from './vocabulary.ts';
import { WordReader } from './word-reader.ts';
import { WordRows } from './word-rows.ts';

// One bit of an int32 per wanted word, including those that abbreviations stand for
const mostBits = 30;
const leastAlike = 1 / 2;
// A shorter term is similar only to words that contain it
const shortestNear = 3;

type Words = ArrayLike<number> & Iterable<number>;

/** A name with all of `all` and none of `none` counts as having `gives`. */
type Implied = { readonly gives: number; readonly all: number; readonly none: number };

type WordQuery = {
  readonly wanted: number;
  readonly bits: Int32Array;
  readonly readings: readonly Implied[];
  /** Every result has one of these words. */
  readonly rarest: readonly number[];
};

/**
 * The words of all names of one game, each stored once, and the numbers of each name's words. Finds names by what people
 * type instead of the exact name. It is extended with every name, so that no search waits for it.
 * It takes 72 bytes per name over 86,149 real ones: 62 and 68 in Dota 2 and CS2, 114 and 242 in Rust and TF2, whose names
 * seldom share words; about 100 more for a name in the language of a marketplace.
 */
export class WordIndex {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #words = new Vocabulary();
  // One row per name, and one per name with its local name
  readonly #rows = new WordRows();
  readonly #reader = new WordReader();
  /** Words of the row being added. */
  readonly #row: number[] = [];

  constructor(game: Game, names: NameTable) {
    this.#game = game;
    this.#names = names;
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  add(name: NameId): void {
    this.#addRow(name, this.#names.name(name));
  }

  /** Adds the name of an item in the language of a marketplace. */
  addLocalName(name: NameId, local: string): void {
    this.#addRow(name, `${this.#names.name(name)} ${local}`);
  }

  /** Names found by joined forms, abbreviations and phases, without those in `known`. */
  holding(query: string, known: FoundNames): FoundNames {
    return this.#find(query, known, (term) => this.#wordsWith(term));
  }

  /** Names that contain every word of a query, allowing one typing error per word. */
  withErrors(query: string): FoundNames {
    return this.#find(query, noNames, (term) =>
      term.sense === null ? [...this.#wordsWith(term), ...this.#words.begunWithin1(term.text)] : this.#wordsWith(term),
    );
  }

  /** The names most similar to a query that finds none. */
  nearest(query: string): FoundNames {
    const terms = termsOf(this.#game, query)
      .filter(({ sense }) => sense === null)
      .slice(0, mostBits);
    const letters = lettersIn(terms);
    const found = foundNames(this.#names.size);
    if (letters === 0) return found;
    const least = letters * leastAlike;
    const alike = this.#alikeByLong(terms.filter(({ text }) => text.length >= shortestNear));
    this.#addAlikeByShort(
      terms.filter(({ text }) => text.length < shortestNear),
      alike,
      least,
    );
    for (let name = 0; name < alike.length; name += 1) {
      if ((alike[name] as number) >= least) addFound(found, name, Math.min(letters - (alike[name] as number), 255));
    }
    return found;
  }

  #find(query: string, known: FoundNames, wordsFor: (term: Term) => Words): FoundNames {
    const question = this.#questionOf(termsOf(this.#game, query), wordsFor);
    if (question === null) return noNames;
    const found = foundNames(this.#names.size);
    const isKnown = new Uint8Array(this.#names.size);
    for (let at = 0; at < known.count; at += 1) isKnown[known.names[at] as number] = 1;
    this.#rows.eachWithAny(question.rarest, (row) => {
      const name = this.#rows.owner(row);
      if (isKnown[name] === 1 || !this.#isAnswer(row, question)) return;
      isKnown[name] = 1;
      addFound(found, name, (this.#rows.firstBits(row, question.bits) & 1) === 1 ? 1 : 2);
    });
    return found;
  }

  #isAnswer(row: number, { wanted, bits, readings }: WordQuery): boolean {
    let held = this.#rows.bitsOf(row, bits);
    for (const { all, none, gives } of readings) if ((held & all) === all && (held & none) === 0) held |= gives;
    return (held & wanted) === wanted;
  }

  /** null if no name can match. */
  #questionOf(terms: readonly Term[], wordsFor: (term: Term) => Words): WordQuery | null {
    const bits = new Int32Array(this.#words.size);
    const readings: Implied[] = [];
    let next = 0;
    let wanted = 0;
    let rarest: Words = [];
    let fewest = Number.POSITIVE_INFINITY;
    const mark = (words: Words): number => {
      const bit = 1 << next;
      next += 1;
      for (let at = 0; at < words.length; at += 1)
        bits[words[at] as number] = (bits[words[at] as number] as number) | bit;
      return bit;
    };
    const markWhole = (words: readonly string[]): number =>
      words.reduce((sum, word) => sum | mark(this.#words.whole(word)), 0);
    for (const term of longestFirst(terms)) {
      if (next >= mostBits - 3) return null;
      const words = wordsFor(term);
      const gives = mark(words);
      wanted |= gives;
      if (term.sense !== null)
        readings.push({ gives, all: markWhole(term.sense.all), none: markWhole(term.sense.none) });
      const oneOf = term.sense === null ? words : [...words, ...this.#rarestOf(term.sense.all)];
      const uses = this.#rows.usesOf(oneOf);
      if (uses === 0) return null;
      if (uses >= fewest) continue;
      fewest = uses;
      rarest = oneOf;
    }
    return wanted === 0 ? null : { wanted, bits, readings, rarest: [...rarest] };
  }

  /** Of words that must all occur, the one in the fewest names; empty if one of them is unknown. */
  #rarestOf(words: readonly string[]): number[] {
    return words
      .map((word) => this.#words.whole(word))
      .reduce((a, b) => (this.#rows.usesOf(a) <= this.#rows.usesOf(b) ? a : b));
  }

  #wordsWith({ text, isWhole }: Term): Words {
    return isWhole ? this.#words.whole(text) : this.#words.holding(text);
  }

  /** How many letters of the terms each name has, counting its most similar word per term. */
  #alikeByLong(terms: readonly Term[]): Uint16Array {
    const alike = new Uint16Array(this.#names.size);
    const most = new Uint8Array(this.#names.size);
    for (const term of terms) {
      most.fill(0);
      for (const [word, distance] of this.#distances(term)) {
        const same = term.text.length - distance;
        this.#rows.eachWith(word, (row) => {
          const name = this.#rows.owner(row);
          const more = same - (most[name] as number);
          if (more <= 0) return;
          most[name] = same;
          alike[name] = (alike[name] as number) + more;
        });
      }
    }
    return alike;
  }

  /** Terms of one or two letters occur in so many words that rows are scanned instead, only those that need their letters. */
  #addAlikeByShort(terms: readonly Term[], alike: Uint16Array, least: number): void {
    const bits = new Int32Array(this.#words.size);
    // Terms of at least one letter, and of two
    let ones = 0;
    let twos = 0;
    for (const [at, term] of terms.entries()) {
      const words = this.#wordsWith(term);
      if (words.length === 0) continue;
      ones |= 1 << at;
      if (term.text.length === 2) twos |= 1 << at;
      for (let of = 0; of < words.length; of += 1)
        bits[words[of] as number] = (bits[words[of] as number] as number) | (1 << at);
    }
    const letters = bitsIn(ones) + bitsIn(twos);
    const most = new Uint8Array(this.#names.size);
    for (let row = 0; letters > 0 && row < this.#rows.count; row += 1) {
      const name = this.#rows.owner(row);
      if ((alike[name] as number) - (most[name] as number) + letters < least) continue;
      const held = this.#rows.bitsOf(row, bits);
      const more = bitsIn(held) + bitsIn(held & twos) - (most[name] as number);
      if (more <= 0) continue;
      alike[name] = (alike[name] as number) + more;
      most[name] = (most[name] as number) + more;
    }
  }

  /** Edit distances of the words similar to a term. */
  #distances(term: Term): Map<number, number> {
    const distances = this.#words.near(term.text);
    for (const word of this.#words.begunWithin1(term.text)) distances.set(word, 1);
    for (const word of this.#wordsWith(term)) distances.set(word, 0);
    return distances;
  }

  #addRow(name: NameId, text: string): void {
    const { letters, ends } = this.#reader.read(text);
    this.#row.length = 0;
    let start = 0;
    let before = 0;
    for (const end of ends) {
      this.#row.push(this.#words.numberFor(letters, start, end));
      // SSG 08 is also typed as one word
      const isJoined = start > before && isNumber(letters, start, end) && !hasDigit(letters, before, start);
      if (isJoined) this.#row.push(this.#words.numberFor(letters, before, end));
      before = start;
      start = end;
    }
    this.#rows.add(name, this.#row);
  }
}

const noNames = foundNames(0);

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function isNumber(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isDigit(letters[at] as number)) return false;
  return true;
}

function hasDigit(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (isDigit(letters[at] as number)) return true;
  return false;
}

const lettersIn = (terms: readonly Term[]): number => terms.reduce((sum, { text }) => sum + text.length, 0);

/** The first stays first: its bit marks names that begin with it. Of the others, long ones most likely match nothing. */
const longestFirst = ([first, ...others]: readonly Term[]): readonly Term[] =>
  first === undefined ? [] : [first, ...others.sort((a, b) => b.text.length - a.text.length)];
