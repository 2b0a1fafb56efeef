import { type Currency, currencies, type Money, noPrices, type Prices, type Rate } from '../schema/index.ts';

const day = 86_400_000;
const oldestUsable = 7 * day;
// A central bank may publish on Friday for the next working day
const furthestAhead = 5 * day;
const largestStep = 0.2;

export type RefusedRate = { readonly rate: Rate; readonly why: string };

/** The rates in force, and money in four currencies at them. */
export type ExchangeRates = {
  /** Takes newer rates; refuses absurd ones and keeps the last good. */
  readonly accept: (rates: readonly Rate[]) => { accepted: Rate[]; refused: RefusedRate[] };
  /** The native currency keeps its amount exactly; a currency without a usable rate is null. */
  readonly toPrices: (money: Money | null) => Prices;
  readonly current: () => readonly Rate[];
  /** Why a currency cannot be converted now, or null when it can. */
  readonly trouble: (currency: Currency) => string | null;
};

export function createExchangeRates({ now }: { readonly now: () => number }): ExchangeRates {
  const last = new Map<Currency, Rate>();
  let factors: Factors = {};
  let factorsUntil = 0;

  const refuse = (rate: Rate): string | null => {
    if (!(Number.isFinite(rate.perUsd) && rate.perUsd > 0)) return `rate ${rate.perUsd} is not a positive number`;
    if (rate.ratedAt > now() + furthestAhead) return 'rate is dated in the far future';
    const known = last.get(rate.currency);
    // Publishers date their tables differently: only the same one can be out of date
    if (known?.source === rate.source && rate.ratedAt < known.ratedAt) return 'rate is older than the one in force';
    if (known !== undefined && now() - known.ratedAt <= oldestUsable && differs(rate, known, largestStep)) {
      return `rate ${rate.perUsd} is more than 20 % off the last good one, ${known.perUsd}`;
    }
    return null;
  };

  const usableFactors = (): Factors => {
    const at = now();
    if (at >= factorsUntil) {
      factors = { USD: 1 };
      factorsUntil = Number.POSITIVE_INFINITY;
      for (const rate of last.values()) {
        const until = rate.ratedAt + oldestUsable;
        if (at > until) continue;
        factors[rate.currency] = rate.perUsd;
        factorsUntil = Math.min(factorsUntil, until + 1);
      }
    }
    return factors;
  };

  return {
    accept(rates) {
      const accepted: Rate[] = [];
      const refused: RefusedRate[] = [];
      for (const rate of rates) {
        if (rate.currency === 'USD') continue;
        const why = refuse(rate);
        if (why === null) accepted.push(rate);
        else refused.push({ rate, why });
      }
      for (const rate of accepted) last.set(rate.currency, rate);
      factorsUntil = 0;
      return { accepted, refused };
    },

    toPrices(money) {
      if (money === null) return noPrices;
      const usable = usableFactors();
      const native = usable[money.currency];
      const convert = (currency: Currency): number | null => {
        if (currency === money.currency) return money.amount;
        const target = usable[currency];
        if (native === undefined || target === undefined) return null;
        return Math.max(1, Math.round((money.amount * target) / native));
      };
      return { USD: convert('USD'), EUR: convert('EUR'), CNY: convert('CNY'), RUB: convert('RUB') };
    },

    current: () => [...last.values()],

    trouble(currency) {
      if (currency === 'USD') return null;
      const rate = last.get(currency);
      if (rate === undefined) return `no ${currency} rate has been read yet`;
      const age = Math.floor((now() - rate.ratedAt) / day);
      return usableFactors()[currency] === undefined ? `the ${currency} rate is ${age} days old` : null;
    },
  };
}

type Factors = { [currency in Currency]?: number };

const differs = (one: Rate, other: Rate, share: number): boolean =>
  Math.abs(one.perUsd - other.perUsd) > share * other.perUsd;

/** The currencies that need a rate. */
export const ratedCurrencies = currencies.filter((currency) => currency !== 'USD');
