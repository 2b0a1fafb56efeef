import type { Block, NumberColumn, TextColumn } from '../engine.ts';

const wordRange = 2 ** 32;

/** A block of rows in ClickHouse's Native format; columns must be read in the order of the query. */
export class NativeBlock implements Block {
  readonly rows: number;
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#length(); // how many columns there are
    this.rows = this.#length();
  }

  /** Position after the columns read so far; after the last one, the start of the next block. */
  get at(): number {
    return this.#at;
  }

  codes(): Uint8Array {
    this.#head();
    return this.#taken(this.rows);
  }

  numbers(): NumberColumn {
    const type = this.#head();
    const isMissing = type.startsWith('Nullable') ? this.#taken(this.rows) : null;
    const numbers = this.#numbersOf(type);
    if (isMissing !== null) {
      for (let row = 0; row < numbers.length; row += 1) if (isMissing[row] !== 0) numbers[row] = Number.NaN;
    }
    return numbers;
  }

  halves(): Int32Array {
    this.#head();
    return new Int32Array(this.#copied(this.rows * 8));
  }

  texts(): TextColumn {
    const isMissing = this.#head().startsWith('Nullable') ? this.#taken(this.rows) : null;
    const bytes = this.#bytes;
    const starts = new Int32Array(this.rows);
    const ends = new Int32Array(this.rows);
    for (let row = 0; row < this.rows; row += 1) {
      const length = this.#length();
      starts[row] = this.#at;
      this.#at += length;
      ends[row] = this.#at;
      if (isMissing !== null && isMissing[row] !== 0) starts[row] = -1;
    }
    return (row) => ((starts[row] as number) < 0 ? null : bytes.toString('utf8', starts[row], ends[row]));
  }

  #numbersOf(type: string): NumberColumn {
    if (type.includes('Float64')) return new Float64Array(this.#copied(this.rows * 8));
    if (type.includes('UInt32')) return Float64Array.from(new Uint32Array(this.#copied(this.rows * 4)));
    if (type.includes('Int32')) return Float64Array.from(new Int32Array(this.#copied(this.rows * 4)));
    const halves = new Int32Array(this.#copied(this.rows * 8));
    const numbers = new Float64Array(this.rows);
    for (let row = 0; row < this.rows; row += 1)
      numbers[row] = (halves[row * 2 + 1] as number) * wordRange + ((halves[row * 2] as number) >>> 0);
    return numbers;
  }

  /** Skips the name of the next column and returns its type. */
  #head(): string {
    this.#taken(this.#length());
    return this.#taken(this.#length()).toString('latin1');
  }

  #taken(count: number): Buffer {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Copies bytes, as typed arrays need an alignment that the block does not have. */
  #copied(count: number): ArrayBuffer {
    const copy = new ArrayBuffer(count);
    new Uint8Array(copy).set(this.#taken(count));
    return copy;
  }

  #length(): number {
    let length = 0;
    let shift = 0;
    let group = this.#bytes[this.#at] as number;
    this.#at += 1;
    while (group >= 128) {
      length |= (group & 127) << shift;
      shift += 7;
      group = this.#bytes[this.#at] as number;
      this.#at += 1;
    }
    return length | (group << shift);
  }
}

/** The blocks of an answer; each must be read completely before the next is requested. */
export function* blocksOf(answer: Buffer): Generator<NativeBlock> {
  for (let at = 0; at < answer.length; ) {
    const block = new NativeBlock(answer, at);
    yield block;
    at = block.at;
  }
}
