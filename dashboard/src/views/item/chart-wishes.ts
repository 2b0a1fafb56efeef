import { say } from '../../text/say.ts';
/** How an item's history is drawn; every choice is kept in the URL. */
export type ChartWishes = {
  readonly chart: 'lines' | 'candles';
  /** How far back lines go, in days; null for as far as data is kept. */
  readonly days: number | null;
  readonly interval: Interval;
  /** What candles show. */
  readonly of: Side;
  /** The marketplace of the candles; empty for the best across all of them. */
  readonly on: string;
};

export type Side = (typeof sides)[number]['side'];

export const sides = [
  { side: 'ask', text: say('Asks') },
  { side: 'bid', text: say('Bids') },
] as const;

export type Interval = (typeof intervals)[number]['interval'];

export const intervals = [
  { interval: '5m', text: say('5 m'), span: say('a day'), seconds: 300, count: 288 },
  { interval: '1h', text: say('1 h'), span: say('14 days'), seconds: 3_600, count: 336 },
  { interval: '1d', text: say('1 d'), span: say('a year'), seconds: 86_400, count: 365 },
] as const;

export const ranges = [
  { days: null, text: say('All') },
  { days: 1, text: say('1 d') },
  { days: 7, text: say('7 d') },
  { days: 30, text: say('30 d') },
  { days: 90, text: say('90 d') },
  { days: 365, text: say('1 y') },
] as const;

export const chartWishesFrom = (query: URLSearchParams): ChartWishes => ({
  chart: query.get('chart') === 'candles' ? 'candles' : 'lines',
  days: ranges.find(({ days }) => String(days) === query.get('days'))?.days ?? null,
  interval: intervals.find(({ interval }) => interval === query.get('interval'))?.interval ?? '1h',
  of: query.get('of') === 'bid' ? 'bid' : 'ask',
  on: query.get('on') ?? '',
});

/** The choices as URL parameters, defaults omitted. */
export const chartWishesIn = ({
  chart,
  days,
  interval,
  of,
  on,
}: ChartWishes): Readonly<Record<string, string | null>> => ({
  chart: chart === 'lines' ? null : chart,
  days: days?.toString() ?? null,
  interval: interval === '1h' ? null : interval,
  of: of === 'ask' ? null : of,
  on,
});
