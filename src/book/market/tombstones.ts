import { cellsParts, type DumpPart, jsonPart, type PartSource } from '../dump/part.ts';
import { IdIndex, mixed } from '../memory/id-index.ts';
import type { Slot } from '../memory/numbers.ts';
import type { RecordTime } from './record-time.ts';

/** About 2 MB of hashes and instants per market book. */
const mostKept = 50_000;
/** Reading a list takes minutes, and the next list can arrive with a somewhat longer delay than any before. */
const marginMilliseconds = 5 * 60_000;
const smallest = 64;

/**
 * Ids of removed offers, or buy orders, with the time of removal, so that a list made before and arriving after does not
 * bring them back. Nothing is kept until data has arrived late for the first time. An id is kept as a hash of 64 bits, since
 * hundreds of thousands of texts would be the largest part of the JavaScript heap.
 */
export class Tombstones {
  // A ring of removals in the order of noting
  #low = new Int32Array(smallest);
  #high = new Int32Array(smallest);
  /** NaN where the same id was noted again since. */
  #goneAt = new Float64Array(smallest);
  #oldest = 0;
  #length = 0;
  #index = this.#emptyIndex();
  #longestDelay = 0;

  get size(): number {
    return this.#index.size;
  }

  get bytes(): number {
    return this.#low.byteLength + this.#high.byteLength + this.#goneAt.byteLength + this.#index.bytes;
  }

  *save(name: string): Generator<DumpPart> {
    this.#arrange();
    yield jsonPart(name, this.#longestDelay);
    for (const cells of [this.#low, this.#high, this.#goneAt]) yield* cellsParts(name, cells.subarray(0, this.size));
  }

  async load(name: string, reader: PartSource): Promise<void> {
    this.#longestDelay = await reader.json<number>(name);
    this.#low = await reader.cells(name, (length) => new Int32Array(length));
    this.#high = await reader.cells(name, (length) => new Int32Array(length));
    this.#goneAt = await reader.cells(name, (length) => new Float64Array(length));
    this.#length = this.#goneAt.length;
    for (let slot = 0; slot < this.#length; slot += 1) this.#index.add(slot as Slot);
  }

  /** Notes that data has arrived late, and by how much. */
  expect({ at, asOf }: RecordTime): void {
    this.#longestDelay = Math.max(this.#longestDelay, at - asOf);
  }

  note(goneId: string, { at, asOf }: RecordTime): void {
    if (this.#longestDelay === 0) return;
    const [low, high] = [lowHashOf(goneId), highHashOf(goneId)];
    const former = this.#find(low, high);
    const goneAt = former < 0 ? asOf : Math.max(asOf, this.#goneAt[former] as number);
    if (former >= 0) this.#forget(former);
    if (this.#length === this.#goneAt.length) this.#arrange();
    this.#append(low, high, goneAt);
    const since = at - this.#longestDelay - marginMilliseconds;
    while (this.#length > 0 && !this.#isOldestKept(since)) this.#dropOldest();
  }

  /** Whether the id was removed after the instant. */
  isGoneSince(id: string, asOf: number): boolean {
    const slot = this.#find(lowHashOf(id), highHashOf(id));
    return slot >= 0 && (this.#goneAt[slot] as number) > asOf;
  }

  #emptyIndex(): IdIndex {
    return new IdIndex((slot) => this.#low[slot] as number);
  }

  #find(low: number, high: number): Slot {
    return this.#index.find(low, (slot) => this.#high[slot] === high);
  }

  #append(low: number, high: number, goneAt: number): void {
    const slot = ((this.#oldest + this.#length) % this.#goneAt.length) as Slot;
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#goneAt[slot] = goneAt;
    this.#index.add(slot);
    this.#length += 1;
  }

  #forget(slot: Slot): void {
    this.#index.remove(slot);
    this.#goneAt[slot] = Number.NaN;
  }

  #isOldestKept(since: number): boolean {
    return (this.#goneAt[this.#oldest] as number) >= since && this.size <= mostKept;
  }

  #dropOldest(): void {
    if (!Number.isNaN(this.#goneAt[this.#oldest])) this.#forget(this.#oldest as Slot);
    this.#oldest = (this.#oldest + 1) % this.#goneAt.length;
    this.#length -= 1;
  }

  /** Moves what is kept to the beginning of a ring that has as much room again. */
  #arrange(): void {
    const [low, high, goneAt, first, length] = [this.#low, this.#high, this.#goneAt, this.#oldest, this.#length];
    const capacity = Math.max(smallest, this.size * 2);
    this.#low = new Int32Array(capacity);
    this.#high = new Int32Array(capacity);
    this.#goneAt = new Float64Array(capacity);
    this.#index = this.#emptyIndex();
    this.#oldest = this.#length = 0;
    for (let passed = 0; passed < length; passed += 1) {
      const from = (first + passed) % goneAt.length;
      if (!Number.isNaN(goneAt[from])) this.#append(low[from] as number, high[from] as number, goneAt[from] as number);
    }
  }
}

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
