/** A max-heap of places by their bounds, built in one pass, so that taking a few of many is cheap. */
export class BoundHeap {
  readonly #bounds: Float64Array;
  readonly #indexes: Int32Array;
  #size: number;

  /** Uses the first `size` bounds; a place is an index into them. */
  constructor(bounds: Float64Array, size: number) {
    this.#bounds = bounds;
    this.#indexes = new Int32Array(size);
    for (let index = 0; index < size; index += 1) this.#indexes[index] = index;
    this.#size = size;
    for (let at = (size >> 1) - 1; at >= 0; at -= 1) this.#sink(at);
  }

  get size(): number {
    return this.#size;
  }

  /** The place with the highest bound. */
  get top(): number {
    return this.#indexes[0] as number;
  }

  /** Lowers the bound of the top place, which then may no longer be the top. */
  lowerTop(bound: number): void {
    this.#bounds[this.top] = bound;
    this.#sink(0);
  }

  pop(): number {
    const top = this.top;
    this.#size -= 1;
    this.#indexes[0] = this.#indexes[this.#size] as number;
    this.#sink(0);
    return top;
  }

  #boundAt(at: number): number {
    return this.#bounds[this.#indexes[at] as number] as number;
  }

  #sink(from: number): void {
    const index = this.#indexes[from] as number;
    const bound = this.#bounds[index] as number;
    let at = from;
    for (let child = 2 * at + 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#boundAt(child + 1) > this.#boundAt(child)) child += 1;
      if (bound >= this.#boundAt(child)) break;
      this.#indexes[at] = this.#indexes[child] as number;
      at = child;
    }
    this.#indexes[at] = index;
  }
}
