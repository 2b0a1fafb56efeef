import { CandlestickSeries, createChart, type UTCTimestamp } from 'lightweight-charts';
import { addVolume, grey, optionsOf, type Scale, scaleBy } from '../chart-look.ts';
import type { Bar } from './load.ts';

export type CandleChart = {
  readonly remove: () => void;
  /** Replaces the bars and keeps the visible range. */
  readonly show: (bars: readonly Bar[]) => void;
  readonly scale: (kind: Scale) => void;
};

type CandleSetup = {
  readonly scale: Scale;
  readonly priceText: (price: number) => string;
  /** Called with the start of the bar under the pointer; null when there is none. */
  readonly point: (time: number | null) => void;
};

/** Draws the chart into an element: a candle for each interval, with the sales count below. */
export function drawCandles(element: HTMLElement, { scale, priceText, point }: CandleSetup): CandleChart {
  const chart = createChart(element, optionsOf(element, priceText));
  const [up, down] = [colourIn(element, '--up'), colourIn(element, '--down')];
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: up,
    wickUpColor: up,
    downColor: down,
    wickDownColor: down,
    borderVisible: false,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const volume = addVolume(chart);
  scaleBy(chart, scale);
  chart.subscribeCrosshairMove(({ time }) => point(time === undefined ? null : Number(time)));
  let isFirst = true;
  return {
    remove: () => chart.remove(),
    show(bars) {
      candles.setData(bars.map(candleOf));
      volume.setData(bars.map(({ time, sold }) => (sold === 0 ? { time: at(time) } : { time: at(time), value: sold })));
      if (isFirst) chart.timeScale().fitContent();
      isFirst = false;
    },
    scale: (kind) => scaleBy(chart, kind),
  };
}

const at = (time: number) => time as UTCTimestamp;

const stood = { color: grey, wickColor: grey };

/** Grey when the previous price still held. */
const candleOf = ({ time, prices, moved }: Bar) =>
  prices === null ? { time: at(time) } : { time: at(time), ...prices, ...(moved === 0 && stood) };

/** Resolves a colour of the page to a plain value: the chart does not know `light-dark()`. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
