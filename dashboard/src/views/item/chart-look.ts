import { HistogramSeries, type IChartApi, PriceScaleMode, TickMarkType, type Time } from 'lightweight-charts';
import { dayText, instantText, minuteText, monthText, timeText, yearText } from '../../text/clock.ts';

export type Scale = 'linear' | 'logarithmic';

/** A colour no line has; visible in light and dark themes. */
export const grey = '#8090a880';

// Bars are drawn below this height, prices above
const volumeFrom = 0.84;

/** Chart options in the colours of the element. */
export function optionsOf(element: HTMLElement, priceText: (price: number) => string) {
  const style = getComputedStyle(element);
  const gridColour = style.getPropertyValue('--line').trim();
  return {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: style.color,
      fontFamily: style.fontFamily,
      // Credited below the chart instead
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: gridColour || '#8884' } },
    // Times are in UTC by default
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

/** A series of bars at the bottom, behind everything else. */
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

/** On a logarithmic scale equal relative changes have equal height. */
export const scaleBy = (chart: IChartApi, kind: Scale): void =>
  chart.priceScale('right').applyOptions({ mode: PriceScaleMode[kind === 'linear' ? 'Normal' : 'Logarithmic'] });

/** The chart places day, month and year marks in UTC; in other zones such a mark is not midnight and shows only its day. */
function tickText(at: number, kind: TickMarkType): string {
  if (kind === TickMarkType.TimeWithSeconds) return timeText(at);
  if (kind === TickMarkType.Time) return minuteText(at);
  const isMidnight = new Date(at * 1000).getHours() === 0;
  if (!isMidnight) return dayText(at);
  if (kind === TickMarkType.Year) return yearText(at);
  return kind === TickMarkType.Month ? monthText(at) : dayText(at);
}
