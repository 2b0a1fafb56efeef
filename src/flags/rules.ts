import { type Flag, flags, type Money, type Rate } from '../schema/index.ts';

const hour = 3_600_000;
const day = 24 * hour;

const staleAfter = hour;
// Banks publish none for a weekend, keys and metal are priced around the clock
const bankRateOldAfter = 4 * day;
const tf2RateOldAfter = day;

export const isStale = (seenAt: number, at: number): boolean => at - seenAt > staleAfter;

/** `count` is of the offers, buy orders or sales there. */
export const isThin = (count: number): boolean => count <= 1;

/** Whether the worth of a price in dollars rests on a rate that is overdue, or on none that can be used. */
export function isRateOld({ currency }: Pick<Money, 'currency'>, rates: readonly Rate[], at: number): boolean {
  if (currency === 'USD') return false;
  const needed: readonly Rate['currency'][] = currency === 'TF2' ? ['KEY', 'REF'] : [currency];
  const oldAfter = currency === 'TF2' ? tf2RateOldAfter : bankRateOldAfter;
  return needed.some((one) => at - (rates.find((rate) => rate.currency === one)?.ratedAt ?? 0) > oldAfter);
}

/** What prices are compared with, in any one unit. */
export type Surroundings = {
  /** What each other marketplace asks for the same. */
  readonly others: readonly number[];
  /** What it usually was there in its own week; 0 where that is not known. */
  readonly usual: number;
};

// So many times the middle deviation, made comparable with a standard deviation
const deviations = 3 * 1.4826;
// As factors: far by itself, far together with the own week, and far where too few others say anything
const far = Math.log(2);
const apart = Math.log(1.25);
// A little less, to be told without logarithms
const nearlyApart = 1.24;
const alone = Math.log(1.5);

/**
 * Whether a price is far from the middle of the other marketplaces: more than twice or less than half of it, or a quarter off
 * and as far from its own week; in either case by more than three middle deviations of the others among themselves. Where no
 * two others ask, what is half as much again as in its own week, and as far from the only other, is far.
 */
export function isOutlier(price: number, { others, usual }: Surroundings): boolean {
  const fromWeek = usual > 0 ? Math.abs(Math.log(price / usual)) : 0;
  if (others.length < 2) return fromWeek > alone && others.every((other) => Math.abs(Math.log(price / other)) > alone);
  if (isSurelyNearMiddle(price, others)) return false;
  const logs = new Float64Array(others.length);
  for (let at = 0; at < logs.length; at += 1) logs[at] = Math.log(others[at] as number);
  const middle = middleOf(logs);
  const off = Math.abs(Math.log(price) - middle);
  if (off <= apart) return false;
  for (let at = 0; at < logs.length; at += 1) logs[at] = Math.abs((logs[at] as number) - middle);
  if (off <= deviations * middleOf(logs)) return false;
  return off > far || fromWeek > apart;
}

/** Whether at most half of the others are so far below, and at most half so far above, that the middle cannot be a quarter off. */
function isSurelyNearMiddle(price: number, others: readonly number[]): boolean {
  const low = price / nearlyApart;
  const high = price * nearlyApart;
  let below = 0;
  let above = 0;
  for (let at = 0; at < others.length; at += 1) {
    const other = others[at] as number;
    if (other < low) below += 1;
    else if (other > high) above += 1;
  }
  const half = (others.length - 1) >> 1;
  return below <= half && above <= half;
}

/** Sorts the numbers. */
function middleOf(numbers: Float64Array): number {
  numbers.sort();
  const half = numbers.length >> 1;
  const upper = numbers[half] as number;
  return numbers.length % 2 === 1 ? upper : ((numbers[half - 1] as number) + upper) / 2;
}

/** The words that are true, in the order of the alphabet. */
export const wordsOf = (judged: { readonly [word in Flag]?: boolean }): Flag[] =>
  flags.filter((flag) => judged[flag] === true);
