import type { BestTable } from './best-table.ts';
import { type AskedOf, askFigures } from './figures.ts';

const minute = 60_000;
const hour = 60 * minute;
const every = 5 * minute;
/** Every copy is kept for this long, after that one per hour. */
const denseFor = 65 * minute;
const retentionMs = 25 * hour;
const maxCents = 2 ** 31 - 1;

/** The lowest asks of whole items at one instant, in thousandths of a dollar by the number of the name; 0 is none. */
export type AskCopy = { readonly at: number; readonly asks: Readonly<Record<AskedOf, Int32Array>> };

/**
 * The lowest asks of the past hours: about 38 copies with 8 bytes per name. A copy is made right before a change if the last
 * one is five minutes old; without changes there is nothing to copy.
 */
export class AskHistory {
  readonly #table: BestTable;
  readonly #names: { readonly size: number };
  #copies: readonly AskCopy[] = [];
  #copiedAt = Number.NEGATIVE_INFINITY;

  constructor(table: BestTable, names: { readonly size: number }) {
    this.#table = table;
    this.#names = names;
  }

  get bytes(): number {
    return this.#copies.reduce((sum, { asks }) => sum + asks.any.byteLength + asks.money.byteLength, 0);
  }

  /** Must be called before data of this instant changes an ask. */
  keep(at: number): void {
    // Lists are applied minutes after the instant at which they arrived; a longer step back means that the clock was wrong
    if (at < this.#copiedAt - hour) this.#forgetAfter(at);
    if (at - this.#copiedAt < every || this.#names.size === 0) return;
    this.#copiedAt = at;
    const retained: AskCopy[] = [];
    for (const copy of this.#copies) {
      const age = at - copy.at;
      const before = retained.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      if (age <= retentionMs && (age <= denseFor || copy.at - before >= hour)) retained.push(copy);
    }
    this.#copies = [...retained, { at, asks: { any: this.#read('any'), money: this.#read('money') } }];
  }

  #forgetAfter(at: number): void {
    this.#copies = this.#copies.filter((copy) => copy.at <= at);
    this.#copiedAt = this.#copies.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  }

  get copies(): readonly AskCopy[] {
    return this.#copies;
  }

  /** Takes over copies, oldest first; their asks are by the numbers that names have here. */
  restore(copies: readonly AskCopy[]): void {
    this.#copies = copies;
    // The last copy is always the newest
    this.#copiedAt = copies.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** The copy nearest to an instant; null if there is none. */
  near(instant: number): AskCopy | null {
    let nearest: AskCopy | null = null;
    for (const copy of this.#copies)
      if (nearest === null || Math.abs(copy.at - instant) < Math.abs(nearest.at - instant)) nearest = copy;
    return nearest;
  }

  #read(of: AskedOf): Int32Array {
    const { size } = this.#names;
    const { chunkLength } = this.#table;
    const asks = new Int32Array(size);
    for (let first = 0; first < size; first += chunkLength) {
      const length = Math.min(chunkLength, size - first);
      const chunk = this.#table.wholeChunk(askFigures[of], first / chunkLength, length);
      for (let cell = 0; cell < length; cell += 1) asks[first + cell] = Math.min(chunk[cell] as number, maxCents);
    }
    return asks;
  }
}
