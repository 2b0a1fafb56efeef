import { beginsWithin1, editDistance } from '../../text/edit-distance.ts';
import { withRoom } from './grown-array.ts';
import { bitsIn, letterSetOf } from './letters.ts';
import { TextScan } from './text-scan.ts';
import { WordTable } from './word-table.ts';

// A shorter word with an error could be nearly any other
export const shortestWithError = 4;
const farthest = 1 / 2;
const maxDividedLength = 32;
const shortestPart = 2;
const maxParts = 4;

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

  add(text: string): void {
    const codes = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    this.numberFor(codes, 0, codes.length);
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

  /** The words that contain a text, or are equal to it if it `isWhole`. */
  matching({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }): Int32Array | number[] {
    return isWhole ? this.whole(text) : this.holding(text);
  }

  word(number: number): string {
    return this.#words.word(number);
  }

  /** The fewest known words that a text consists of, joined without blanks; empty if it cannot be divided. */
  partsOf(text: string): string[] {
    if (text.length > maxDividedLength) return [];
    // By length: the parts of the text up to there
    const divided: (readonly string[] | null)[] = [[]];
    for (let end = 1; end <= text.length; end += 1) divided.push(this.#minUpTo(text, end, divided));
    const parts = divided[text.length] ?? [];
    return parts.length > 1 && parts.length <= maxParts ? [...parts] : [];
  }

  #minUpTo(text: string, end: number, divided: readonly (readonly string[] | null)[]): string[] | null {
    let parts: string[] | null = null;
    for (let start = 0; start <= end - shortestPart; start += 1) {
      const before = divided[start] ?? null;
      if (before === null || (parts !== null && parts.length <= before.length + 1)) continue;
      const part = text.slice(start, end);
      if (this.#words.numberOf(part) >= 0) parts = [...before, part];
    }
    return parts;
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
