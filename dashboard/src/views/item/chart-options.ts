import { translate } from '../../text/translate.ts';
/** How an item's history is drawn; every choice is kept in the URL. */
export type ChartOptions = {
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
  { side: 'ask', text: translate('Asks') },
  { side: 'bid', text: translate('Bids') },
] as const;

export type Interval = (typeof intervals)[number]['interval'];

export const intervals = [
  { interval: '5m', text: translate('5 m'), span: translate('a day'), seconds: 300, count: 288 },
  { interval: '1h', text: translate('1 h'), span: translate('14 days'), seconds: 3_600, count: 336 },
  { interval: '1d', text: translate('1 d'), span: translate('a year'), seconds: 86_400, count: 365 },
] as const;

export const ranges = [
  { days: null, text: translate('All') },
  { days: 1, text: translate('1 d') },
  { days: 7, text: translate('7 d') },
  { days: 30, text: translate('30 d') },
  { days: 90, text: translate('90 d') },
  { days: 365, text: translate('1 y') },
] as const;

export const chartOptionsFrom = (query: URLSearchParams): ChartOptions => ({
  chart: query.get('chart') === 'candles' ? 'candles' : 'lines',
  days: ranges.find(({ days }) => String(days) === query.get('days'))?.days ?? null,
  interval: intervals.find(({ interval }) => interval === query.get('interval'))?.interval ?? '1h',
  of: query.get('of') === 'bid' ? 'bid' : 'ask',
  on: query.get('on') ?? '',
});

/** The choices as URL parameters, defaults omitted. */
export const chartOptionsIn = ({
  chart,
  days,
  interval,
  of,
  on,
}: ChartOptions): Readonly<Record<string, string | null>> => ({
  chart: chart === 'lines' ? null : chart,
  days: days?.toString() ?? null,
  interval: interval === '1h' ? null : interval,
  of: of === 'ask' ? null : of,
  on,
});
