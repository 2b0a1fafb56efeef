type Cells = ArrayLike<number>;

/** Cells per step; the length of a stretch is a multiple of this. */
const together = 4;

/** Negative if a number is not from 0 to `span`. */
const outside = (number: number, span: number): number => number | (span - number);

/**
 * The cells of a chunk that are left after filtering by one column after another. Each filter is its own loop over plain
 * arrays, several times as fast as reading the columns offer by offer. The loops do not branch per cell: branch
 * mispredictions would cost more than writing every cell and counting those that pass.
 */
export class ChunkScan {
  #left = new Int32Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  cell(at: number): number {
    return this.#left[at] as number;
  }

  /** Starts an empty selection of a chunk of this length. */
  begin(length: number): void {
    // One extra, since a cell is written before it is counted
    if (this.#left.length <= length) this.#left = new Int32Array(length + 1);
    this.#count = 0;
  }

  /** Adds the cells of a stretch with a price from `low` to `high`, which are whole numbers from 1 to 2^31 - 1. */
  addPrices(prices: Cells, from: number, to: number, low: number, high: number): void {
    const left = this.#left;
    const span = high - low;
    let count = this.#count;
    for (let cell = from; cell < to; cell += together) {
      const a = outside((prices[cell] as number) - low, span);
      const b = outside((prices[cell + 1] as number) - low, span);
      const c = outside((prices[cell + 2] as number) - low, span);
      const d = outside((prices[cell + 3] as number) - low, span);
      if ((a & b & c & d) < 0) continue;
      left[count] = cell;
      count += 1 + (a >> 31);
      left[count] = cell + 1;
      count += 1 + (b >> 31);
      left[count] = cell + 2;
      count += 1 + (c >> 31);
      left[count] = cell + 3;
      count += 1 + (d >> 31);
    }
    this.#count = count;
  }

  /** Adds the cells of a stretch whose float is within the bounds. */
  addFloats(looks: Cells, from: number, to: number, low: number, high: number): void {
    const left = this.#left;
    const span = high - low;
    let count = this.#count;
    for (let cell = from; cell < to; cell += together) {
      const a = outside(((looks[cell] as number) >>> 16) - low, span);
      const b = outside(((looks[cell + 1] as number) >>> 16) - low, span);
      const c = outside(((looks[cell + 2] as number) >>> 16) - low, span);
      const d = outside(((looks[cell + 3] as number) >>> 16) - low, span);
      if ((a & b & c & d) < 0) continue;
      left[count] = cell;
      count += 1 + (a >> 31);
      left[count] = cell + 1;
      count += 1 + (b >> 31);
      left[count] = cell + 2;
      count += 1 + (c >> 31);
      left[count] = cell + 3;
      count += 1 + (d >> 31);
    }
    this.#count = count;
  }

  /** Keeps the cells whose float, the upper half of `looks`, is within the bounds. */
  keepFloats(looks: Cells, low: number, high: number): void {
    const left = this.#left;
    const span = high - low;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      left[count] = cell;
      count += 1 + (outside(((looks[cell] as number) >>> 16) - low, span) >> 31);
    }
    this.#count = count;
  }

  /** Keeps the cells whose pattern, the lower half of `looks`, is 1 in `wanted`. */
  keepSeeds(looks: Cells, wanted: Uint8Array): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      left[count] = cell;
      count += wanted[(looks[cell] as number) & 0xffff] as number;
    }
    this.#count = count;
  }

  /** Keeps the cells with the mark in a half of either column, or with these bits, which stand for stickers without room. */
  keepMarked(first: Cells, last: Cells, mark: number, bits: number): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      const one = (first[cell] as number) ^ (mark | (mark << 16));
      const lasts = last[cell] as number;
      const two = lasts ^ (mark | (mark << 16));
      // 0 becomes negative when decremented
      const found =
        ((one >>> 16) - 1) | ((one & 0xffff) - 1) | ((two >>> 16) - 1) | ((two & 0xffff) - 1) | ((~lasts & bits) - 1);
      left[count] = cell;
      count += found >>> 31;
    }
    this.#count = count;
  }

  /** Keeps the cells with a number from `low` to `high`. */
  keepWithin(numbers: Cells, low: number, high: number): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      const number = numbers[cell] as number;
      if (number < low || number > high) continue;
      left[count] = cell;
      count += 1;
    }
    this.#count = count;
  }
}
