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
  readonly #least: Column;
  readonly #most: Column;
  readonly #flags = new Column('uint8');

  constructor(kind: CellKind) {
    this.#least = new Column(kind);
    this.#most = new Column(kind);
  }

  get bytes(): number {
    return bytesOf([this.#least, this.#most, this.#flags]);
  }

  /** Notes that the value at a slot changes from `former` to `now`. */
  note(slot: number, former: number, now: number): void {
    if (now === former) return;
    const block = slot >>> blockBits;
    const least = this.#least.get(block);
    const most = this.#most.get(block);
    if (former !== 0 && (former === least || former === most)) this.#flags.set(block, loose);
    if (now === 0) return;
    if (least === 0 || now < least) this.#least.set(block, now);
    if (now > most) this.#most.set(block, now);
  }

  /** Whether the block may hold a value from `low` to `high`; `cellAt` reads the column. */
  mayHold(block: number, low: number, high: number, cellAt: (slot: number) => number): boolean {
    if (!this.#isWithin(block, low, high)) return false;
    if (this.#flags.get(block) !== loose) return true;
    this.#tighten(block, cellAt);
    return this.#isWithin(block, low, high);
  }

  #isWithin(block: number, low: number, high: number): boolean {
    const most = this.#most.get(block);
    return most !== 0 && most >= low && this.#least.get(block) <= high;
  }

  #tighten(block: number, cellAt: (slot: number) => number): void {
    let least = 0;
    let most = 0;
    const first = block << blockBits;
    for (let slot = first; slot < first + blockLength; slot += 1) {
      const cell = cellAt(slot);
      if (cell === 0) continue;
      if (least === 0 || cell < least) least = cell;
      if (cell > most) most = cell;
    }
    this.#least.set(block, least);
    this.#most.set(block, most);
    this.#flags.set(block, 0);
  }
}
