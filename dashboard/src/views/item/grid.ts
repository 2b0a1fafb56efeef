import type { Point, Series } from './load-history.ts';

/** Evenly spaced instants with each line's value at each of them, which makes the chart's axis linear in time. */
export type Grid = {
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly lines: readonly GridLine[];
};

export type GridLine = {
  readonly marketplace: string;
  /** The price in effect at each instant; null before the first one. */
  readonly prices: readonly (number | null)[];
  /** The last sale around each instant. */
  readonly sales: readonly (number | null)[];
  /** How many sales there were around each instant. */
  readonly sold: readonly number[];
  /** The range in which the line usually lies. */
  readonly usual: { readonly low: number; readonly high: number } | null;
};

const maxInstants = 500;
const minSeconds = 300;

/**
 * The grid from `from` until `until`. If `from` is null, it begins with the first price, or without prices with the first sale:
 * sales reach back weeks before the first price that this service read, and the lines would be too short to be seen.
 */
export function gridOf(lines: readonly Series[], from: number | null, until: number): Grid {
  const wanted =
    from ?? firstOf(lines.map(({ prices }) => prices)) ?? firstOf(lines.map(({ sales }) => sales)) ?? until;
  const start = Math.min(wanted, until - minSeconds);
  const step = Math.max(1, (until - start) / (maxInstants - 1));
  const count = Math.floor((until - start) / step) + 1;
  const times = Array.from({ length: count }, (_, at) => Math.round(start + at * step));
  return { times, lines: lines.map((series) => lineOn(series, times, step)) };
}

function firstOf(lists: readonly (readonly Point[])[]): number | null {
  const first = Math.min(...lists.flatMap((points) => points.slice(0, 1)).map(({ time }) => time));
  return Number.isFinite(first) ? first : null;
}

function lineOn({ marketplace, prices, sales }: Series, times: readonly number[], step: number): GridLine {
  const held = heldAt(prices, times, step / 2);
  const last: (number | null)[] = times.map(() => null);
  const sold: number[] = times.map(() => 0);
  const [start = 0] = times;
  for (const { time, value } of sales) {
    const at = Math.round((time - start) / step);
    if (at < 0 || at >= last.length) continue;
    last[at] = value;
    sold[at] = (sold[at] ?? 0) + 1;
  }
  return { marketplace, prices: held, sales: last, sold, usual: usualOf(prices, held, last) };
}

/** Each price is in effect until the next one. */
function heldAt(prices: readonly Point[], times: readonly number[], slack: number): (number | null)[] {
  let next = 0;
  let value: number | null = null;
  return times.map((time) => {
    for (let point = prices[next]; point !== undefined && point.time <= time + slack; point = prices[next]) {
      value = point.value;
      next += 1;
    }
    return value;
  });
}

// The first offer seen of an item is often a dear one, with many more to follow
const minPrices = 3;
const tail = 0.03;

function usualOf(
  prices: readonly Point[],
  held: readonly (number | null)[],
  sold: readonly (number | null)[],
): GridLine['usual'] {
  const settled = prices.length < minPrices ? null : (prices[1]?.time ?? null);
  const first = prices[0]?.value;
  const begins = settled === null ? 0 : held.findIndex((value) => value !== null && value !== first);
  const values = [...held.slice(Math.max(0, begins)), ...sold].filter((value) => value !== null).sort((a, b) => a - b);
  const low = values[Math.floor(values.length * tail)];
  const high = values[Math.ceil(values.length * (1 - tail)) - 1];
  return low === undefined || high === undefined ? null : { low, high };
}
