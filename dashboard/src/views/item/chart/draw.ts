import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type PriceFormatCustom,
  PriceScaleMode,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { dayText, instantText, minuteText, monthText, timeText, yearText } from '../../../text/clock.ts';
import { wholeText } from '../../../text/number.ts';
import type { Scale } from './options.ts';
import { type Bar, usualOf } from './past.ts';

/** Everything that is to be seen, over the same times. */
export type Picture = {
  readonly times: readonly number[];
  readonly kind: 'lines' | 'candles';
  readonly bars: readonly Bar[];
  readonly lines: readonly DrawnLine[];
  /** The last sale in each interval, and how many there were. */
  readonly sales: readonly (number | null)[];
  readonly sold: readonly number[];
  readonly scale: Scale;
};

export type DrawnLine = {
  readonly id: string;
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly values: readonly (number | null)[];
};

export type Chart = {
  readonly show: (picture: Picture) => void;
  readonly remove: () => void;
  /** Where a price lies, in pixels from the top; null while that is not known. */
  readonly heightOf: (price: number) => number | null;
  readonly priceAt: (height: number) => number | null;
  /** Scrolls or zooms by a share of what is seen. */
  readonly move: (by: { readonly scroll?: number; readonly zoom?: number }) => void;
  readonly fit: () => void;
};

type DrawingSetup = {
  readonly priceText: (price: number) => string;
  /** Called with the index of the interval under the pointer; null when there is none. */
  readonly point: (at: number | null) => void;
  /** Called when prices may have moved to another height. */
  readonly rescaled: () => void;
};

/** A colour of the page as a plain value: the chart does not know `light-dark()`. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function optionsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  return {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: style.color,
      fontFamily: style.fontFamily,
      panes: { separatorColor: colourIn(element, '--line') },
      // Credited below the chart instead
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colourIn(element, '--line') } },
    // Times are in UTC by default
    localization: { timeFormatter: (time: Time) => instantText(Number(time)) },
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

/** The chart places day, month and year marks in UTC; in other zones such a mark is not midnight and shows only its day. */
function tickText(at: number, kind: TickMarkType): string {
  if (kind === TickMarkType.TimeWithSeconds) return timeText(at);
  if (kind === TickMarkType.Time) return minuteText(at);
  if (new Date(at * 1000).getHours() !== 0) return dayText(at);
  if (kind === TickMarkType.Year) return yearText(at);
  return kind === TickMarkType.Month ? monthText(at) : dayText(at);
}

const modes = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} as const satisfies Record<Scale, PriceScaleMode>;

type PriceRange = ReturnType<typeof usualOf>;

/** Scales to the usual values, so that a brief outlier does not flatten the rest. */
function withinUsual(seen: AutoscaleInfo | null, usual: PriceRange): AutoscaleInfo | null {
  if (seen?.priceRange == null || usual === null) return seen;
  const minValue = Math.max(seen.priceRange.minValue, usual.low);
  const maxValue = Math.min(seen.priceRange.maxValue, usual.high);
  return minValue > maxValue ? seen : { ...seen, priceRange: { minValue, maxValue } };
}

const at = (time: number) => time as UTCTimestamp;

/** The chart spaces all instants that it knows evenly, so it is given each of them. */
const pointsOf = (times: readonly number[], values: readonly (number | null)[]) =>
  times.map((time, index) => {
    const value = values[index] ?? null;
    return value === null ? { time: at(time) } : { time: at(time), value };
  });

const unmarked = { priceLineVisible: false, lastValueVisible: false } as const;

/** Draws into an element until it is removed. */
class DrawnChart implements Chart {
  readonly #chart: IChartApi;
  readonly #element: HTMLElement;
  readonly #priceFormat: PriceFormatCustom;
  readonly #lines = new Map<string, ISeriesApi<'Line'>>();
  readonly #usual = new Map<string, PriceRange>();
  #times: readonly number[] = [];
  #main: ISeriesApi<'Line'> | ISeriesApi<'Candlestick'> | null = null;
  #kind: Picture['kind'] | null = null;
  #dots: ISeriesApi<'Line'> | null = null;
  #volume: ISeriesApi<'Histogram'> | null = null;

