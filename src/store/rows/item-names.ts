import { variantNamed, variantNumber } from '../../schema/index.ts';
import { BinaryReader } from './binary-reader.ts';
import type { IdentifiedNames } from './page.ts';
import { splitName } from './stored-item.ts';

const placesFor = (count: number): number => 2 ** Math.ceil(Math.log2(count * 2 + 2));

/** A hash table of names by stored id, kept as two 32-bit halves to avoid a string or BigInt per row. */
export class ItemNames implements IdentifiedNames {
  readonly #lows: Uint32Array;
  readonly #highs: Uint32Array;
  readonly #names: (string | undefined)[];
  readonly #effects: Uint16Array;

  /** Takes RowBinary rows of itemId and name, without duplicates. */
  constructor(bytes: Buffer, count: number) {
    const places = placesFor(count);
    this.#lows = new Uint32Array(places);
    this.#highs = new Uint32Array(places);
    this.#names = new Array(places).fill(undefined);
    this.#effects = new Uint16Array(places);
    const reader = new BinaryReader(bytes);
    while (!reader.isAtEnd) {
      const low = reader.word();
      const high = reader.word();
      const place = this.#placeOf(low, high);
      this.#lows[place] = low;
      this.#highs[place] = high;
      const [name, effect] = splitName(reader.text());
      this.#names[place] = name;
      this.#effects[place] = variantNumber(variantNamed(effect));
    }
  }

  get size(): number {
    return this.#names.length;
  }

  name(number: number): string {
    return this.#names[number] ?? '';
  }

  effect(number: number): number {
    return this.#effects[number] as number;
  }

  /** The numbers of names by their ids, given as consecutive halves. */
  numbersOf(identities: Int32Array): Int32Array {
    const numbers = new Int32Array(identities.length / 2);
    for (let at = 0; at < numbers.length; at += 1)
      numbers[at] = this.#placeOf((identities[at * 2] as number) >>> 0, (identities[at * 2 + 1] as number) >>> 0);
    return numbers;
  }

  /** The slot of an id, or the free slot it would take; the id is itself a hash. */
  #placeOf(low: number, high: number): number {
    const mask = this.#names.length - 1;
    let place = low & mask;
    while (this.#names[place] !== undefined && (this.#lows[place] !== low || this.#highs[place] !== high))
      place = (place + 1) & mask;
    return place;
  }
}
