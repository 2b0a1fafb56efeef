import { IdIndex } from '../memory/id-index.ts';
import { ownText } from '../memory/packed-text.ts';
import { withRoom } from './grown-array.ts';

/** Distinct words, numbered from 0 in the order of arrival. Lookups by code units create no strings. */
export class WordTable {
  readonly #words: string[] = [];
  // Hash of each word, by number
  #hashes = new Int32Array(0);
  readonly #index = new IdIndex<number>((number) => this.#hashes[number] as number);
  readonly #added: (number: number) => void;

  /** `added` is called for every new word. */
  constructor(added: (number: number) => void) {
    this.#added = added;
  }

  get size(): number {
    return this.#words.length;
  }

  word(number: number): string {
    return this.#words[number] as string;
  }

  /** The number of a word, or -1 if it is unknown. */
  numberOf(word: string): number {
    const codes = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
    return this.#find(hashOf(codes, 0, codes.length), codes, 0, codes.length);
  }

  numberFor(codes: Uint16Array, start: number, end: number): number {
    const hash = hashOf(codes, start, end);
    const known = this.#find(hash, codes, start, end);
    return known < 0 ? this.#enter(hash, codes, start, end) : known;
  }

  #find(hash: number, codes: Uint16Array, start: number, end: number): number {
    return this.#index.find(hash, (number) => isIn(codes, start, end, this.word(number)));
  }

  #enter(hash: number, codes: Uint16Array, start: number, end: number): number {
    const bytes = Buffer.from(codes.buffer, codes.byteOffset + start * 2, (end - start) * 2);
    const number = this.#words.push(ownText(bytes.toString('utf16le'))) - 1;
    this.#hashes = withRoom(this.#hashes, number);
    this.#hashes[number] = hash;
    this.#index.add(number);
    this.#added(number);
    return number;
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
