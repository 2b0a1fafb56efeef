import type { Candles, ItemHistory } from '@itemtape/client';
import type { Currency } from '../../../text/currency.ts';
import { type Interval, secondsOf } from './interval.ts';

type Prices = Readonly<Record<'open' | 'high' | 'low' | 'close', number>>;

/** One interval; its prices are null while none was known. */
export type Bar = {
  /** Start, Unix seconds. */
  readonly time: number;
  readonly prices: Prices | null;
  /** How often something changed; 0 when the previous price still held. */
  readonly moved: number;
};

/** The past of one item in equal intervals without a gap, until now. */
export type Past = {
  readonly currency: Currency;
  readonly interval: Interval;
  /** Starts of the intervals, Unix seconds. */
  readonly times: readonly number[];
  readonly best: readonly Bar[];
  /** For each marketplace its price at the end of each interval; null while there is none. */
  readonly lines: ReadonlyMap<string, readonly (number | null)[]>;
  /** Where the line of a marketplace is of medians of sales, from before it was read: up to this instant. */
  readonly medianUntil: ReadonlyMap<string, number>;
  readonly sold: ReadonlyMap<number, { readonly count: number; readonly volume: number }>;
  /** Newest last, some of them from before the first interval. */
  readonly sales: ItemHistory['sales'];
  readonly days: ItemHistory['days'];
};

/** Prices at an instant, as they came after the answer. */
export type LivePrices = { readonly at: number; readonly prices: ReadonlyMap<string, number | null> };

type Columns = { readonly at: readonly number[]; readonly price: readonly (number | null)[] };

/** The value in effect at each instant. */
export function held(line: Columns, times: readonly number[]): (number | null)[] {
  let next = 0;
  let value: number | null = null;
  return times.map((time) => {
    while (next < line.at.length && (line.at[next] as number) <= time) {
      value = line.price[next] ?? null;
      next += 1;
    }
    return value;
  });
}

type Candle = { readonly [Name in keyof Prices]: number | null } & { readonly at: number; readonly count: number };

/** When a price came or went within the interval, the missing end of the body equals the other one. */
function pricesOf({ open, high, low, close }: Candle): Prices | null {
  const begin = open ?? close ?? low;
  const end = close ?? open ?? low;
  return begin === null || end === null
    ? null
    : { open: begin, high: Math.max(high ?? begin, begin, end), low: Math.min(low ?? begin, begin, end), close: end };
}

const flatAt = (price: number | null): Prices | null =>
  price === null ? null : { open: price, high: price, low: price, close: price };

/** One bar for each interval; where nothing changed, the previous close is carried forward. */
function barsOf(candles: readonly Candle[], times: readonly number[]): Bar[] {
  const byTime = new Map(candles.map((one) => [one.at, one]));
  let standing: number | null = null;
  return times.map((time) => {
    const candle = byTime.get(time);
    const prices = candle === undefined ? flatAt(standing) : pricesOf(candle);
    if (candle !== undefined) standing = candle.close;
    return { time, prices, moved: candle?.count ?? 0 };
  });
}

const candlesIn = ({ at, open, high, low, close, count }: ItemHistory['best']): Candle[] =>
  at.map((time, index) => ({
    at: time,
    open: open[index] ?? null,
    high: high[index] ?? null,
    low: low[index] ?? null,
    close: close[index] ?? null,
    count: count[index] ?? 0,
  }));

/** The past as answered. */
export function pastOf(answer: ItemHistory): Past {
  const step = secondsOf(answer.interval);
  const count = Math.max(1, Math.ceil((answer.to - answer.from) / step));
  const times = Array.from({ length: count }, (_, index) => answer.from + index * step);
  const lines = new Map(answer.lines.map((line) => [line.marketplace, held(line, times)]));
  const medianUntil = new Map<string, number>();
  for (const median of answer.medians) {
    const before = held(median, times);
    const own = lines.get(median.marketplace);
    lines.set(median.marketplace, own === undefined ? before : own.map((price, at) => price ?? before[at] ?? null));
    medianUntil.set(median.marketplace, times[own?.findIndex((price) => price !== null) ?? count - 1] ?? answer.to);
  }
  return {
    currency: answer.currency,
    interval: answer.interval,
    times,
    best: barsOf(candlesIn(answer.best), times),
    lines,
    medianUntil,
    sold: new Map(
      answer.sold.at.map((time, at) => [
        time,
        { count: answer.sold.count[at] ?? 0, volume: answer.sold.volume[at] ?? 0 },
      ]),
    ),
    sales: answer.sales,
    days: answer.days,
  };
}

/** Bars that the service was asked for apart, as those of one marketplace. */
export const barsIn = ({ candles }: Candles, times: readonly number[]): Bar[] => barsOf(candles, times);

const lowestOf = (prices: Iterable<number | null>): number | null => {
  let least: number | null = null;
  for (const price of prices) if (price !== null && (least === null || price < least)) least = price;
  return least;
};

/** A bar with a price that came while it lasts. */
function moved(bar: Bar | undefined, time: number, price: number | null): Bar {
  const prices = bar?.prices ?? null;
  if (price === null) return { time, prices, moved: (bar?.moved ?? 0) + 1 };
  const { open, high, low } = prices ?? { open: price, high: price, low: price };
  const next = { open, high: Math.max(high, price), low: Math.min(low, price), close: price };
  return { time, prices: next, moved: (bar?.moved ?? 0) + (prices?.close === price ? 0 : 1) };
}

/** The past with prices that came since: the last interval is altered, and further ones are added. */
export function withLive(past: Past, live: readonly LivePrices[]): Past {
  if (live.length === 0) return past;
  const step = secondsOf(past.interval);
  const [times, best] = [[...past.times], [...past.best]];
  const lines = new Map([...past.lines].map(([name, values]) => [name, [...values]]));
  for (const { at, prices } of live) {
    while (at >= (times.at(-1) ?? at) + step) {
      const time = (times.at(-1) ?? at) + step;
      times.push(time);
      best.push({ time, prices: flatAt(best.at(-1)?.prices?.close ?? null), moved: 0 });
      for (const values of lines.values()) values.push(values.at(-1) ?? null);
    }
    const last = times.length - 1;
    best[last] = moved(best[last], times[last] ?? at, lowestOf(prices.values()));
    for (const [name, price] of prices) {
      const values = lines.get(name) ?? times.map(() => null);
      values[last] = price;
      lines.set(name, values);
    }
  }
  return { ...past, times, best, lines };
}

type Range = { readonly low: number; readonly high: number };

const tail = 0.03;
const minValues = 3;

/** The range in which values usually lie, so that a brief outlier does not flatten the rest; null for few of them. */
export function usualOf(values: readonly (number | null)[]): Range | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [low, high] = [known[Math.floor(known.length * tail)], known[Math.ceil(known.length * (1 - tail)) - 1]];
  return known.length < minValues || low === undefined || high === undefined ? null : { low, high };
}

/** How much the best price has changed since an instant, as a share; null if it was not known then. */
export function changeSince({ best }: Past, since: number): number | null {
  const before = best.findLast(({ time, prices }) => time <= since && prices !== null)?.prices?.close;
  const now = best.at(-1)?.prices?.close;
  return before === undefined || now === undefined ? null : now / before - 1;
}
