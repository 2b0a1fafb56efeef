import { type CandleWidth, candleStart, candleWidths, dayMs } from '../../schema/index.ts';
import type { CandleQuery, StoredCandle } from '../../store/store.ts';
import { maxDays } from '../routes/parameters.ts';
import { toPrice } from '../wire/price.ts';
import { toSeconds } from '../wire/time.ts';

type Bar = { readonly at: number; readonly prices: readonly [open: number, high: number, low: number, close: number] };

export type BarRange = {
  readonly width: CandleWidth;
  readonly since: number;
  readonly until: number;
  /** How many bars are wanted, some of them from before the range if need be; null for those of the range. */
  readonly count: number | null;
};

type UdfHistory =
  | { readonly s: 'no_data'; readonly nextTime?: number }
  | ({ readonly s: 'ok' } & Readonly<Record<'t' | 'o' | 'h' | 'l' | 'c', readonly number[]>> & {
        readonly v?: readonly number[];
      });

// A range with fewer intervals than this takes no longer to read than one with a single interval
const maxIntervals = 20_000;

/** When a price came or went within the interval, the missing end of the bar equals the other one. */
function barOf({ at, open, high, low, close }: StoredCandle): Bar | null {
  const begin = open ?? close ?? low;
  const end = close ?? open ?? low;
  if (begin === null || end === null) return null;
  return { at, prices: [begin, Math.max(high ?? begin, begin, end), Math.min(low ?? begin, begin, end), end] };
}

/** Reads ever further back until there are enough candles: most items have none in most minutes. */
async function candlesFor(
  { width, since, until, count }: BarRange,
  read: (range: Pick<CandleQuery, 'width' | 'since' | 'until'>) => Promise<readonly StoredCandle[]>,
): Promise<readonly StoredCandle[]> {
  const earliest = until - maxDays * dayMs;
  const latest = candleStart(width, until - 1);
  let span = Math.min(until - since, maxIntervals * candleWidths[width]);
  span = Math.max(span, (count ?? 1) * candleWidths[width]);
  for (;;) {
    const from = Math.max(Math.min(until - span, latest), earliest);
    const candles = await read({ width, since: candleStart(width, from), until });
    if (candles.length >= (count ?? 1) || from === earliest) return candles;
    span *= 10;
  }
}

/** The answer of UDF to a request for bars, with the number of sales as volume. */
export async function readBars(
  range: BarRange,
  isOfSales: boolean,
  read: (range: Pick<CandleQuery, 'width' | 'since' | 'until'>) => Promise<readonly StoredCandle[]>,
): Promise<UdfHistory> {
  const { width, since, count } = range;
  const bars = (await candlesFor(range, read)).flatMap((candle) => {
    const bar = barOf(candle);
    return bar === null ? [] : [{ ...bar, sales: candle.count }];
  });
  const first = bars.findIndex(({ at }) => at >= candleStart(width, since));
  const inRange = first < 0 ? 0 : bars.length - first;
  const wanted = Math.max(inRange, count ?? 0);
  const last = bars.at(-1);
  if (wanted === 0 || last === undefined)
    return { s: 'no_data', ...(last !== undefined && { nextTime: toSeconds(last.at) }) };
  const shown = bars.slice(-wanted);
  const column = (at: 0 | 1 | 2 | 3) => shown.map(({ prices }) => toPrice(prices[at]) as number);
  return {
    s: 'ok',
    t: shown.map(({ at }) => toSeconds(at)),
    ...{ o: column(0), h: column(1), l: column(2), c: column(3) },
    ...(isOfSales && { v: shown.map(({ sales }) => sales) }),
  };
}
