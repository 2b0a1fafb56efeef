import { bytesOf, type CellKind, Column } from './column.ts';

/** Shifting a slot by this many bits gives its block. */
export const blockBits = 8;
/** Slots per block; a column chunk holds whole blocks. */
export const blockLength = 1 << blockBits;

const loose = 1;

/**
 * The lowest and highest value of a column in each block of slots, where 0 is no value, so that searches skip blocks without
 * matches. Removals can leave the bounds too wide until the block is next searched.
 */
export class BlockBounds {
  readonly #min: Column;
  readonly #max: Column;
  readonly #flags = new Column('uint8');

  constructor(kind: CellKind) {
    this.#min = new Column(kind);
    this.#max = new Column(kind);
  }

  get bytes(): number {
    return bytesOf([this.#min, this.#max, this.#flags]);
  }

  /** Notes that the value at a slot changes from `former` to `now`. */
  note(slot: number, previous: number, now: number): void {
    if (now === previous) return;
    const block = slot >>> blockBits;
    const min = this.#min.get(block);
    const max = this.#max.get(block);
    if (previous !== 0 && (previous === min || previous === max)) this.#flags.set(block, loose);
    if (now === 0) return;
    if (min === 0 || now < min) this.#min.set(block, now);
    if (now > max) this.#max.set(block, now);
  }

  /** Whether the block may hold a value from `low` to `high`; `cellAt` reads the column. */
  mayHold(block: number, low: number, high: number, cellAt: (slot: number) => number): boolean {
    if (!this.#isWithin(block, low, high)) return false;
    if (this.#flags.get(block) !== loose) return true;
    this.#tighten(block, cellAt);
    return this.#isWithin(block, low, high);
  }

  #isWithin(block: number, low: number, high: number): boolean {
    const max = this.#max.get(block);
    return max !== 0 && max >= low && this.#min.get(block) <= high;
  }

  #tighten(block: number, cellAt: (slot: number) => number): void {
    let min = 0;
    let max = 0;
    const first = block << blockBits;
    for (let slot = first; slot < first + blockLength; slot += 1) {
      const cell = cellAt(slot);
      if (cell === 0) continue;
      if (min === 0 || cell < min) min = cell;
      if (cell > max) max = cell;
    }
    this.#min.set(block, min);
    this.#max.set(block, max);
    this.#flags.set(block, 0);
  }
}
