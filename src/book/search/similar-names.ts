import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { bitsIn } from './letters.ts';
import type { Term } from './search-terms.ts';
import type { Vocabulary } from './vocabulary.ts';
import { maxBits } from './word-query.ts';
import type { WordRows } from './word-rows.ts';

const minAlike = 1 / 2;
// A shorter term is similar only to words that contain it
const shortestNear = 3;

/** Finds the names most similar to some terms: those with at least half of their letters. */
export class SimilarNames {
  readonly #words: Vocabulary;
  readonly #rows: WordRows;
  readonly #nameCount: number;

  constructor(words: Vocabulary, rows: WordRows, nameCount: number) {
    this.#words = words;
    this.#rows = rows;
    this.#nameCount = nameCount;
  }

  find(all: readonly Term[]): FoundNames {
    const terms = all.filter(({ sense }) => sense === null).slice(0, maxBits);
    const letters = lettersIn(terms);
    const found = foundNames(this.#nameCount);
    if (letters === 0) return found;
    const min = letters * minAlike;
    const alike = this.#alikeByLong(terms.filter(({ text }) => text.length >= shortestNear));
    this.#addAlikeByShort(
      terms.filter(({ text }) => text.length < shortestNear),
      alike,
      min,
    );
    for (let name = 0; name < alike.length; name += 1) {
      if ((alike[name] as number) >= min) addFound(found, name, Math.min(letters - (alike[name] as number), 255));
    }
    return found;
  }

  /** How many letters of the terms each name has, counting its most similar word per term. */
  #alikeByLong(terms: readonly Term[]): Uint16Array {
    const alike = new Uint16Array(this.#nameCount);
    const counted = new Uint8Array(this.#nameCount);
    for (const term of terms) {
      counted.fill(0);
      for (const [word, distance] of this.#distances(term)) {
        const same = term.text.length - distance;
        this.#rows.eachWith(word, (row) => {
          const name = this.#rows.owner(row);
          const more = same - (counted[name] as number);
          if (more <= 0) return;
          counted[name] = same;
          alike[name] = (alike[name] as number) + more;
        });
      }
    }
    return alike;
  }

  /** Terms of one or two letters occur in so many words that rows are scanned instead, only those that need their letters. */
  #addAlikeByShort(terms: readonly Term[], alike: Uint16Array, min: number): void {
    const bits = new Int32Array(this.#words.size);
    // Terms of at least one letter, and of two
    let ones = 0;
    let twos = 0;
    for (const [at, term] of terms.entries()) {
      const words = this.#words.matching(term);
      if (words.length === 0) continue;
      ones |= 1 << at;
      if (term.text.length === 2) twos |= 1 << at;
      for (let of = 0; of < words.length; of += 1)
        bits[words[of] as number] = (bits[words[of] as number] as number) | (1 << at);
    }
    const letters = bitsIn(ones) + bitsIn(twos);
    const counted = new Uint8Array(this.#nameCount);
    for (let row = 0; letters > 0 && row < this.#rows.count; row += 1) {
      const name = this.#rows.owner(row);
      if ((alike[name] as number) - (counted[name] as number) + letters < min) continue;
      const held = this.#rows.bitsOf(row, bits);
      const more = bitsIn(held) + bitsIn(held & twos) - (counted[name] as number);
      if (more <= 0) continue;
      alike[name] = (alike[name] as number) + more;
      counted[name] = (counted[name] as number) + more;
    }
  }

  /** Edit distances of the words similar to a term. */
  #distances(term: Term): Map<number, number> {
    const distances = this.#words.near(term.text);
    for (const word of this.#words.begunWithin1(term.text)) distances.set(word, 1);
    for (const word of this.#words.matching(term)) distances.set(word, 0);
    return distances;
  }
}

const lettersIn = (terms: readonly Term[]): number => terms.reduce((sum, { text }) => sum + text.length, 0);
