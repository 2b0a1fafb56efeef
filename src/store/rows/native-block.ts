import type { NumberColumn, TextColumn } from '../../schema/index.ts';

const wordRange = 2 ** 32;

/** A block of rows in the engine's own form, column after column, each read in the order in which it was asked for. */
export class NativeBlock {
  readonly rows: number;
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#length(); // how many columns there are
    this.rows = this.#length();
  }

  /** Behind the columns read so far: where the next block begins once all are. */
  get at(): number {
    return this.#at;
  }

  /** Of UInt8, and of the codes of an Enum8. */
  bytes(): Uint8Array {
    this.#head();
    return this.#taken(this.rows);
  }

  /** Of Int64, DateTime64(3), UInt32, Int32 and Float64, and of all of these where they may be missing. */
  numbers(): NumberColumn {
    const type = this.#head();
    const isMissing = type.startsWith('Nullable') ? this.#taken(this.rows) : null;
    const numbers = this.#numbersOf(type);
    if (isMissing !== null) {
      for (let row = 0; row < numbers.length; row += 1) if (isMissing[row] !== 0) numbers[row] = Number.NaN;
    }
    return numbers;
  }

  /** Of UInt64, as the lower and the upper half of each. */
  halves(): Int32Array {
    this.#head();
    return new Int32Array(this.#copied(this.rows * 8));
  }

  /** Of String, also where it may be missing. */
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
    return { bytes, starts, ends };
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

  /** The name and the type of the next column. */
  #head(): string {
    this.#taken(this.#length());
    return this.#taken(this.#length()).toString('latin1');
  }

  #taken(count: number): Buffer {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Numbers of several bytes are read where they lie even, which they do not in the block. */
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

/** The blocks of an answer, each to be read before the next is asked for. */
export function* blocksOf(answer: Buffer): Generator<NativeBlock> {
  for (let at = 0; at < answer.length; ) {
    const block = new NativeBlock(answer, at);
    yield block;
    at = block.at;
  }
}
