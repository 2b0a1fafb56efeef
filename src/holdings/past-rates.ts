import type { BankCurrency, Rate } from '../schema/index.ts';

type PastRate = Pick<Rate, 'perUsd' | 'ratedAt'>;

/** What an amount was multiplied by, and the older of the days whose rates were used, in epoch milliseconds. */
export type UsedRate = { readonly factor: number; readonly ratedAt: number };

const dollar: PastRate = { perUsd: 1, ratedAt: Number.POSITIVE_INFINITY };

/** Rates by day: that of the day itself, else the last one before it, else the first one after it. */
export class PastRates {
  readonly #rates = new Map<Rate['currency'], PastRate[]>();

  /** Of two rates of a currency for the same day the later in the list applies. */
  constructor(rates: readonly Rate[]) {
    for (const rate of rates.toSorted((one, other) => one.ratedAt - other.ratedAt)) {
      const known = this.#rates.get(rate.currency) ?? [];
      this.#rates.set(rate.currency, known);
      known.push(rate);
    }
  }

  /** null if no rate of one of the currencies is known. */
  between(from: BankCurrency, to: BankCurrency, at: number): UsedRate | null {
    if (from === to) return { factor: 1, ratedAt: at };
    const [source, target] = [this.#at(from, at), this.#at(to, at)];
    if (source === null || target === null) return null;
    return { factor: target.perUsd / source.perUsd, ratedAt: Math.min(source.ratedAt, target.ratedAt) };
  }

  #at(currency: BankCurrency, at: number): PastRate | null {
    if (currency === 'USD') return dollar;
    const rates = this.#rates.get(currency) ?? [];
    let [low, high] = [0, rates.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rates[middle] as PastRate).ratedAt <= at) low = middle + 1;
      else high = middle;
    }
    return rates[Math.max(0, low - 1)] ?? null;
  }
}
