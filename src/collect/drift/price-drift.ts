import type { MarketRecord, Money } from '../../schema/index.ts';
import type { KnownItem } from '../collector-options.ts';

/** The latest items whose prices are compared; as many as are looked at in one batch of a list, so that its first one is enough. */
const compared = 10;
/** How many of them must have moved by one and the same factor. */
const fewestMoved = 8;
/** Powers of ten: an amount in cents taken for dollars, in thousandths taken for units, and the reverse. */
const powers = [-3, -2, 2, 3] as const;
/** How far from the power a ratio may be, since prices move too: from 40 to 250 times for 100. */
const tolerance = 0.4;

/** Records of one batch to look at; the others of a long list are like them. */
const mostOfBatch = compared;

const priceOf = (record: MarketRecord): Money | null => {
  if (record.kind === 'quote') return record.lowest;
  return record.kind === 'offer' ? record.price : null;
};

/** The lowest price of each of some items in a batch, spread over it. */
export function pricesIn(records: readonly MarketRecord[]): ReadonlyMap<string, Money> {
  const found = new Map<string, Money>();
  const step = Math.max(1, Math.floor(records.length / mostOfBatch));
  for (let place = 0; place < records.length; place += step) {
    const record = records[place] as MarketRecord;
    const price = priceOf(record);
    if (price === null || !('name' in record)) continue;
    const lowest = found.get(record.name);
    if (lowest === undefined || (lowest.currency === price.currency && price.amount < lowest.amount))
      found.set(record.name, price);
  }
  return found;
}

const powerOf = (ratio: number): number =>
  powers.find((power) => Math.abs(Math.log10(ratio) - power) <= tolerance) ?? 0;

/** Notices that the unit of a source's prices changed: nearly all moved by the same power of ten against what is known. */
export class PriceDrift {
  #moves: number[] = [];
  /** By which power of ten prices are moved now. */
  #power = 0;
  /** A move that is no longer noticed. */
  #accepted = 0;

  note(prices: ReadonlyMap<string, Money>, known: (name: string) => KnownItem | null): void {
    for (const [name, price] of prices) {
      const former = known(name)?.lowest ?? null;
      if (former === null || former.currency !== price.currency || former.amount <= 0 || price.amount <= 0) continue;
      this.#add(powerOf(price.amount / former.amount));
    }
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
    const isUsual = move === this.#accepted || (this.#power !== 0 && move === -this.#power);
    this.#moves.push(isUsual ? 0 : move);
    if (this.#moves.length > compared) this.#moves.shift();
    // What was taken in the new unit looks unmoved, so fewer than all of them prove nothing
    if (this.#power === 0) this.#power = powers.find((power) => this.#countOf(power) >= fewestMoved) ?? 0;
    else if (this.#countOf(0) === compared) this.#power = 0;
  }

  #countOf(move: number): number {
    return this.#moves.filter((one) => one === move).length;
  }
}
