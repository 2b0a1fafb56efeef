import { IdIndex, mixed } from '../memory/id-index.ts';
import type { Slot } from '../memory/numbers.ts';
import type { RecordTime } from './record-time.ts';

/** At most 4 MB per market book. */
const maxStored = 50_000;
const retentionMs = 24 * 3_600_000;
const minLength = 64;

/** How and when an entry was removed. */
export type Removal = Pick<RecordTime, 'at' | 'asOf'> & {
  /** When it was first seen; NaN if unknown. */
  readonly foundAt: number;
  /** Of the last price; see `markOf`. */
  readonly priceMark: number;
  /** Removed since a quote contradicts it. */
  readonly isDisproved: boolean;
};

/** What is remembered of the last removal of an entry. */
export type Departure = Pick<Removal, 'at' | 'foundAt' | 'priceMark'> & {
  /** How many times in a row a quote was the reason. */
  readonly disproved: number;
};

const allocate = {
  low: (length: number) => new Int32Array(length),
  high: (length: number) => new Int32Array(length),
  priceMark: (length: number) => new Int32Array(length),
  disproved: (length: number) => new Uint8Array(length),
  foundAt: (length: number) => new Float64Array(length),
  /** As of when it was gone. */
  goneAt: (length: number) => new Float64Array(length),
  /** NaN where the same id was noted again since. */
  at: (length: number) => new Float64Array(length),
};
type Key = keyof typeof allocate;
type Columns = Readonly<Record<Key, Float64Array | Int32Array | Uint8Array>>;

/** The values of a removal, in the order of `keys`; null where JSON has no number for them. */
export type Tombstone = readonly (number | null)[];

// -Infinity is kept as a number that no instant has
const neverGone = -1;
const orNull = (value: number): number | null =>
  Number.isNaN(value) ? null : value === Number.NEGATIVE_INFINITY ? neverGone : value;

const keys = Object.keys(allocate) as Key[];
const columnsOf = (length: number): Columns =>
  Object.fromEntries(keys.map((key) => [key, allocate[key](length)])) as Columns;

/**
 * Ids of offers, or buy orders, removed within the last day, so that a list made before a removal and arriving after it does
 * not bring them back, and so that an offer that returns is known. An id is kept as a hash of 64 bits, since hundreds of
 * thousands of texts would be the largest part of the JavaScript heap.
 */
export class Tombstones {
  // A ring of removals in the order of noting
  #columns = columnsOf(minLength);
  #oldest = 0;
  #length = 0;
  #index = this.#emptyIndex();

  get size(): number {
    return this.#index.size;
  }

  get bytes(): number {
    return Object.values(this.#columns).reduce((sum, cells) => sum + cells.byteLength, this.#index.bytes);
  }

  /** Everything that is remembered, in the order of noting. */
  *all(): Generator<Tombstone> {
    const [columns, first, length] = [this.#columns, this.#oldest, this.#length];
    for (let passed = 0; passed < length; passed += 1) {
      const slot = (first + passed) % columns.at.length;
      if (Number.isNaN(columns.at[slot])) continue;
      yield keys.map((key) => orNull(columns[key][slot] as number)) as Tombstone;
    }
  }

  /** Takes over what another one remembered, into an empty one, in the same order. */
  restore(all: readonly Tombstone[]): void {
    for (const one of all) {
      if (this.#length === this.#columns.at.length) this.#arrange();
      const noted = Object.fromEntries(keys.map((key, index) => [key, one[index] ?? Number.NaN]));
      this.#append(noted as Record<Key, number>);
    }
  }

  note(goneId: string, { at, asOf, foundAt, priceMark, isDisproved }: Removal): void {
    const [low, high] = [lowHashOf(goneId), highHashOf(goneId)];
    const { columns, slot: previous } = this.#find(low, high);
    // A removal that is replayed after it was remembered
    if (previous >= 0 && columns.at[previous] === at && columns.priceMark[previous] === priceMark) return;
    const noted = {
      ...{ low, high, priceMark, at },
      goneAt: previous < 0 ? asOf : Math.max(asOf, columns.goneAt[previous] as number),
      foundAt: previous >= 0 && Number.isNaN(foundAt) ? (columns.foundAt[previous] as number) : foundAt,
      disproved: isDisproved ? Math.min(255, 1 + (previous < 0 ? 0 : (columns.disproved[previous] as number))) : 0,
    };
    if (previous >= 0) this.#forget(previous);
    if (this.#length === this.#columns.at.length) this.#arrange();
    this.#append(noted);
    while (this.#length > 0 && !this.#isOldestRetained(at - retentionMs)) this.#dropOldest();
  }

  /** Whether the id was removed after the instant. */
  isGoneSince(id: string, asOf: number): boolean {
    const { columns, slot } = this.#find(lowHashOf(id), highHashOf(id));
    return slot >= 0 && (columns.goneAt[slot] as number) > asOf;
  }

  /** The last removal of an id, null if there was none within a day. */
  departure(id: string, now: number): Departure | null {
    if (this.size === 0) return null;
    const { columns, slot } = this.#find(lowHashOf(id), highHashOf(id));
    if (slot < 0 || (columns.at[slot] as number) < now - retentionMs) return null;
    return {
      at: columns.at[slot] as number,
      foundAt: columns.foundAt[slot] as number,
      priceMark: columns.priceMark[slot] as number,
      disproved: columns.disproved[slot] as number,
    };
  }

  #emptyIndex(): IdIndex {
    return new IdIndex((slot) => this.#columns.low[slot] as number);
  }

  #find(low: number, high: number): { readonly columns: Columns; readonly slot: Slot } {
    const columns = this.#columns;
    return { columns, slot: this.#index.find(low, (slot) => columns.high[slot] === high) };
  }

  #append(noted: Readonly<Record<Key, number>>): void {
    const columns = this.#columns;
    const slot = ((this.#oldest + this.#length) % columns.at.length) as Slot;
    for (const key of keys) columns[key][slot] = noted[key];
    this.#index.add(slot);
    this.#length += 1;
  }

  #forget(slot: Slot): void {
    this.#index.remove(slot);
    this.#columns.at[slot] = Number.NaN;
  }

  #isOldestRetained(since: number): boolean {
    return (this.#columns.at[this.#oldest] as number) >= since && this.size <= maxStored;
  }

  #dropOldest(): void {
    const { at } = this.#columns;
    if (!Number.isNaN(at[this.#oldest])) this.#forget(this.#oldest as Slot);
    this.#oldest = (this.#oldest + 1) % at.length;
    this.#length -= 1;
  }

  /** Moves what is kept to the beginning of a ring that has as much room again. */
  #arrange(): void {
    const [previous, first, length] = [this.#columns, this.#oldest, this.#length];
    this.#columns = columnsOf(Math.max(minLength, this.size * 2));
    this.#index = this.#emptyIndex();
    this.#oldest = this.#length = 0;
    for (let passed = 0; passed < length; passed += 1) {
      const from = (first + passed) % previous.at.length;
      if (Number.isNaN(previous.at[from])) continue;
      const slot = this.#length as Slot;
      for (const key of keys) this.#columns[key][slot] = previous[key][from] as number;
      this.#index.add(slot);
      this.#length += 1;
    }
  }
}

/** A hash of a price, to tell whether a later one is the same. */
export const markOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }): number =>
  lowHashOf(`${amount} ${currency}`);

/** Half of the hash of an id; the other half is of another function, so that the two are independent. */
function lowHashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

function highHashOf(id: string): number {
  let hash = 0x2545f491;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ (hash >>> 15) ^ id.charCodeAt(at), 0x9e3779b1);
  return mixed(hash);
}
