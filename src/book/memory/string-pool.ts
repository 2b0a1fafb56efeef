import { asciiOf } from './packed-text.ts';

const sightingSlots = 1 << 16;
// In bytes
const maxPhraseLength = 128;
const minLength = 256;
const recentSlots = 256;
const madeSlots = 4096;

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Texts that many records share (beginnings of links, names of stickers), each stored once under a number from 1.
 * A text is added when it is met for the second time, so that texts unique to one record stay out. Entries are never
 * removed, and their number is bounded. They are stored as UTF-8 outside the JavaScript heap.
 */
export class StringPool {
  readonly #limit: number;
  #size = 0;
  // All phrases, concatenated
  #bytes = Buffer.alloc(minLength);
  // By number: the end of its bytes
  #ends = new Int32Array(minLength);
  #hashes = new Int32Array(minLength);
  // Numbers by hash, with open addressing; 0 is free
  #indexes = new Int32Array(minLength * 2);
  readonly #sightings = new Int32Array(sightingSlots);
  // Numbers found recently, by `glance`
  readonly #recent = new Int32Array(recentSlots);
  // Strings created recently, by the lower bits of their numbers
  readonly #made: string[] = [];
  readonly #madeNumbers = new Int32Array(madeSlots);

  constructor(limit = 1 << 18) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    const numbers = [this.#ends, this.#hashes, this.#indexes, this.#sightings, this.#recent, this.#madeNumbers];
    return numbers.reduce((sum, { byteLength }) => sum + byteLength, this.#bytes.length);
  }

  /** The number of the first characters of a text, or 0 if they have none; `isNew` counts as meeting them. */
  numberOf(text: string, isNew: boolean, length = text.length): number {
    if (length === 0 || length > maxPhraseLength) return 0;
    const bytes = asciiOf(text);
    return bytes === null
      ? this.#numberOfOther(text.slice(0, length), isNew)
      : this.#numberOfBytes(bytes, length, isNew);
  }

  phrase(number: number): string {
    const slot = number & (madeSlots - 1);
    if (number !== 0 && this.#madeNumbers[slot] === number) return this.#made[slot] as string;
    const phrase = this.#bytes.toString('utf8', this.#startOf(number), this.#ends[number]);
    this.#madeNumbers[slot] = number;
    this.#made[slot] = phrase;
    return phrase;
  }

  is(number: number, text: string): boolean {
    return this.matched(number, text) === text.length;
  }

  /** The position after the phrase if the text begins with it, otherwise -1; creates no string for ASCII. */
  matched(number: number, text: string): number {
    const start = this.#startOf(number);
    const length = (this.#ends[number] as number) - start;
    for (let at = 0; at < length; at += 1) {
      const code = this.#bytes[start + at] as number;
      if (code >= 128) return this.#matchedAsText(number, text);
      if (code !== text.charCodeAt(at)) return -1;
    }
    return length;
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }

  #numberOfOther(phrase: string, isNew: boolean): number {
    // Lone surrogates cannot be stored as UTF-8
    if (loneSurrogate.test(phrase)) return 0;
    const bytes = Buffer.from(phrase);
    return bytes.length > maxPhraseLength ? 0 : this.#numberOfBytes(bytes, bytes.length, isNew);
  }

  #numberOfBytes(bytes: Buffer, length: number, isNew: boolean): number {
    const slot = glance(bytes, length);
    const recent = this.#recent[slot] as number;
    if (recent !== 0 && this.#isAt(recent, bytes, length)) return recent;
    const hash = hashOf(bytes, length);
    const number = this.#indexes[this.#positionOf(hash, (stored) => this.#isAt(stored, bytes, length))] as number;
    this.#recent[slot] = number;
    if (number !== 0 || !isNew || !this.#isMetAgain(hash)) return number;
    return this.#enter(hash, bytes.subarray(0, length));
  }

  #matchedAsText(number: number, text: string): number {
    const phrase = this.phrase(number);
    return text.startsWith(phrase) ? phrase.length : -1;
  }

  /** Whether this phrase is to be added; notes that it was met. */
  #isMetAgain(hash: number): boolean {
    if (this.#size >= this.#limit) return false;
    const slot = (hash ^ (hash >>> 16)) & (sightingSlots - 1);
    if (this.#sightings[slot] === hash) return true;
    this.#sightings[slot] = hash;
    return false;
  }

  #enter(hash: number, phrase: Buffer): number {
    if (this.#size + 1 === this.#hashes.length) this.#grow();
    const start = this.#ends[this.#size] as number;
    const end = start + phrase.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(end * 2);
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    phrase.copy(this.#bytes, start);
    this.#size += 1;
    this.#ends[this.#size] = end;
    this.#hashes[this.#size] = hash;
    this.#indexes[this.#positionOf(hash, () => false)] = this.#size;
    return this.#size;
  }

  /** The place of a phrase with this hash, or the free place for it. */
  #positionOf(hash: number, matches: (number: number) => boolean): number {
    const mask = this.#indexes.length - 1;
    for (let index = (hash ^ (hash >>> 15)) & mask; ; index = (index + 1) & mask) {
      const number = this.#indexes[index] as number;
      if (number === 0 || (this.#hashes[number] === hash && matches(number))) return index;
    }
  }

  #isAt(number: number, bytes: Buffer, length: number): boolean {
    const stored = this.#bytes;
    const start = this.#startOf(number);
    if (start + length !== this.#ends[number]) return false;
    for (let at = 0; at < length; at += 1) if (bytes[at] !== stored[start + at]) return false;
    return true;
  }

  /** Doubles the capacity. */
  #grow(): void {
    this.#hashes = doubled(this.#hashes);
    this.#ends = doubled(this.#ends);
    this.#indexes = new Int32Array(this.#indexes.length * 2);
    for (let number = 1; number <= this.#size; number += 1)
      this.#indexes[this.#positionOf(this.#hashes[number] as number, () => false)] = number;
  }
}

function doubled(cells: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(cells.length * 2);
  grown.set(cells);
  return grown;
}

const glance = (bytes: Buffer, length: number): number =>
  ((bytes[length - 1] as number) * 7 + (bytes[length >> 1] as number) * 31 + length) & (recentSlots - 1);

/** Takes four bytes at a time, since each step depends on the one before. */
function hashOf(bytes: Buffer, length: number): number {
  let hash = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const four =
      (bytes[at] as number) * 29_791 +
      (bytes[at + 1] as number) * 961 +
      (bytes[at + 2] as number) * 31 +
      (bytes[at + 3] as number);
    hash = (Math.imul(hash, 923_521) + four) | 0;
  }
  for (; at < length; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}
