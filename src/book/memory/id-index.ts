import { none, type Slot } from './numbers.ts';

const minLength = 64;

/** A hash table of slots by id with open addressing: 4 bytes per place, at most three quarters full. */
export class IdIndex<Key extends number = Slot> {
  readonly #hashOf: (slot: Key) => number;
  // Slot + 1; 0 is free
  #indexes = new Int32Array(minLength);
  #count = 0;

  constructor(hashOf: (slot: Key) => number) {
    this.#hashOf = hashOf;
  }

  get size(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#indexes.byteLength;
  }

  /** The slot with this hash that also matches, or -1. */
  find(hash: number, matches: (slot: Key) => boolean): Key {
    const mask = this.#indexes.length - 1;
    for (let index = hash & mask; ; index = (index + 1) & mask) {
      const slot = ((this.#indexes[index] as number) - 1) as Key;
      if (slot < 0) return none as number as Key;
      if (this.#hashOf(slot) === hash && matches(slot)) return slot;
    }
  }

  add(slot: Key): void {
    this.#count += 1;
    if (this.#count * 4 > this.#indexes.length * 3) this.#grow();
    this.#insert(slot);
  }

  /** Removes a slot and closes the gap, so that no deletion markers are needed. */
  remove(slot: Key): void {
    const mask = this.#indexes.length - 1;
    let gap = this.#hashOf(slot) & mask;
    while (this.#indexes[gap] !== slot + 1) gap = (gap + 1) & mask;
    for (let index = (gap + 1) & mask; this.#indexes[index] !== 0; index = (index + 1) & mask) {
      const home = this.#hashOf(((this.#indexes[index] as number) - 1) as Key) & mask;
      const isReachable = ((index - home) & mask) < ((index - gap) & mask);
      if (isReachable) continue;
      this.#indexes[gap] = this.#indexes[index] as number;
      gap = index;
    }
    this.#indexes[gap] = 0;
    this.#count -= 1;
  }

  #insert(slot: Key): void {
    const mask = this.#indexes.length - 1;
    let index = this.#hashOf(slot) & mask;
    while (this.#indexes[index] !== 0) index = (index + 1) & mask;
    this.#indexes[index] = slot + 1;
  }

  #grow(): void {
    const previous = this.#indexes;
    this.#indexes = new Int32Array(previous.length * 2);
    for (const taken of previous) if (taken !== 0) this.#insert((taken - 1) as Key);
  }
}

export function hashOfBytes(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return mixed(hash);
}

/** Spreads the bits of a hash over all of its places. */
export function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return once ^ (once >>> 15);
}
