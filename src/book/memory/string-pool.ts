import { cellsParts, type DumpPart, listParts, type PartSource } from '../dump/part.ts';
import { ownText } from './packed-text.ts';

const sightingSlots = 1 << 16;
const longestPhrase = 128;
const smallest = 256;

/**
 * Texts that many records share (the beginnings of links, the names of stickers), each kept once under a number from 1.
 * A text is taken in when it is met for the second time, so that what is unique to one record never enters; entries
 * stay, and their number is bounded.
 */
export class StringPool {
  readonly #limit: number;
  readonly #strings: string[] = [''];
  // By number
  #hashes = new Int32Array(smallest);
  // Numbers by hash, with open addressing; 0 is a free place
  #places = new Int32Array(smallest * 2);
  readonly #sightings = new Int32Array(sightingSlots);

  constructor(limit = 1 << 18) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#strings.length - 1;
  }

  /** The number of a phrase, or 0 when it has none; `isNew` counts as meeting it. */
  numberOf(phrase: string, isNew: boolean): number {
    if (phrase.length > longestPhrase) return 0;
    const hash = hashOf(phrase);
    const number = this.#places[this.#placeOf(hash, (kept) => kept === phrase)] as number;
    return number !== 0 || !isNew ? number : this.#meet(phrase, hash);
  }

  /** The same of a phrase that stands in bytes as UTF-8. */
  numberOfBytes(bytes: Buffer, start: number, end: number, isNew: boolean): number {
    let hash = 0;
    let any = 0;
    for (let at = start; at < end; at += 1) {
      const code = bytes[at] as number;
      any |= code;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (any >= 128) return this.numberOf(bytes.toString('utf8', start, end), isNew);
    if (end - start > longestPhrase) return 0;
    const number = this.#places[this.#placeOf(hash, (kept) => isIn(bytes, start, end, kept))] as number;
    return number !== 0 || !isNew ? number : this.#meet(bytes.toString('latin1', start, end), hash);
  }

  phrase(number: number): string {
    return this.#strings[number] as string;
  }

  *save(name: string): Generator<DumpPart> {
    yield* listParts(name, this.#strings.slice(1));
    for (const cells of [this.#hashes, this.#places, this.#sightings]) yield* cellsParts(name, cells);
  }

  async load(name: string, reader: PartSource): Promise<void> {
    await reader.list<string>(name, (some) => this.#strings.push(...some.map(ownText)));
    const numbers = () => reader.cells(name, (length) => new Int32Array(length));
    this.#hashes = await numbers();
    this.#places = await numbers();
    this.#sightings.set(await numbers());
  }

  #meet(phrase: string, hash: number): number {
    if (this.size >= this.#limit) return 0;
    const slot = (hash ^ (hash >>> 16)) & (sightingSlots - 1);
    if (this.#sightings[slot] !== hash) {
      this.#sightings[slot] = hash;
      return 0;
    }
    const number = this.#strings.push(ownText(phrase)) - 1;
    if (number === this.#hashes.length) this.#grow();
    this.#hashes[number] = hash;
    this.#places[this.#placeOf(hash, () => false)] = number;
    return number;
  }

  /** Where a phrase with this hash stands, or the free place that it would take. */
  #placeOf(hash: number, isMeant: (kept: string) => boolean): number {
    const mask = this.#places.length - 1;
    for (let place = (hash ^ (hash >>> 15)) & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place] as number;
      if (number === 0 || (this.#hashes[number] === hash && isMeant(this.#strings[number] as string))) return place;
    }
  }

  /** Twice as many numbers, and places for them. */
  #grow(): void {
    const former = this.#hashes;
    this.#hashes = new Int32Array(former.length * 2);
    this.#hashes.set(former);
    this.#places = new Int32Array(former.length * 4);
    for (let number = 1; number < former.length; number += 1)
      this.#places[this.#placeOf(former[number] as number, () => false)] = number;
  }
}

function hashOf(phrase: string): number {
  let hash = 0;
  for (let at = 0; at < phrase.length; at += 1) hash = (Math.imul(hash, 31) + phrase.charCodeAt(at)) | 0;
  return hash;
}

function isIn(bytes: Buffer, start: number, end: number, phrase: string): boolean {
  if (phrase.length !== end - start) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== phrase.charCodeAt(at - start)) return false;
  return true;
}
