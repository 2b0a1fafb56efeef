import { editDistance } from '../../edit-distance.ts';
import { withRoom } from './grown-array.ts';
import { bitsIn, letterSetOf } from './letters.ts';
import { TextScan } from './text-scan.ts';
import { beginsWithin1 } from './within-one-edit.ts';
import { WordTable } from './word-table.ts';

// A shorter word with an error could be nearly any other
const shortestWithError = 4;
const farthest = 1 / 2;

/**
 * Numbered words with their sets of letters: most words that are far from a typed one lack too many of its letters, and are
 * skipped by comparing one number.
 */
export class Vocabulary {
  readonly #scan = new TextScan();
  readonly #words = new WordTable((word) => this.#note(word));
  #letters = new Int32Array(0);

  get size(): number {
    return this.#words.size;
  }

  /** The number of a word given as code units. */
  numberFor(codes: Uint16Array, start: number, end: number): number {
    return this.#words.numberFor(codes, start, end);
  }

  /** The number of the word itself, if it is known. */
  whole(text: string): number[] {
    const word = this.#words.numberOf(text);
    return word < 0 ? [] : [word];
  }

  /** The words that contain a text. */
  holding(text: string): Int32Array {
    return this.#scan.holding(text);
  }

  /** The words that begin with a text that has at most one typing error. */
  begunWithin1(text: string): number[] {
    const begun: number[] = [];
    if (text.length < shortestWithError) return begun;
    const wanted = letterSetOf(text);
    for (let word = 0; word < this.size; word += 1) {
      const lacking = wanted & ~(this.#letters[word] as number);
      const isOneAtMost = (lacking & (lacking - 1)) === 0;
      if (isOneAtMost && beginsWithin1(this.#words.word(word), text)) begun.push(word);
    }
    return begun;
  }

  /** The words that differ from a text in at most half of its letters, with their edit distances. */
  near(text: string): Map<number, number> {
    const distances = new Map<number, number>();
    const limit = Math.floor(text.length * farthest);
    const wanted = letterSetOf(text);
    for (let word = 0; limit > 0 && word < this.size; word += 1) {
      const own = this.#letters[word] as number;
      if (bitsIn(wanted & ~own) > limit || bitsIn(own & ~wanted) > limit) continue;
      const distance = editDistance(this.#words.word(word), text, limit);
      if (distance <= limit) distances.set(word, distance);
    }
    return distances;
  }

  #note(word: number): void {
    this.#scan.add(this.#words.word(word));
    this.#letters = withRoom(this.#letters, word);
    this.#letters[word] = letterSetOf(this.#words.word(word));
  }
}
