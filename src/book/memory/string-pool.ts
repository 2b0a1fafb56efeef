import { cellsParts, type DumpPart, listParts, type PartSource } from '../dump/part.ts';
import { ownText } from './packed-text.ts';

const sightingSlots = 1 << 16;
const longestPhrase = 128;
const smallest = 256;
const recentSlots = 256;

/**
 * Texts that many records share (the beginnings of links, the names of stickers), each kept once under a number from 1.
 * A text is taken in when it is met for the second time, so that what is unique to one record never enters; entries
 * stay, and their number is bounded.
 */
export class StringPool {
  readonly #limit: number;
  // By number; of those that were met as bytes the text is made when it is asked for
  readonly #strings: (string | undefined)[] = [''];
  #hashes = new Int32Array(smallest);
  // Of those that are ASCII, behind one another
  #bytes = Buffer.alloc(smallest);
  // Where those of each number end
  #ends = new Int32Array(smallest);
  // Numbers by hash, with open addressing; 0 is a free place
  #places = new Int32Array(smallest * 2);
  readonly #sightings = new Int32Array(sightingSlots);
  // Numbers that were found last, by what is seen of their bytes at one look
  readonly #recent = new Int32Array(recentSlots);

  constructor(limit = 1 << 18) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#strings.length - 1;
  }

  /** The number of a phrase, or 0 when it has none, as the empty one; `isNew` counts as meeting it. */
  numberOf(phrase: string, isNew: boolean): number {
    if (phrase === '' || phrase.length > longestPhrase) return 0;
    const hash = hashOf(phrase);
    const number = this.#places[this.#placeOf(hash, (kept) => this.phrase(kept) === phrase)] as number;
    if (number !== 0 || !isNew || !this.#isMetAgain(hash)) return number;
    return this.#enter(hash, phrase, Buffer.from(phrase));
  }

  /** The same of a phrase that stands in bytes as UTF-8. */
  numberOfBytes(bytes: Buffer, start: number, end: number, isNew: boolean): number {
    if (start === end) return 0;
    const slot = glance(bytes, start, end);
    const recent = this.#recent[slot] as number;
    if (recent !== 0 && this.#isIn(bytes, start, end, recent)) return recent;
    const number = this.#numberOfOther(bytes, start, end, isNew);
    this.#recent[slot] = number;
    return number;
  }

  #numberOfOther(bytes: Buffer, start: number, end: number, isNew: boolean): number {
    const hash = hashOfAscii(bytes, start, end);
    if (hash === null) return this.numberOf(bytes.toString('utf8', start, end), isNew);
    if (end - start > longestPhrase) return 0;
    const number = this.#places[this.#placeOf(hash, (kept) => this.#isIn(bytes, start, end, kept))] as number;
    if (number !== 0 || !isNew || !this.#isMetAgain(hash)) return number;
    return this.#enter(hash, null, bytes.subarray(start, end));
  }

  phrase(number: number): string {
    const known = this.#strings[number];
    if (known !== undefined) return known;
    const phrase = this.#bytes.toString('latin1', this.#ends[number - 1] as number, this.#ends[number]);
    this.#strings[number] = phrase;
    return phrase;
  }

  *save(name: string): Generator<DumpPart> {
    yield* listParts(name, this.#phrases());
    for (const cells of [this.#hashes, this.#places, this.#sightings]) yield* cellsParts(name, cells);
  }

  async load(name: string, reader: PartSource): Promise<void> {
    const phrases: string[] = [];
    await reader.list<string>(name, (some) => phrases.push(...some));
    const numbers = () => reader.cells(name, (length) => new Int32Array(length));
    this.#hashes = await numbers();
    this.#places = await numbers();
    this.#sightings.set(await numbers());
    this.#ends = new Int32Array(this.#hashes.length);
    for (const phrase of phrases) this.#keep(phrase, Buffer.from(phrase));
  }

  *#phrases(): Generator<string> {
    for (let number = 1; number <= this.size; number += 1) yield this.phrase(number);
  }

  /** Whether this phrase may enter; notes that it was met. */
  #isMetAgain(hash: number): boolean {
    if (this.size >= this.#limit) return false;
    const slot = (hash ^ (hash >>> 16)) & (sightingSlots - 1);
    if (this.#sightings[slot] === hash) return true;
    this.#sightings[slot] = hash;
    return false;
  }

  #enter(hash: number, text: string | null, utf8: Buffer): number {
    if (this.size + 1 === this.#hashes.length) this.#grow();
    const number = this.#keep(text, utf8);
    this.#hashes[number] = hash;
    this.#places[this.#placeOf(hash, () => false)] = number;
    return number;
  }

  /** Under the next number; without a text what is ASCII. */
  #keep(text: string | null, utf8: Buffer): number {
    const number = this.#strings.push(text === null ? undefined : ownText(text)) - 1;
    const isPlain = text === null || utf8.length === text.length;
    const at = this.#ends[number - 1] as number;
    const end = at + (isPlain ? utf8.length : 0);
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(end * 2);
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
    }
    if (isPlain) utf8.copy(this.#bytes, at);
    this.#ends[number] = end;
    return number;
  }

  /** Where a phrase with this hash stands, or the free place that it would take. */
  #placeOf(hash: number, isMeant: (number: number) => boolean): number {
    const mask = this.#places.length - 1;
    for (let place = (hash ^ (hash >>> 15)) & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place] as number;
      if (number === 0 || (this.#hashes[number] === hash && isMeant(number))) return place;
    }
  }

  #isIn(bytes: Buffer, start: number, end: number, number: number): boolean {
    const kept = this.#bytes;
    const shift = (this.#ends[number - 1] as number) - start;
    if (shift + end !== this.#ends[number]) return false;
    for (let at = start; at < end; at += 1) if (bytes[at] !== kept[at + shift]) return false;
    return true;
  }

  /** Twice as many numbers, and places for them. */
  #grow(): void {
    this.#hashes = doubled(this.#hashes);
    this.#ends = doubled(this.#ends);
    const former = this.#places.length / 2;
    this.#places = new Int32Array(former * 4);
    for (let number = 1; number < former; number += 1)
      this.#places[this.#placeOf(this.#hashes[number] as number, () => false)] = number;
  }
}

function doubled(cells: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(cells.length * 2);
  grown.set(cells);
  return grown;
}

const glance = (bytes: Buffer, start: number, end: number): number =>
  ((bytes[end - 1] as number) * 7 + (bytes[(start + end) >> 1] as number) * 31 + end - start) & (recentSlots - 1);

function hashOf(phrase: string): number {
  let hash = 0;
  for (let at = 0; at < phrase.length; at += 1) hash = (Math.imul(hash, 31) + phrase.charCodeAt(at)) | 0;
  return hash;
}

/** The same of bytes, null where they are not ASCII; four at a time, as each step waits for the one before. */
function hashOfAscii(bytes: Buffer, start: number, end: number): number | null {
  let hash = 0;
  let any = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    const third = bytes[at + 2] as number;
    const fourth = bytes[at + 3] as number;
    any |= first | second | third | fourth;
    hash = (Math.imul(hash, 923_521) + first * 29_791 + second * 961 + third * 31 + fourth) | 0;
  }
  for (; at < end; at += 1) {
    const code = bytes[at] as number;
    any |= code;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  return any < 128 ? hash : null;
}
