import type { Candle, Tape } from '@itemtape/client';
import type { Currency } from '../../../text/currency.ts';
import { type Interval, intervals, type Side } from '../chart-options.ts';

/** One interval. */
export type Bar = {
  /** When it began, in Unix seconds. */
  readonly time: number;
  /** Null while no price was known. */
  readonly prices: Prices | null;
  /** How often the price or the offer count changed; 0 when the previous price still held. */
  readonly moved: number;
  readonly sold: number;
  /** Sum of the sales. */
  readonly paid: number;
};

type Prices = Readonly<Record<'open' | 'high' | 'low' | 'close', number>>;

/** The candles of one item, contiguous from the first on, in one currency. */
export type ItemCandles = {
  readonly currency: Currency;
  readonly bars: readonly Bar[];
};

type CandlesQuery = {
  readonly tape: Tape;
  readonly game: string;
  readonly name: string;
  readonly phase: string | null;
  readonly interval: Interval;
  readonly of: Side;
  /** Empty for all marketplaces. */
  readonly marketplace: string;
  readonly currency: Currency;
  readonly signal: AbortSignal;
};

export async function loadCandles(question: CandlesQuery): Promise<ItemCandles> {
  const { tape, game, name, phase, interval, of, marketplace, currency, signal } = question;
  const { seconds, count } = intervals.find((one) => one.interval === interval) ?? intervals[1];
  const until = Math.floor(Date.now() / 1000);
  const request = {
    game,
    name,
    interval,
    currency,
    from: new Date((until - seconds * count) * 1000),
    ...(phase !== null && { phase }),
    ...(marketplace !== '' && { marketplace }),
  };
  const [prices, sales] = await Promise.all([
    tape.candles({ ...request, of }, { signal }),
    // Sales do not say which variant was sold
    phase === null ? tape.candles({ ...request, of: 'sale' }, { signal }) : { candles: [] },
  ]);
  return { currency, bars: barsOf(prices.candles, sales.candles, { seconds, until }) };
}

/** One bar per interval, from the first with any data until now; when nothing changed, the previous close is carried forward. */
export function barsOf(
  candles: readonly Candle[],
  sales: readonly Candle[],
  { seconds, until }: { readonly seconds: number; readonly until: number },
): Bar[] {
  const candleAt = new Map(candles.map((one) => [one.at, one]));
  const saleAt = new Map(sales.map((one) => [one.at, one]));
  // Sales reach back further than the prices this service has read
  const first = candles[0]?.at ?? sales[0]?.at ?? until + 1;
  const bars: Bar[] = [];
  let standing: number | null = null;
  for (let time = first; time <= until; time += seconds) {
    const candle = candleAt.get(time);
    const sale = saleAt.get(time);
    bars.push({
      time,
      prices: candle === undefined ? flatAt(standing) : pricesOf(candle),
      moved: candle?.count ?? 0,
      sold: sale?.count ?? 0,
      paid: sale?.volume ?? 0,
    });
    if (candle !== undefined) standing = candle.close;
  }
  return bars;
}

const flatAt = (price: number | null): Prices | null =>
  price === null ? null : { open: price, high: price, low: price, close: price };

/** When the price appeared or disappeared within the interval, the missing end of the body equals the other one. */
function pricesOf({ open, high, low, close }: Candle): Prices | null {
  const begin = open ?? close ?? low;
  const end = close ?? open ?? low;
  return begin === null || end === null
    ? null
    : { open: begin, high: Math.max(high ?? begin, begin, end), low: Math.min(low ?? begin, begin, end), close: end };
}
