import type { ByteReader } from './byte-writer.ts';

const granule = 8;
const blockBits = 20;
const blockBytes = 1 << blockBits;
const fineLimit = 256;

// Every 8 bytes up to 256, then four sizes per doubling
const cellSizes: number[] = [];
for (let size = granule; size <= fineLimit; size += granule) cellSizes.push(size);
for (let size = fineLimit; size < 4096; size *= 2) {
  for (const quarter of [5, 6, 7, 8]) cellSizes.push((size * quarter) / 4);
}
const largestCell = cellSizes.at(-1) ?? 0;

const classOf = (size: number): number => {
  if (size <= fineLimit) return ((size + granule - 1) >> 3) - 1;
  let found = fineLimit / granule;
  while ((cellSizes[found] as number) < size) found += 1;
  return found;
};

// Bytes before the payload: the size class in one byte, the payload length in two
const headBytes = 3;
// How many classes larger a reused free cell can be, so that little is wasted
const looseClasses = 2;

/**
 * The variable part of every offer, buy order and quote, as bytes outside the JavaScript heap.
 * Blocks of 1 MiB are cut into cells of fixed size classes. A freed cell goes to the free list of its class, linked
 * through the cells themselves, and is reused first, so that churn does not grow the arena.
 * A reference to a cell is its position in units of 8 bytes (room for 16 GiB), or a negative number for the rare payload
 * too long for a cell, which has its own buffer. 0 refers to nothing.
 */
export class ByteArena {
  readonly #blocks: Buffer[] = [];
  readonly #words: Int32Array[] = [];
  readonly #free = new Int32Array(cellSizes.length);
  readonly #large = new Map<number, Buffer>();
  #largeTaken = 0;
  #top = blockBytes;

  /** Bytes allocated for cells, used or free. */
  get reservedBytes(): number {
    return this.#blocks.length * blockBytes;
  }

  put(bytes: Buffer, length: number): number {
    if (length + headBytes > largestCell) return this.#putLarge(bytes, length);
    const ref = this.#take(classOf(length + headBytes));
    this.#fill(ref, bytes, length);
    return ref;
  }

  /** Stores the bytes in the same cell if they fit, otherwise in another one; returns the reference. */
  replace(ref: number, bytes: Buffer, length: number): number {
    if (ref > 0 && this.#fits(ref, length + headBytes)) {
      this.#fill(ref, bytes, length);
      return ref;
    }
    this.free(ref);
    return this.put(bytes, length);
  }

  free(ref: number): void {
    if (ref < 0) {
      this.#large.delete(ref);
      return;
    }
    const freed = this.#classAt(ref);
    this.#setNext(ref, this.#free[freed] as number);
    this.#free[freed] = ref;
  }

  /** Sets the reader to the start of the payload. */
  open(ref: number, reader: ByteReader): ByteReader {
    if (ref < 0) return reader.open(this.#large.get(ref) as Buffer, 0);
    return reader.open(this.#blockOf(ref), positionOf(ref) + headBytes);
  }

  equals(ref: number, bytes: Buffer, length: number): boolean {
    const stored = ref < 0 ? (this.#large.get(ref) as Buffer).length : this.#lengthAt(ref);
    return stored === length && this.startsWith(ref, bytes, length);
  }

  startsWith(ref: number, bytes: Buffer, length: number): boolean {
    const isLarge = ref < 0;
    const cell = isLarge ? (this.#large.get(ref) as Buffer) : this.#blockOf(ref);
    if (isLarge ? cell.length < length : this.#lengthAt(ref) < length) return false;
    const start = isLarge ? 0 : positionOf(ref) + headBytes;
    for (let at = 0; at < length; at += 1) {
      if (cell[start + at] !== bytes[at]) return false;
    }
    return true;
  }

  #fits(ref: number, size: number): boolean {
    if (size > largestCell) return false;
    const spare = this.#classAt(ref) - classOf(size);
    return spare >= 0 && spare <= looseClasses;
  }

  #putLarge(bytes: Buffer, length: number): number {
    this.#largeTaken += 1;
    this.#large.set(-this.#largeTaken, Buffer.from(bytes.subarray(0, length)));
    return -this.#largeTaken;
  }

  #fill(ref: number, bytes: Buffer, length: number): void {
    const block = this.#blockOf(ref);
    const start = positionOf(ref);
    block[start + 1] = length & 255;
    block[start + 2] = length >> 8;
    // Payloads are mostly so short that this loop is faster than a call to copy
    for (let at = 0, to = start + headBytes; at < length; at += 1, to += 1) block[to] = bytes[at] as number;
  }

  #take(wanted: number): number {
    const last = Math.min(wanted + looseClasses, cellSizes.length - 1);
    for (let size = wanted; size <= last; size += 1) {
      const ref = this.#free[size] as number;
      if (ref !== 0) {
        this.#free[size] = this.#next(ref);
        return ref;
      }
    }
    return this.#cut(wanted);
  }

  #cut(wanted: number): number {
    const size = cellSizes[wanted] as number;
    if (this.#top + size > blockBytes) this.#openBlock();
    const ref = ((this.#blocks.length - 1) << (blockBits - 3)) + (this.#top >> 3);
    this.#top += size;
    this.#blockOf(ref)[positionOf(ref)] = wanted;
    return ref;
  }

  #openBlock(): void {
    const block = Buffer.alloc(blockBytes);
    this.#blocks.push(block);
    this.#words.push(new Int32Array(block.buffer));
    // Reference 0 means nothing, so the very first position stays unused
    this.#top = this.#blocks.length === 1 ? granule : 0;
  }

  #blockOf(ref: number): Buffer {
    return this.#blocks[ref >>> (blockBits - 3)] as Buffer;
  }

  #classAt(ref: number): number {
    return this.#blockOf(ref)[positionOf(ref)] as number;
  }

  #lengthAt(ref: number): number {
    const block = this.#blockOf(ref);
    const start = positionOf(ref);
    return (block[start + 1] as number) | ((block[start + 2] as number) << 8);
  }

  #next(ref: number): number {
    return (this.#words[ref >>> (blockBits - 3)] as Int32Array)[(positionOf(ref) + 4) >> 2] as number;
  }

  #setNext(ref: number, next: number): void {
    (this.#words[ref >>> (blockBits - 3)] as Int32Array)[(positionOf(ref) + 4) >> 2] = next;
  }
}

const positionOf = (ref: number): number => (ref & ((1 << (blockBits - 3)) - 1)) * granule;
