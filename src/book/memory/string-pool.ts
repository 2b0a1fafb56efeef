import { ownText } from './packed-text.ts';

const sightingSlots = 1 << 16;
const longestPhrase = 128;

/**
 * Texts that many records share (the beginnings of links, the names of stickers), each kept once under a number from 1.
 * A text is taken in when it is met for the second time, so that what is unique to one record never enters; entries
 * stay, and their number is bounded.
 */
export class StringPool {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [''];
  readonly #sightings = new Int32Array(sightingSlots);

  constructor(limit = 1 << 18) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a phrase, or 0 when it has none; `isNew` counts as meeting it. */
  numberOf(phrase: string, isNew: boolean): number {
    const known = this.#numbers.get(phrase);
    if (known !== undefined) return known;
    if (!isNew || phrase.length > longestPhrase || this.#numbers.size >= this.#limit) return 0;
    return this.#meet(phrase);
  }

  phrase(number: number): string {
    return this.#strings[number] as string;
  }

  #meet(phrase: string): number {
    let hash = 0;
    for (let at = 0; at < phrase.length; at += 1) hash = (Math.imul(hash, 31) + phrase.charCodeAt(at)) | 0;
    const slot = (hash ^ (hash >>> 16)) & (sightingSlots - 1);
    if (this.#sightings[slot] !== hash) {
      this.#sightings[slot] = hash;
      return 0;
    }
    const kept = ownText(phrase);
    const number = this.#strings.push(kept) - 1;
    this.#numbers.set(kept, number);
    return number;
  }
}
