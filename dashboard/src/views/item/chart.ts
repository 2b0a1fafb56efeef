import {
  type AutoscaleInfo,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  LineType,
  PriceScaleMode,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { dayText, instantText, minuteText, monthText, timeText, yearText } from '../../text/clock.ts';
import type { Grid, GridLine } from './grid.ts';

/** Colours told apart in light and dark, in the order of the lines. */
export const lineColours = [
  '#1f77b4',
  '#d9660a',
  '#2a9a52',
  '#c93a3a',
  '#8a63c4',
  '#a0684f',
  '#cf5fa8',
  '#2e9fae',
] as const;

export const colourOf = (place: number): string => lineColours[place % lineColours.length] ?? lineColours[0];

export type Chart = {
  readonly remove: () => void;
  /** What the visitor looks at, null when it is all there is. */
  readonly view: () => View | null;
  /** Lines that are hidden neither show nor make the scale. */
  readonly hide: (marketplaces: ReadonlySet<string>) => void;
  /** On a logarithmic scale equal shares of a price take equal room. */
  readonly scale: (kind: Scale) => void;
};

export type Scale = 'linear' | 'logarithmic';

/** A stretch of time, in Unix seconds. */
export type View = { readonly from: number; readonly to: number };

type ChartSetup = {
  readonly grid: Grid;
  readonly hidden: ReadonlySet<string>;
  readonly scale: Scale;
  readonly view: View | null;
  readonly priceText: (price: number) => string;
  /** Is given the place in the grid that is pointed at; null when none is. */
  readonly point: (at: number | null) => void;
};

// Rounding to bars lets no chart show quite everything
const leastOfAll = 0.97;

/** How the whole of it looks, in the colours of the element. */
function optionsOf(element: HTMLElement, priceText: ChartSetup['priceText']) {
  const style = getComputedStyle(element);
  const gridColour = style.getPropertyValue('--line').trim();
  return {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: style.color,
      fontFamily: style.fontFamily,
      // Its makers are named below the chart
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: gridColour || '#8884' } },
    // By themselves its times are in UTC
    localization: { priceFormatter: priceText, timeFormatter: (time: Time) => instantText(Number(time)) },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => tickText(Number(time), kind),
    },
  };
}

/** Adds the prices of a marketplace as a line and its sales as dots. */
function drawLine(chart: IChartApi, grid: Grid, one: GridLine, place: number) {
  const shared = {
    color: colourOf(place),
    priceLineVisible: false,
    lastValueVisible: false,
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withinUsual(original(), one.usual),
  } as const;
  const prices = chart.addSeries(LineSeries, { ...shared, lineWidth: 2, lineType: LineType.WithSteps });
  prices.setData(pointsOf(grid, one.prices));
  const sales = chart.addSeries(LineSeries, {
    ...shared,
    lineVisible: false,
    pointMarkersVisible: true,
    pointMarkersRadius: 3,
  });
  sales.setData(pointsOf(grid, one.sales));
  return { marketplace: one.marketplace, series: [prices, sales] };
}

// Below it the bars stand, above it the lines
const volumeFrom = 0.84;

/** Adds how many were sold at each time as bars at the foot; the result draws those of the lines that are seen. */
function drawVolume(chart: IChartApi, { times, lines }: Grid) {
  if (!lines.some(({ sold }) => sold.some((count) => count > 0))) return () => {};
  const bars = chart.addSeries(HistogramSeries, {
    // Grey, which no line has; seen on light and dark
    color: '#8090a880',
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: volumeFrom, bottom: 0 }, visible: false });
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.06, bottom: 1 - volumeFrom } });
  return (hidden: ReadonlySet<string>) => {
    const seen = lines.filter(({ marketplace }) => !hidden.has(marketplace));
    bars.setData(
      times.map((time, at) => {
        const value = seen.reduce((sum, { sold }) => sum + (sold[at] ?? 0), 0);
        return value === 0 ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value };
      }),
    );
  };
}

/** Draws into an element. */
export function drawChart(element: HTMLElement, { grid, hidden, scale, view, priceText, point }: ChartSetup): Chart {
  const chart = createChart(element, optionsOf(element, priceText));
  const drawn = grid.lines.map((one, place) => drawLine(chart, grid, one, place));
  const drawSold = drawVolume(chart, grid);
  const hide: Chart['hide'] = (marketplaces) => {
    for (const { marketplace, series } of drawn) {
      for (const one of series) one.applyOptions({ visible: !marketplaces.has(marketplace) });
    }
    drawSold(marketplaces);
  };
  hide(hidden);
  const scaleBy: Chart['scale'] = (kind) =>
    chart.priceScale('right').applyOptions({ mode: PriceScaleMode[kind === 'linear' ? 'Normal' : 'Logarithmic'] });
  scaleBy(scale);
  chart.subscribeCrosshairMove(({ time }) => point(time === undefined ? null : grid.times.indexOf(Number(time))));
  const times = chart.timeScale();
  times.fitContent();
  if (view !== null) times.setVisibleRange({ from: view.from as UTCTimestamp, to: view.to as UTCTimestamp });
  return {
    remove: () => chart.remove(),
    hide,
    scale: scaleBy,
    view() {
      const seen = times.getVisibleRange();
      const bars = times.getVisibleLogicalRange();
      if (seen === null || bars === null || bars.to - bars.from > (grid.times.length - 1) * leastOfAll) return null;
      return { from: Number(seen.from), to: Number(seen.to) };
    },
  };
}

// Each instant of the grid is known to the chart, which gives every instant it knows the same room
const pointsOf = ({ times }: Grid, values: readonly (number | null)[]) =>
  times.map((time, at) => {
    const value = values[at] ?? null;
    return value === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value };
  });

/** What happened once and for a moment does not make the scale of all the rest. */
function withinUsual(seen: AutoscaleInfo | null, usual: GridLine['usual']): AutoscaleInfo | null {
  if (seen?.priceRange == null || usual === null) return seen;
  const minValue = Math.max(seen.priceRange.minValue, usual.low);
  const maxValue = Math.min(seen.priceRange.maxValue, usual.high);
  return minValue > maxValue ? seen : { ...seen, priceRange: { minValue, maxValue } };
}

/** The chart breaks days and months in UTC; elsewhere such a mark is no midnight and is told with its hour. */
function tickText(at: number, kind: TickMarkType): string {
  if (kind === TickMarkType.TimeWithSeconds) return timeText(at);
  if (kind === TickMarkType.Time) return minuteText(at);
  const isMidnight = new Date(at * 1000).getHours() === 0;
  if (!isMidnight) return dayText(at);
  if (kind === TickMarkType.Year) return yearText(at);
  return kind === TickMarkType.Month ? monthText(at) : dayText(at);
}
