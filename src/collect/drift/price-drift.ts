import type { MarketRecord, Money } from '../../schema/index.ts';
import type { KnownItem } from '../known-item.ts';

/** The latest items whose prices are compared; as many as are looked at in one batch of a list, so that its first one is enough. */
const compared = 10;
/** How many of them must have moved by one and the same factor. */
const minMoved = 8;
/** Powers of ten: an amount in cents taken for dollars, in thousandths taken for units, and the reverse. */
const powers = [-3, -2, 2, 3] as const;
/** How far from the power a ratio may be, since prices move too: from 40 to 250 times for 100. */
const tolerance = 0.4;

/** Records of one batch to look at; the others of a long list are like them. */
const maxOfBatch = compared;

/** The price at which a record says that something is on sale; null if it says nothing of it. */
export const askOf = (record: MarketRecord): Money | null => {
  if (record.kind === 'quote') return record.lowest;
  return record.kind === 'offer' ? record.price : null;
};

/** The lowest price of each of some items in a batch, spread over it. */
export function pricesIn(records: readonly MarketRecord[]): ReadonlyMap<string, Money> {
  const found = new Map<string, Money>();
  const step = Math.max(1, Math.floor(records.length / maxOfBatch));
  for (let index = 0; index < records.length; index += step) {
    const record = records[index] as MarketRecord;
    const price = askOf(record);
    if (price !== null && 'name' in record) found.set(record.name, lowerOf(found.get(record.name), price));
  }
  return found;
}

/** The lower of two prices; the first one where they cannot be compared. */
export const lowerOf = (one: Money | undefined, other: Money): Money =>
  one === undefined || (one.currency === other.currency && other.amount < one.amount) ? other : one;

const powerOf = (ratio: number): number =>
  powers.find((power) => Math.abs(Math.log10(ratio) - power) <= tolerance) ?? 0;

/** By which power of ten a price differs from what is known, 0 for none of these; null where they cannot be compared. */
function moveOf(price: Money, known: KnownItem | null): number | null {
  const previous = known?.lowest ?? null;
  // An amount in keys and metal is two numbers in one
  if (previous === null || previous.currency !== price.currency || price.currency === 'TF2') return null;
  return powerOf(price.amount / previous.amount);
}

/** Notices that the unit of a source's prices changed: nearly all moved by the same power of ten against what is known. */
export class PriceDrift {
  #moves: number[] = [];
  /** By which power of ten prices are moved now. */
  #power = 0;
  /** A move that is no longer noticed. */
  #accepted = 0;
  #unmoved = 0;

  /** With each of these prices, `unmovedEach` others are as they were. */
  note(prices: ReadonlyMap<string, Money>, known: (name: string) => KnownItem | null, unmovedEach: number): void {
    for (const [name, price] of prices) {
      const move = moveOf(price, known(name));
      if (move !== null) this.#add(move);
      this.#unmoved += unmovedEach;
      this.noteUnmoved(Math.floor(this.#unmoved));
      this.#unmoved %= 1;
    }
  }

  /** Whether a price moved against what is known as by another unit, or cannot be compared while prices do. */
  hasMoved(price: Money, known: KnownItem | null): boolean {
    const move = moveOf(price, known);
    return move === null ? this.#power !== 0 : move !== 0 && move !== this.#accepted && move !== -this.#power;
  }

  /** So many prices are as they were. */
  noteUnmoved(count: number): void {
    for (let left = Math.min(count, compared); left > 0; left -= 1) this.#add(0);
  }

  /** The factor by which prices moved; null when they did not. */
  factor(): number | null {
    return this.#power === 0 ? null : 10 ** this.#power;
  }

  /** From now on, prices that moved by the present factor are usual ones. */
  accept(): void {
    this.#accepted = this.#power;
    this.#power = 0;
    this.#moves = [];
  }

  #add(move: number): void {
    // What was taken before the move was noticed has moved back when it is right again
    const isCommon = move === this.#accepted || (this.#power !== 0 && move === -this.#power);
    this.#moves.push(isCommon ? 0 : move);
    if (this.#moves.length > compared) this.#moves.shift();
    // What was taken in the new unit looks unmoved, so fewer than all of them prove nothing
    if (this.#power === 0) this.#power = powers.find((power) => this.#countOf(power) >= minMoved) ?? 0;
    else if (this.#countOf(0) === compared) this.#power = 0;
  }

  #countOf(move: number): number {
    return this.#moves.filter((one) => one === move).length;
  }
}
