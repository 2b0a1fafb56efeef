import type { StoredCandle } from '../store.ts';

/** One interval of one series; 0 means no price. The number of points can follow. */
export type SlotCells = readonly [
  series: number,
  at: number,
  open: number,
  high: number,
  low: number,
  close: number,
  ...count: number[],
];

export type CandlePrices = Omit<StoredCandle, 'count' | 'volume'>;

/** Which price is the best: the lowest ask, or the highest bid. */
export type Side = 'ask' | 'bid';

const amountOrNull = (amount: number): number | null => (amount === 0 ? null : amount);

/** The candles of a single series. */
export const ofOneSeries = (slots: readonly SlotCells[]): CandlePrices[] =>
  slots.map(([, at, open, high, low, close]) => ({
    at,
    open: amountOrNull(open),
    high: amountOrNull(high),
    low: amountOrNull(low),
    close: amountOrNull(close),
  }));

/** Candles of the best price over several series, each keeping its last price until its next one. Slots must be in order. */
export function bestOverSeries(slots: readonly SlotCells[], side: Side): CandlePrices[] {
  const standing = new Map<number, number>();
  const candles: CandlePrices[] = [];
  for (let from = 0; from < slots.length; ) {
    const at = slots[from]?.[1] as number;
    let to = from;
    while (to < slots.length && slots[to]?.[1] === at) to += 1;
    candles.push(bestIn(at, slots.slice(from, to), standing, side));
    from = to;
  }
  return candles;
}

function minOf(amounts: Iterable<number>): number | null {
  let found = Number.POSITIVE_INFINITY;
  for (const amount of amounts) if (amount > 0 && amount < found) found = amount;
  return Number.isFinite(found) ? found : null;
}

function maxOf(amounts: Iterable<number>): number | null {
  let found = 0;
  for (const amount of amounts) if (amount > found) found = amount;
  return amountOrNull(found);
}

/** `standing` holds each series' price at the start of the interval, and is updated to that at its end. */
function bestIn(at: number, moved: readonly SlotCells[], standing: Map<number, number>, side: Side): CandlePrices {
  const [better, worse] = side === 'ask' ? [minOf, maxOf] : [maxOf, minOf];
  const began = new Map([...standing].filter(([, amount]) => amount > 0));
  const bestOf = ([, , , high, low]: SlotCells) => (side === 'ask' ? low : high);
  const worstOf = new Map(moved.map((cells) => [cells[0], side === 'ask' ? cells[3] : cells[4]]));
  const worsts = [...began].flatMap(([series, amount]) => worse([amount, worstOf.get(series) ?? 0]) ?? []);
  for (const [series, , , , , close] of moved) standing.set(series, close);
  const best = better([...began.values(), ...moved.map(bestOf)]);
  const worst = better(worsts) ?? worse(worstOf.values());
  return {
    at,
    open: better(began.values()),
    high: side === 'ask' ? worst : best,
    low: side === 'ask' ? best : worst,
    close: better(standing.values()),
  };
}
