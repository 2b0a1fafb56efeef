import type { Clock } from '../runtime/clock.ts';
import {
  bankCurrencies,
  type Currency,
  currencies,
  isTf2Unit,
  keysIn,
  noPrices,
  type Prices,
  type Rate,
  type ToPrices,
  weaponsIn,
  weaponsPerRefined,
} from '../schema/index.ts';

type Unit = Rate['currency'];

const day = 86_400_000;
const oldestUsable = 7 * day;
// The Bank of Russia sets no rates from 31 December until after the holidays: those of 30 December are valid for 13 days
const oldestUsableOfRussia = 16 * day;
// Keys and metal are traded around the clock
const oldestUsableInTf2 = 2 * day;
// A central bank can publish on Friday for the next working day
const furthestAhead = 5 * day;
const largestStep = 0.2;

/** Units per dollar, far wider than the last thirty years: a rate outside is of another currency, or an inverted table. */
const plausible: { readonly [unit in Unit]?: readonly [number, number] } = {
  EUR: [0.5, 1.5],
  CNY: [4, 12],
  RUB: [20, 400],
};

export type RefusedRate = { readonly rate: Rate; readonly why: string };

/** The rates in force, and conversion of money into four currencies. */
export class ExchangeRates {
  readonly #now;
  readonly #last = new Map<Unit, Rate>();
  /** Rates far from a lapsed one, until a later table confirms them. */
  readonly #unconfirmed = new Map<Unit, Rate>();
  #factors: Factors = {};
  /** When `#factors` hold; a clock that is set back leaves this time, and what had lapsed can be in force again. */
  #factorsFrom = 0;
  #factorsUntil = 0;
  #basis = 0;

  constructor({ now }: { readonly now: Clock['now'] }) {
    this.#now = now;
  }

