import {
  type Currency,
  currencies,
  keysIn,
  type Money,
  noPrices,
  type Prices,
  type Rate,
  tf2Units,
  weaponsIn,
  weaponsPerRefined,
} from '../schema/index.ts';

type Unit = Rate['currency'];

const day = 86_400_000;
const oldestUsable = 7 * day;
// Keys and metal are traded around the clock
const oldestUsableInTf2 = 2 * day;
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
  readonly trouble: (currency: Unit) => string | null;
};

export function createExchangeRates({ now }: { readonly now: () => number }): ExchangeRates {
  const last = new Map<Unit, Rate>();
  let factors: Factors = {};
  let factorsUntil = 0;

  const refuse = (rate: Rate, offered: readonly Rate[]): string | null => {
    if (!(Number.isFinite(rate.perUsd) && rate.perUsd > 0)) return `rate ${rate.perUsd} is not a positive number`;
    if (rate.ratedAt > now() + furthestAhead) return 'rate is dated in the far future';
    const known = last.get(rate.currency);
    if (isOutdated(rate, known, offered)) return 'rate is older than the one in force';
    if (known !== undefined && now() <= usableUntil(known) && differs(rate, known, largestStep)) {
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
        const until = usableUntil(rate);
        if (at > until) continue;
        factors[rate.currency] = rate.perUsd;
        factorsUntil = Math.min(factorsUntil, until + 1);
      }
    }
    return factors;
  };

  return {
    accept(rates) {
      const judged = rates
        .filter(({ currency }) => currency !== 'USD')
        .map((rate) => ({ rate, why: refuse(rate, rates) }));
      const verdicts = judged.map(({ rate, why }) => ({ rate, why: why ?? refusedWithOther(rate, judged) }));
      const accepted = verdicts.filter(({ why }) => why === null).map(({ rate }) => rate);
      for (const rate of accepted) last.set(rate.currency, rate);
      factorsUntil = 0;
      return { accepted, refused: verdicts.flatMap(({ rate, why }) => (why === null ? [] : [{ rate, why }])) };
    },

    toPrices(money) {
      if (money === null) return noPrices;
      const usable = usableFactors();
      if (money.currency === 'TF2') return tf2Prices(money.amount, usable);
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

type Factors = { [unit in Unit]?: number };

/** Keys and metal have a rate each; a price that needs a missing one is not known at all. */
function tf2Prices(amount: number, usable: Factors): Prices {
  const { KEY, REF } = usable;
  const keys = keysIn(amount);
  const weapons = weaponsIn(amount);
  if ((keys > 0 && KEY === undefined) || (weapons > 0 && REF === undefined)) return noPrices;
  const inKeys = KEY === undefined ? 0 : keys / KEY;
  const inMetal = REF === undefined ? 0 : weapons / weaponsPerRefined / REF;
  const convert = (target: number | undefined): number | null =>
    target === undefined ? null : Math.max(1, Math.round((inKeys + inMetal) * 1000 * target));
  return { USD: convert(1), EUR: convert(usable.EUR), CNY: convert(usable.CNY), RUB: convert(usable.RUB) };
}

const isTf2Unit = (unit: Unit): boolean => (tf2Units as readonly Unit[]).includes(unit);

const usableUntil = ({ currency, ratedAt }: Rate): number =>
  ratedAt + (isTf2Unit(currency) ? oldestUsableInTf2 : oldestUsable);

/** Publishers date their tables differently: of banks only the same one can be out of date. */
function isOutdated(rate: Rate, known: Rate | undefined, offered: readonly Rate[]): boolean {
  const isOlder = (other: Rate | undefined): boolean => other !== undefined && rate.ratedAt < other.ratedAt;
  if (!isTf2Unit(rate.currency)) return known?.source === rate.source && isOlder(known);
  return isOlder(known) || offered.some((other) => other.currency === rate.currency && isOlder(other));
}

/** A key in metal follows from both of its rates, so that they change together or not at all. */
const refusedWithOther = (
  { currency, source, ratedAt }: Rate,
  judged: readonly { readonly rate: Rate; readonly why: string | null }[],
): string | null =>
  isTf2Unit(currency) &&
  judged.some(
    ({ rate, why }) => why !== null && isTf2Unit(rate.currency) && rate.source === source && rate.ratedAt === ratedAt,
  )
    ? 'the other rate of the pair was refused'
    : null;

const differs = (one: Rate, other: Rate, share: number): boolean =>
  Math.abs(one.perUsd - other.perUsd) > share * other.perUsd;

/** The currencies that need a rate. */
export const ratedCurrencies = currencies.filter((currency) => currency !== 'USD');
