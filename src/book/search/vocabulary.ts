import { editDistance } from './edit-distance.ts';
import { withRoom } from './grown-array.ts';
import { bitsIn, letterSetOf } from './letters.ts';
import { TextScan } from './text-scan.ts';
import { beginsWithin1 } from './within-one-edit.ts';
import { WordTable } from './word-table.ts';

// A shorter word with an error in it could be nearly any other
const shortestWithError = 4;
const farthest = 1 / 2;

/**
 * Numbered words, each with which letters it holds: most words that are far from a typed one lack too many of its letters,
 * and are passed over by one look at a number.
 */
export class Vocabulary {
  readonly #scan = new TextScan();
  readonly #words = new WordTable((word) => this.#note(word));
  #letters = new Int32Array(0);

  get size(): number {
    return this.#words.size;
  }

  /** Of a word as code units. */
  numberFor(codes: Uint16Array, start: number, end: number): number {
    return this.#words.numberFor(codes, start, end);
  }

  /** The word itself where it is known. */
  whole(text: string): number[] {
    const word = this.#words.numberOf(text);
    return word < 0 ? [] : [word];
  }

  /** The words that hold a text. */
  holding(text: string): Int32Array {
    return this.#scan.holding(text);
  }

  /** The words that begin with a text but for at most one error in it. */
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

  /** The words that differ from a text in no more than half of its letters, with in how many. */
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
