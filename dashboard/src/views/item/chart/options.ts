import { translate } from '../../../text/translate.ts';
import { type Interval, intervals } from './interval.ts';

/** How an item's past is drawn; every choice is kept in the URL. */
export type ChartOptions = {
  readonly chart: 'lines' | 'candles';
  /** How far back, in days; 0 for as far as data is kept, null for what suits the data there is. */
  readonly days: number | null;
  /** Null for one that suits the range. */
  readonly interval: Interval | null;
  /** What candles show. */
  readonly of: Side;
  /** The marketplace of the candles; empty for the best across all of them. */
  readonly on: string;
  readonly scale: Scale;
  /** Another item of the game to compare with; empty for none. */
  readonly beside: string;
};

export type Side = (typeof sides)[number]['side'];

export const sides = [
  { side: 'ask', text: translate('Asks') },
  { side: 'bid', text: translate('Bids') },
] as const;

export type Scale = (typeof scales)[number]['value'];

export const scales = [
  { value: 'linear', text: translate('Linear') },
  { value: 'log', text: translate('Log') },
  { value: 'percent', text: '%' },
] as const;

export const ranges = [
  { days: 1, text: translate('1 d') },
  { days: 7, text: translate('7 d') },
  { days: 30, text: translate('30 d') },
  { days: 90, text: translate('90 d') },
  { days: 365, text: translate('1 y') },
  { days: 0, text: translate('All') },
] as const;

const oneOf = <Value>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => String(value) === text) ?? null;

export const chartOptionsFrom = (query: URLSearchParams): ChartOptions => ({
  chart: query.get('chart') === 'candles' ? 'candles' : 'lines',
  days: oneOf(
    ranges.map(({ days }) => days),
    query.get('days'),
  ),
  interval: oneOf(
    intervals.map(({ interval }) => interval),
    query.get('interval'),
  ),
  of: query.get('of') === 'bid' ? 'bid' : 'ask',
  on: query.get('on') ?? '',
  scale:
    oneOf(
      scales.map(({ value }) => value),
      query.get('scale'),
    ) ?? 'linear',
  beside: query.get('with') ?? '',
});

/** The choices as URL parameters, defaults omitted. */
export const chartOptionsIn = (options: ChartOptions): Readonly<Record<string, string | null>> => ({
  chart: options.chart === 'lines' ? null : options.chart,
  days: options.days?.toString() ?? null,
  interval: options.interval,
  of: options.of === 'ask' ? null : options.of,
  on: options.on,
  scale: options.scale === 'linear' ? null : options.scale,
  with: options.beside,
});
