type Cells = ArrayLike<number>;

/**
 * Which cells of a chunk are left after each look at one column. Every look is a loop of its own over plain arrays, which is
 * several times as fast as reading the columns offer by offer.
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

  /** Begins with the cells that hold a price from `low` to `high`; a price of 0 is none. */
  begin(prices: Cells, low: number, high: number): void {
    if (this.#left.length < prices.length) this.#left = new Int32Array(prices.length);
    const left = this.#left;
    let count = 0;
    for (let cell = 0; cell < prices.length; cell += 1) {
      const price = prices[cell] as number;
      if (price === 0 || price < low || price > high) continue;
      left[count] = cell;
      count += 1;
    }
    this.#count = count;
  }

  /** Keeps those whose float, the upper half of their looks, is within the bounds. */
  keepFloats(looks: Cells, low: number, high: number): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      const float = (looks[cell] as number) >>> 16;
      if (float < low || float > high) continue;
      left[count] = cell;
      count += 1;
    }
    this.#count = count;
  }

  /** Keeps those whose pattern, the lower half of their looks, is one of the wanted. */
  keepSeeds(looks: Cells, wanted: Uint8Array): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      if (wanted[(looks[cell] as number) & 0xffff] === 0) continue;
      left[count] = cell;
      count += 1;
    }
    this.#count = count;
  }

  /** Keeps those of which one of two columns holds the mark in one of its halves, or these bits for those that do not fit. */
  keepMarked(first: Cells, last: Cells, mark: number, bits: number): void {
    const left = this.#left;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const cell = left[at] as number;
      const one = first[cell] as number;
      if (one === 0) continue;
      const two = last[cell] as number;
      const low = two & 0xffff;
      if (
        one >>> 16 !== mark &&
        (one & 0xffff) !== mark &&
        two >>> 16 !== mark &&
        low !== mark &&
        (low & bits) !== bits
      )
        continue;
      left[count] = cell;
      count += 1;
    }
    this.#count = count;
  }

  /** Keeps those with a number from `low` to `high`. */
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
