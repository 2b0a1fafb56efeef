import type { CatalogueItem } from '../world.ts';

/** Items of any price up to this are applied to everything. */
const anyUsd = 2;

/** What can be applied, cheapest first: nobody applies what costs far more than the item. */
export class ItemsByPrice {
  readonly #items: readonly CatalogueItem[];

  constructor(items: readonly CatalogueItem[]) {
    this.#items = items.toSorted((a, b) => a.basePrice - b.basePrice || a.index - b.index);
  }

  /** One of those up to a price, selected by a random number in [0, 1); null if there are none. */
  pick(maxUsd: number, random: number): CatalogueItem | null {
    return this.#items[Math.floor(this.#countUpTo(Math.max(maxUsd, anyUsd)) * random)] ?? null;
  }

  #countUpTo(usd: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#items[middle]?.basePrice ?? 0) > usd) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
