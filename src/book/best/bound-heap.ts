/** Places in the order of their bounds, the highest first; made in one pass, so that few of many cost little. */
export class BoundHeap {
  readonly #bounds: Float64Array;
  readonly #places: Int32Array;
  #size: number;

  /** Of the first `size` bounds; place 0 is that of the first. */
  constructor(bounds: Float64Array, size: number) {
    this.#bounds = bounds;
    this.#places = new Int32Array(size);
    for (let place = 0; place < size; place += 1) this.#places[place] = place;
    this.#size = size;
    for (let at = (size >> 1) - 1; at >= 0; at -= 1) this.#sink(at);
  }

  get size(): number {
    return this.#size;
  }

  /** The place with the highest bound. */
  get top(): number {
    return this.#places[0] as number;
  }

  /** Sets a lower bound for the top, which may no longer be it then. */
  lowerTop(bound: number): void {
    this.#bounds[this.top] = bound;
    this.#sink(0);
  }

  pop(): number {
    const top = this.top;
    this.#size -= 1;
    this.#places[0] = this.#places[this.#size] as number;
    this.#sink(0);
    return top;
  }

  #boundAt(at: number): number {
    return this.#bounds[this.#places[at] as number] as number;
  }

  #sink(from: number): void {
    const place = this.#places[from] as number;
    const bound = this.#bounds[place] as number;
    let at = from;
    for (let child = 2 * at + 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#boundAt(child + 1) > this.#boundAt(child)) child += 1;
      if (bound >= this.#boundAt(child)) break;
      this.#places[at] = this.#places[child] as number;
      at = child;
    }
    this.#places[at] = place;
  }
}
