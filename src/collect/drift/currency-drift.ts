import type { Money } from '../../schema/index.ts';

/** So many prices in a row in one currency make it the usual one. */
const toBecomeCommon = 40;
const latest = 20;
const otherShare = 0.8;

/** Notices that a source whose prices were all in one currency gives them in another. */
export class CurrencyDrift {
  #common: string | null = null;
  #runOf: string | null = null;
  #run = 0;
  #latest: string[] = [];

  note(prices: Iterable<Money>): void {
    for (const { currency } of prices) {
      this.#run = this.#runOf === currency ? this.#run + 1 : 1;
      this.#runOf = currency;
      if (this.#common === null && this.#run >= toBecomeCommon) this.#common = currency;
      this.#latest.push(currency);
      if (this.#latest.length > latest) this.#latest.shift();
    }
  }

  /** The usual currency and the new one; null when there is no other. */
  change(): { readonly from: string; readonly to: string } | null {
    const [common, to] = [this.#common, this.#latest.at(-1)];
    if (common === null || to === undefined || to === common) return null;
    const others = this.#latest.filter((currency) => currency === to).length;
    return others >= latest * otherShare ? { from: common, to } : null;
  }

  /** From now on, the present currency is the usual one. */
  accept(): void {
    this.#common = null;
    this.#run = 0;
    this.#latest = [];
  }
}
