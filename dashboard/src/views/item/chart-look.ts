import { HistogramSeries, type IChartApi, PriceScaleMode, TickMarkType, type Time } from 'lightweight-charts';
import { dayText, instantText, minuteText, monthText, timeText, yearText } from '../../text/clock.ts';

export type Scale = 'linear' | 'logarithmic';

/** Which no line has; seen on light and dark. */
export const grey = '#8090a880';

// Below it the bars stand, above it the prices
const volumeFrom = 0.84;

/** How a chart looks, in the colours of the element. */
export function optionsOf(element: HTMLElement, priceText: (price: number) => string) {
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

/** A series of bars at the foot, below everything else. */
export function addVolume(chart: IChartApi) {
  const bars = chart.addSeries(HistogramSeries, {
    color: grey,
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: volumeFrom, bottom: 0 }, visible: false });
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.06, bottom: 1 - volumeFrom } });
  return bars;
}

/** On a logarithmic scale equal shares of a price take equal room. */
export const scaleBy = (chart: IChartApi, kind: Scale): void =>
  chart.priceScale('right').applyOptions({ mode: PriceScaleMode[kind === 'linear' ? 'Normal' : 'Logarithmic'] });

/** The chart breaks days and months in UTC; elsewhere such a mark is no midnight and is told with its hour. */
function tickText(at: number, kind: TickMarkType): string {
  if (kind === TickMarkType.TimeWithSeconds) return timeText(at);
  if (kind === TickMarkType.Time) return minuteText(at);
  const isMidnight = new Date(at * 1000).getHours() === 0;
  if (!isMidnight) return dayText(at);
  if (kind === TickMarkType.Year) return yearText(at);
  return kind === TickMarkType.Month ? monthText(at) : dayText(at);
}
