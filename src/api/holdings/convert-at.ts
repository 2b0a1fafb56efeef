import type { ConvertAt } from '../../holdings/ledger.ts';
import { PastRates, type UsedRate } from '../../holdings/past-rates.ts';
import type { Transaction } from '../../holdings/transaction.ts';
import type { Currency } from '../../schema/index.ts';
import type { RouteContext } from '../route.ts';
import { toSeconds } from '../wire/time.ts';

/** Converts transactions into a currency, each at the rate of its day. */
export class DayRates {
  readonly #rates: PastRates;
  readonly #currency: Currency;

  private constructor(rates: PastRates, currency: Currency) {
    this.#rates = rates;
    this.#currency = currency;
  }

  static async read({ store, rates }: Pick<RouteContext, 'store' | 'rates'>, currency: Currency): Promise<DayRates> {
    // Where nothing is stored, those of today are what is known
    return new DayRates(new PastRates([...(await store.pastRates()), ...rates()]), currency);
  }

  readonly convert: ConvertAt = (amount, from, at) => {
    const used = this.#rates.between(from, this.#currency, at);
    return used === null ? null : Math.round(amount * used.factor);
  };

  /** What the amounts of a transaction were multiplied by. */
  usedFor({ currency, at }: Transaction): { readonly exchangeRate: number | null; readonly ratedAt: number | null } {
    const used: UsedRate | null = this.#rates.between(currency, this.#currency, at);
    if (used === null) return { exchangeRate: null, ratedAt: null };
    const isConverted = currency !== this.#currency;
    return { exchangeRate: used.factor, ratedAt: isConverted ? toSeconds(used.ratedAt) : null };
  }
}
