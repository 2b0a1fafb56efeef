import type { Fee, FeeSide, Prices, PublicMoney } from '../../schema/index.ts';

/** The fees of one side of a marketplace for the ordinary way of selling or paying, the highest price step first. */
export class FeeRule {
  readonly #side: FeeSide;
  readonly #steps: readonly Fee[];

  private constructor(side: FeeSide, steps: readonly Fee[]) {
    this.#side = side;
    this.#steps = steps;
  }

  /** null if no fee is known. */
  static of(fees: readonly Fee[], side: FeeSide): FeeRule | null {
    const steps = fees
      .filter((fee) => fee.side === side && fee.method === undefined)
      .sort((a, b) => (b.from?.amount ?? 0) - (a.from?.amount ?? 0));
    return steps.length === 0 ? null : new FeeRule(side, steps);
  }

  /** What the buyer pays or the seller gets, in thousandths of a dollar; 0 if that is unknown or nothing is left. */
  after(usd: number, pricesAt: () => Prices): number {
    const step = this.#stepFor(pricesAt);
    if (step === null || usd === 0) return 0;
    const fixed = inDollars(step.fixed, usd, pricesAt);
    const min = inDollars(step.min, usd, pricesAt);
    if (fixed === null || min === null) return 0;
    const taken = Math.max(Math.round((usd * step.percent) / 100 + fixed), Math.round(min));
    return this.#side === 'buyer' ? usd + taken : Math.max(0, usd - taken);
  }

  #stepFor(pricesAt: () => Prices): Fee | null {
    const [only] = this.#steps;
    if (only === undefined || only.from === undefined) return only ?? null;
    const prices = pricesAt();
    for (const step of this.#steps) {
      if (step.from === undefined) return step;
      const price = prices[step.from.currency];
      if (price === null) return null;
      if (price >= step.from.amount) return step;
    }
    return null;
  }
}

/** An amount in thousandths of a dollar, at the rate implied by a price; null if the price lacks that currency. */
function inDollars(amount: PublicMoney | undefined, usd: number, pricesAt: () => Prices): number | null {
  if (amount === undefined) return 0;
  if (amount.currency === 'USD') return amount.amount;
  const price = pricesAt()[amount.currency];
  return price === null ? null : (amount.amount * usd) / price;
}
