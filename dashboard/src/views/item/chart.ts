import {
  type AutoscaleInfo,
  createChart,
  type IChartApi,
  LineSeries,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { addVolume, optionsOf, type Scale, scaleBy } from './chart-look.ts';
import type { Grid, GridLine } from './grid.ts';

/** Line colours, in order; distinguishable in light and dark themes. */
const lineColours = ['#1f77b4', '#d9660a', '#2a9a52', '#c93a3a', '#8a63c4', '#a0684f', '#cf5fa8', '#2e9fae'] as const;

export const colourOf = (index: number): string => lineColours[index % lineColours.length] ?? lineColours[0];

export type Chart = {
  readonly remove: () => void;
  /** The visible range; null when it is everything. */
  readonly view: () => View | null;
  /** Hidden lines are not drawn and do not affect the scale. */
  readonly hide: (marketplaces: ReadonlySet<string>) => void;
  /** On a logarithmic scale equal relative changes have equal height. */
  readonly scale: (kind: Scale) => void;
};

/** A time range in Unix seconds. */
export type View = { readonly from: number; readonly to: number };

type ChartSetup = {
  readonly grid: Grid;
  readonly hidden: ReadonlySet<string>;
  readonly scale: Scale;
  readonly view: View | null;
  readonly priceText: (price: number) => string;
  /** Called with the grid index under the pointer; null when there is none. */
  readonly point: (at: number | null) => void;
};

// Charts round to whole bars and never show quite everything
const lowerBound = 0.97;

/** Adds the prices of a marketplace as a line and its sales as dots. */
function drawLine(chart: IChartApi, grid: Grid, one: GridLine, index: number) {
  const shared = {
    color: colourOf(index),
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

/** Adds sales counts as bars at the bottom; the returned function draws those of the visible lines. */
function drawVolume(chart: IChartApi, { times, lines }: Grid) {
  if (!lines.some(({ sold }) => sold.some((count) => count > 0))) return () => {};
  const bars = addVolume(chart);
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

/** Draws the chart into an element. */
export function drawChart(element: HTMLElement, { grid, hidden, scale, view, priceText, point }: ChartSetup): Chart {
  const chart = createChart(element, optionsOf(element, priceText));
  const drawn = grid.lines.map((one, index) => drawLine(chart, grid, one, index));
  const drawSold = drawVolume(chart, grid);
  const hide: Chart['hide'] = (marketplaces) => {
    for (const { marketplace, series } of drawn) {
      for (const one of series) one.applyOptions({ visible: !marketplaces.has(marketplace) });
    }
    drawSold(marketplaces);
  };
  hide(hidden);
  scaleBy(chart, scale);
  chart.subscribeCrosshairMove(({ time }) => point(time === undefined ? null : grid.times.indexOf(Number(time))));
  const times = chart.timeScale();
  times.fitContent();
  if (view !== null) times.setVisibleRange({ from: view.from as UTCTimestamp, to: view.to as UTCTimestamp });
  return {
    remove: () => chart.remove(),
    hide,
    scale: (kind) => scaleBy(chart, kind),
    view() {
      const seen = times.getVisibleRange();
      const bars = times.getVisibleLogicalRange();
      if (seen === null || bars === null || bars.to - bars.from > (grid.times.length - 1) * lowerBound) return null;
      return { from: Number(seen.from), to: Number(seen.to) };
    },
  };
}

// The chart spaces all instants it knows evenly, so it is given every instant of the grid
const pointsOf = ({ times }: Grid, values: readonly (number | null)[]) =>
  times.map((time, at) => {
    const value = values[at] ?? null;
    return value === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value };
  });

/** Scales to the usual values, so that a brief outlier does not flatten the rest. */
function withinUsual(seen: AutoscaleInfo | null, usual: GridLine['usual']): AutoscaleInfo | null {
  if (seen?.priceRange == null || usual === null) return seen;
  const minValue = Math.max(seen.priceRange.minValue, usual.low);
  const maxValue = Math.min(seen.priceRange.maxValue, usual.high);
  return minValue > maxValue ? seen : { ...seen, priceRange: { minValue, maxValue } };
}
