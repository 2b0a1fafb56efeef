import { ownText } from '../memory/packed-text.ts';
import { withRoom } from './grown-array.ts';

const smallest = 256;

/** Different words, numbered from 0 in the order in which they became known; they are looked up as code units, of which no text is made. */
export class WordTable {
  readonly #words: string[] = [];
  // By number
  #hashes = new Int32Array(0);
  // Numbers + 1 by hash, with open addressing; 0 is a free place
  #places = new Int32Array(smallest * 2);
  readonly #added: (number: number) => void;

  /** Tells of every word that becomes known. */
  constructor(added: (number: number) => void) {
    this.#added = added;
  }

  get size(): number {
    return this.#words.length;
  }

  word(number: number): string {
    return this.#words[number] as string;
  }

  /** The number of a word, or -1 when it is not known. */
  numberOf(word: string): number {
    const codes = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
    return (this.#places[this.#placeOf(hashOf(codes, 0, codes.length), codes, 0, codes.length)] as number) - 1;
  }

  numberFor(codes: Uint16Array, start: number, end: number): number {
    const hash = hashOf(codes, start, end);
    const place = this.#placeOf(hash, codes, start, end);
    const known = (this.#places[place] as number) - 1;
    return known < 0 ? this.#enter(hash, place, codes, start, end) : known;
  }

  #enter(hash: number, place: number, codes: Uint16Array, start: number, end: number): number {
    const bytes = Buffer.from(codes.buffer, codes.byteOffset + start * 2, (end - start) * 2);
    const number = this.#words.push(ownText(bytes.toString('utf16le'))) - 1;
    this.#places[place] = number + 1;
    this.#hashes = withRoom(this.#hashes, number);
    this.#hashes[number] = hash;
    if (this.size * 2 >= this.#places.length) this.#grow();
    this.#added(number);
    return number;
  }

  /** Where a word stands, or the free place that it would take. */
  #placeOf(hash: number, codes: Uint16Array, start: number, end: number): number {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = (this.#places[place] as number) - 1;
      if (number < 0 || (this.#hashes[number] === hash && isIn(codes, start, end, this.#words[number] as string)))
        return place;
    }
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    const mask = this.#places.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      let place = (this.#hashes[number] as number) & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = number + 1;
    }
  }
}

function hashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (codes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isIn(codes: Uint16Array, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = start; at < end; at += 1) if (codes[at] !== word.charCodeAt(at - start)) return false;
  return true;
}