  constructor(element: HTMLElement, { priceText, point, rescaled }: DrawingSetup) {
    this.#element = element;
    this.#chart = createChart(element, optionsOf(element));
    this.#priceFormat = { type: 'custom', formatter: priceText, minMove: 0.001 };
    this.#chart.subscribeCrosshairMove(({ time }) => {
      point(time === undefined ? null : this.#times.indexOf(Number(time)));
      rescaled();
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(rescaled);
    this.#chart.timeScale().subscribeSizeChange(rescaled);
  }

  remove(): void {
    this.#chart.remove();
  }

  show(picture: Picture): void {
    // More of the same past leaves the visible range as it is
    const isOther = [0, 1].some((index) => picture.times[index] !== this.#times[index]);
    this.#times = picture.times;
    this.#showVolume(picture);
    this.#showLines(picture);
    this.#showMain(picture);
    this.#showSales(picture);
    this.#chart.priceScale('right').applyOptions({ mode: modes[picture.scale] });
    if (isOther) this.fit();
  }

  heightOf(price: number): number | null {
    return this.#main?.priceToCoordinate(price) ?? null;
  }

  priceAt(height: number): number | null {
    return this.#main?.coordinateToPrice(height) ?? null;
  }

  fit(): void {
    this.#chart.timeScale().fitContent();
  }

  move({ scroll = 0, zoom = 1 }: { readonly scroll?: number; readonly zoom?: number }): void {
    const times = this.#chart.timeScale();
    const seen = times.getVisibleLogicalRange();
    if (seen === null) return;
    const [middle, half] = [(seen.from + seen.to) / 2, ((seen.to - seen.from) / 2) * zoom];
    const by = scroll * (seen.to - seen.from);
    times.setVisibleLogicalRange({ from: middle - half + by, to: middle + half + by });
  }

  #scaled(id: string) {
    return (original: () => AutoscaleInfo | null) => withinUsual(original(), this.#usual.get(id) ?? null);
  }

  #showLines({ times, lines }: Picture): void {
    for (const [id, series] of this.#lines) {
      if (lines.some((one) => one.id === id)) continue;
      this.#chart.removeSeries(series);
      this.#lines.delete(id);
    }
    for (const { id, colour, isDashed = false, values } of lines) {
      this.#usual.set(id, usualOf(values));
      const series = this.#lines.get(id) ?? this.#chart.addSeries(LineSeries, unmarked);
      series.applyOptions({
        color: colour,
        lineWidth: isDashed ? 2 : 1,
        priceFormat: this.#priceFormat,
        lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
        lineType: LineType.WithSteps,
        autoscaleInfoProvider: this.#scaled(id),
      });
      series.setData(pointsOf(times, values));
      this.#lines.set(id, series);
    }
  }

  /** Above everything else, so it is made anew when what it is changes. */
  #showMain({ kind, bars }: Picture): void {
    if (kind !== this.#kind && this.#main !== null) this.#chart.removeSeries(this.#main);
    const isNew = kind !== this.#kind;
    this.#kind = kind;
    this.#usual.set('', usualOf(bars.flatMap(({ prices }) => (prices === null ? [] : [prices.open, prices.close]))));
    const shared = {
      ...{ priceLineVisible: true, lastValueVisible: true, priceFormat: this.#priceFormat },
      autoscaleInfoProvider: this.#scaled(''),
    };
    if (kind === 'lines') {
      const color = colourIn(this.#element, '--accent');
      const options = { ...shared, color, lineWidth: 3, lineType: LineType.WithSteps } as const;
      const series = isNew ? this.#chart.addSeries(LineSeries, options) : (this.#main as ISeriesApi<'Line'>);
      series.setData(
        pointsOf(
          this.#times,
          bars.map(({ prices }) => prices?.close ?? null),
        ),
      );
      this.#main = series;
      return;
    }
    const [up, down, grey] = ['--up', '--down', '--edge'].map((name) => colourIn(this.#element, name)) as [
      string,
      string,
      string,
    ];
    const colours = { upColor: up, wickUpColor: up, downColor: down, wickDownColor: down, borderVisible: false };
    const options = { ...shared, ...colours };
    const series = isNew
      ? this.#chart.addSeries(CandlestickSeries, options)
      : (this.#main as ISeriesApi<'Candlestick'>);
    const still = { color: grey, wickColor: grey };
    series.setData(
      bars.map(({ time, prices, moved }) =>
        prices === null ? { time: at(time) } : { time: at(time), ...prices, ...(moved === 0 && still) },
      ),
    );
    this.#main = series;
  }

  #showSales({ times, sales }: Picture): void {
    this.#dots ??= this.#chart.addSeries(LineSeries, {
      ...unmarked,
      color: colourIn(this.#element, '--warn'),
      lineVisible: false,
      pointMarkersVisible: true,
      pointMarkersRadius: 2.5,
      crosshairMarkerVisible: false,
      autoscaleInfoProvider: () => null,
    });
    this.#dots.setData(pointsOf(times, sales));
  }

  /** How many were sold, in a pane of its own; none while nothing was. */
  #showVolume({ times, sold }: Picture): void {
    if (this.#volume === null) {
      if (!sold.some((count) => count > 0)) return;
      const color = colourIn(this.#element, '--edge');
      const options = {
        ...unmarked,
        color,
        priceFormat: { type: 'custom', formatter: wholeText, minMove: 1 },
      } as const;
      this.#volume = this.#chart.addSeries(HistogramSeries, options, 1);
      this.#chart.panes()[0]?.setStretchFactor(5);
      this.#chart.panes()[1]?.setStretchFactor(1);
    }
    this.#volume.setData(
      pointsOf(
        times,
        sold.map((count) => (count === 0 ? null : count)),
      ),
    );
  }
}

export const drawChart = (element: HTMLElement, setup: DrawingSetup): Chart => new DrawnChart(element, setup);
