import type { Term } from './search-terms.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordRows } from './word-rows.ts';

// One bit of an int32 per wanted word, including those that short forms stand for
export const maxBits = 30;

export type Words = ArrayLike<number> & Iterable<number>;

/** A name with all of `all` and none of `none` counts as having `gives`. */
type Implication = { readonly gives: number; readonly all: number; readonly none: number };

/** Bits per word, one for each term and each word that a term stands for. */
export type WordQuery = {
  readonly wanted: number;
  readonly bits: Int32Array;
  /** Bits of words that results must not have. */
  readonly refused: number;
  readonly readings: readonly Implication[];
  readonly terms: readonly { readonly gives: number; readonly text: string }[];
  /** Every result has one of these words. */
  readonly rarest: readonly number[];
};

/** The bits of the terms that a row with some bits has because of what they stand for. */
export function impliedBy(held: number, { readings }: WordQuery): number {
  let implied = 0;
  for (const { all, none, gives } of readings) if ((held & all) === all && (held & none) === 0) implied |= gives;
  return implied;
}

export const isAnswer = (held: number, query: WordQuery): boolean =>
  ((held | impliedBy(held, query)) & query.wanted) === query.wanted;

/** Builds the query of some terms over the words of an index. */
export class QueryBuilder {
  readonly #words: Vocabulary;
  readonly #rows: WordRows;
  readonly #bits: Int32Array;
  readonly #readings: Implication[] = [];
  readonly #terms: { readonly gives: number; readonly text: string }[] = [];
  #refused = 0;
  #next = 0;

  constructor(words: Vocabulary, rows: WordRows) {
    this.#words = words;
    this.#rows = rows;
    this.#bits = new Int32Array(words.size);
  }

  /** null if no name can match. */
  build(terms: readonly Term[], wordsFor: (term: Term) => Words): WordQuery | null {
    let wanted = 0;
    let rarest: readonly number[] = [];
    let min = Number.POSITIVE_INFINITY;
    for (const term of byLengthDescending(terms)) {
      if (this.#next + bitsFor(term) > maxBits) return null;
      const words = wordsFor(term);
      const gives = this.#mark(words);
      wanted |= gives;
      this.#terms.push({ gives, text: term.text });
      const oneOf = [words, ...this.#otherWays(term, gives)];
      const uses = oneOf.reduce((sum, way) => sum + this.#rows.usesOf(way), 0);
      if (uses === 0) return null;
      if (uses >= min) continue;
      min = uses;
      rarest = oneOf.flatMap((way) => [...way]);
    }
    const [bits, refused, readings, given] = [this.#bits, this.#refused, this.#readings, this.#terms];
    return wanted === 0 ? null : { wanted, bits, refused, readings, terms: given, rarest };
  }

  /** Notes how a name can match a term without one of its own words; one of the words returned for each way is necessary. */
  #otherWays({ typed, sense }: Term, gives: number): Words[] {
    const ways: Words[] = [];
    if (typed.length > 1) {
      const held = typed.map((word) => this.#words.holding(word));
      this.#readings.push({ gives, all: this.#markAll(held), none: 0 });
      ways.push(this.#rarestOf(held));
    }
    if (sense !== null) {
      const all = sense.all.map((word) => this.#words.whole(word));
      const none = this.#markAll(sense.none.map((word) => this.#words.whole(word)));
      this.#readings.push({ gives, all: this.#markAll(all), none });
      this.#refused |= none;
      ways.push(this.#rarestOf(all));
    }
    return ways;
  }

  #markAll(all: readonly Words[]): number {
    return all.reduce((sum, words) => sum | this.#mark(words), 0);
  }

  #mark(words: Words): number {
    const bit = 1 << this.#next;
    this.#next += 1;
    for (let at = 0; at < words.length; at += 1)
      this.#bits[words[at] as number] = (this.#bits[words[at] as number] as number) | bit;
    return bit;
  }

  /** Of words that must all occur, those in the fewest names; empty if one is unknown. */
  #rarestOf(all: readonly Words[]): Words {
    return all.reduce((a, b) => (this.#rows.usesOf(a) <= this.#rows.usesOf(b) ? a : b));
  }
}

const bitsFor = ({ typed, sense }: Term): number =>
  1 + (typed.length > 1 ? typed.length : 0) + (sense === null ? 0 : sense.all.length + sense.none.length);

/** The first stays first: its bit marks names that begin with it. Of the others, long ones most likely match nothing. */
const byLengthDescending = ([first, ...others]: readonly Term[]): readonly Term[] =>
  first === undefined ? [] : [first, ...others.sort((a, b) => b.text.length - a.text.length)];