  /** Accepts newer rates; refuses absurd ones and keeps the last good one. */
  accept(rates: readonly Rate[]): { accepted: Rate[]; refused: RefusedRate[] } {
    const judged = rates
      .filter(({ currency }) => currency !== 'USD')
      .map((rate) => ({ rate, why: this.#refuse(rate, rates) }));
    const verdicts = judged.map(({ rate, why }) => ({ rate, why: why ?? refusedWithOther(rate, judged) }));
    const accepted = verdicts.filter(({ why }) => why === null).map(({ rate }) => rate);
    for (const rate of accepted) {
      this.#last.set(rate.currency, rate);
      this.#unconfirmed.delete(rate.currency);
    }
    this.#factorsUntil = 0;
    return { accepted, refused: verdicts.flatMap(({ rate, why }) => (why === null ? [] : [{ rate, why }])) };
  }

  /** Converts money. The native currency keeps its amount exactly; a currency without a usable rate is null. */
  readonly toPrices: ToPrices = (money) => {
    if (money === null) return noPrices;
    const usable = this.#usableFactors();
    if (money.currency === 'TF2') return tf2Prices(money.amount, usable);
    const native = usable[money.currency];
    const convert = (currency: Currency): number | null => {
      if (currency === money.currency) return money.amount;
      const target = usable[currency];
      if (native === undefined || target === undefined) return null;
      return Math.max(1, Math.round((money.amount * target) / native));
    };
    return { USD: convert('USD'), EUR: convert('EUR'), CNY: convert('CNY'), RUB: convert('RUB') };
  };

  current(): readonly Rate[] {
    return [...this.#last.values()];
  }

  /** Changes whenever a bank's rate does, or becomes usable or unusable. */
  basis(): number {
    this.#usableFactors();
    return this.#basis;
  }

  /** The rates that are not too old to convert at. */
  usable(): readonly Rate[] {
    return this.current().filter((rate) => this.#now() <= usableUntil(rate));
  }

  /** Why a currency cannot be converted now; null if it can. */
  trouble(currency: Unit): string | null {
    if (currency === 'USD') return null;
    const rate = this.#last.get(currency);
    if (rate === undefined) return `no ${currency} rate has been read yet`;
    const age = Math.floor((this.#now() - rate.ratedAt) / day);
    return this.#usableFactors()[currency] === undefined ? `the ${currency} rate is ${age} days old` : null;
  }

  #refuse(rate: Rate, offered: readonly Rate[]): string | null {
    const oddity = oddityOf(rate);
    if (oddity !== null) return oddity;
    if (rate.ratedAt > this.#now() + furthestAhead) return 'rate is dated in the far future';
    const known = this.#last.get(rate.currency);
    if (isOutdated(rate, this.#isAhead(known) ? undefined : known, offered))
      return 'rate is older than the one in force';
    if (known === undefined || !differs(rate, known, largestStep)) return null;
    const why = `rate ${rate.perUsd} is more than 20 % off the last good one, ${known.perUsd}`;
    if (this.#now() <= usableUntil(known)) return why;
    return this.#isConfirmed(rate) ? null : `${why}; it is accepted once a later table agrees`;
  }

  /** Whether a clock that ran ahead and was since corrected has dated the rate. Banks date their tables themselves. */
  #isAhead(known: Rate | undefined): boolean {
    return known !== undefined && isTf2Unit(known.currency) && known.ratedAt > this.#now();
  }

  /** Whether an earlier table confirms a rate that differs much from a lapsed one. */
  #isConfirmed(rate: Rate): boolean {
    const previous = this.#unconfirmed.get(rate.currency);
    const isNear = previous !== undefined && !differs(rate, previous, largestStep);
    if (!isNear) this.#unconfirmed.set(rate.currency, rate);
    return isNear && rate.ratedAt > previous.ratedAt;
  }

  #usableFactors(): Factors {
    const at = this.#now();
    if (at >= this.#factorsUntil || at < this.#factorsFrom) {
      const previous = this.#factors;
      this.#factors = { USD: 1 };
      this.#factorsFrom = at;
      this.#factorsUntil = Number.POSITIVE_INFINITY;
      for (const rate of this.#last.values()) {
        const until = usableUntil(rate);
        if (at > until) continue;
        this.#factors[rate.currency] = rate.perUsd;
        this.#factorsUntil = Math.min(this.#factorsUntil, until + 1);
      }
      if (bankCurrencies.some((currency) => this.#factors[currency] !== previous[currency])) this.#basis += 1;
    }
    return this.#factors;
  }
}

type Factors = { [unit in Unit]?: number };

/** Keys and metal have separate rates; a price that needs a missing one is unknown in every currency. */
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

function usableUntil({ currency, ratedAt, source }: Rate): number {
  if (isTf2Unit(currency)) return ratedAt + oldestUsableInTf2;
  return ratedAt + (currency === 'RUB' || source === 'cbr' ? oldestUsableOfRussia : oldestUsable);
}

/** Banks date their tables differently, so a bank's rate is compared only with an earlier one of the same bank. */
function isOutdated(rate: Rate, known: Rate | undefined, offered: readonly Rate[]): boolean {
  const isOlder = (other: Rate | undefined): boolean => other !== undefined && rate.ratedAt < other.ratedAt;
  if (!isTf2Unit(rate.currency)) return known?.source === rate.source && isOlder(known);
  return isOlder(known) || offered.some((other) => other.currency === rate.currency && isOlder(other));
}

type RateVerdict = { readonly rate: Rate; readonly why: string | null };

/**
 * The two rates of keys and metal change together or not at all, since the price of a key in metal follows from both. A
 * bank's table with an impossible rate for one currency is refused for all.
 */
function refusedWithOther(one: Rate, judged: readonly RateVerdict[]): string | null {
  const ofTable = judged.filter(({ rate }) => rate.source === one.source && rate.ratedAt === one.ratedAt);
  if (isTf2Unit(one.currency))
    return ofTable.some(({ rate, why }) => why !== null && isTf2Unit(rate.currency))
      ? 'the other rate of the pair was refused'
      : null;
  const absurd = ofTable.find(({ rate }) => oddityOf(rate) !== null);
  return absurd === undefined
    ? null
    : `the same table has an impossible ${absurd.rate.currency} rate, ${absurd.rate.perUsd}`;
}

const bandOf = ({ currency }: Rate): readonly [number, number] => plausible[currency] ?? [0, Number.POSITIVE_INFINITY];

/** Why a number cannot be a rate of its currency, regardless of earlier rates. */
function oddityOf(rate: Rate): string | null {
  const { perUsd, currency } = rate;
  if (!(Number.isFinite(perUsd) && perUsd > 0)) return `rate ${perUsd} is not a positive number`;
  const [from, to] = bandOf(rate);
  return perUsd >= from && perUsd <= to ? null : `${perUsd} ${currency} per dollar is not between ${from} and ${to}`;
}

const differs = (one: Rate, other: Rate, share: number): boolean =>
  Math.abs(one.perUsd - other.perUsd) > share * other.perUsd;

/** The public currencies that need a rate. */
export const ratedCurrencies = currencies.filter((currency) => currency !== 'USD');
