import { type Flag, flags, isOther, type Money, type Rate } from '../schema/index.ts';

const hour = 3_600_000;
const day = 24 * hour;

const staleAfter = hour;
// Banks publish no rates at weekends; keys and metal are priced around the clock
const bankRateOldAfter = 4 * day;
const tf2RateOldAfter = day;

export const isStale = (seenAt: number, at: number): boolean => at - seenAt > staleAfter;

/** `count` is the number of offers, buy orders or sales. */
export const isThin = (count: number): boolean => count <= 1;

/** Whether a price is shown only in other currencies than its own; keys and metal are worth what traders say. */
export const isConverted = ({ currency }: Pick<Money, 'currency'>): boolean => isOther(currency);

/** Whether the dollar value of a price depends on an overdue rate, or on one that is missing. */
export function isRateOld({ currency }: Pick<Money, 'currency'>, rates: readonly Rate[], at: number): boolean {
  if (currency === 'USD') return false;
  const needed: readonly Rate['currency'][] = currency === 'TF2' ? ['KEY', 'REF'] : [currency];
  const oldAfter = currency === 'TF2' ? tf2RateOldAfter : bankRateOldAfter;
  return needed.some((one) => at - (rates.find((rate) => rate.currency === one)?.ratedAt ?? 0) > oldAfter);
}

/** What a price is compared with, in the same unit as the price. */
export type Surroundings = {
  /** The asks of the other marketplaces for the same thing. */
  readonly others: readonly number[];
  /** The usual price on its own marketplace over the past week; 0 if unknown. */
  readonly usual: number;
};

// Three median absolute deviations, scaled to be comparable with standard deviations
const deviations = 3 * 1.4826;
// Distances as factors: an outlier by itself, one that its own week must confirm, and one with fewer than two other asks
const far = Math.log(2);
const apart = Math.log(1.25);
// A little less than `apart`, for a test without logarithms
const nearlyApart = 1.24;
const alone = Math.log(1.5);

/**
 * Whether a price is far from the median of the other marketplaces: by more than a factor of 2, or of 1.25 if it is as far
 * from its own past week; in either case by more than three scaled median absolute deviations of the others. With fewer than
 * two others, it is far if it is off by more than a factor of 1.5 from its own past week and from the other, if any.
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

/** Whether so few others are far below, and so few far above, that the median cannot be a quarter off. */
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

/** The median; sorts the numbers in place. */
function middleOf(numbers: Float64Array): number {
  numbers.sort();
  const half = numbers.length >> 1;
  const upper = numbers[half] as number;
  return numbers.length % 2 === 1 ? upper : ((numbers[half - 1] as number) + upper) / 2;
}

/** The flags that are true, in the order of `flags`. */
export const wordsOf = (judged: { readonly [word in Flag]?: boolean }): Flag[] =>
  flags.filter((flag) => judged[flag] === true);
