import { createChart, LineSeries, LineType, type UTCTimestamp, type WhitespaceData } from 'lightweight-charts';
import type { Dot, Line } from './past.ts';

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

/** One for each second, which is as fine as a chart can be. */
function points(dots: readonly Dot[]): { time: UTCTimestamp; value: number }[] {
  const byTime = new Map(dots.map(({ time, value }) => [time, value]));
  return [...byTime].map(([time, value]) => ({ time: time as UTCTimestamp, value }));
}

const evenInstants = 400;

function evenly(days: number): WhitespaceData<UTCTimestamp>[] {
  const now = Math.floor(Date.now() / 1000);
  const step = (days * 86_400) / evenInstants;
  return Array.from({ length: evenInstants }, (_, at) => ({
    time: Math.floor(now - (evenInstants - 1 - at) * step) as UTCTimestamp,
  }));
}

/** Draws into an element; the result takes it away again. */
export function drawChart(
  element: HTMLElement,
  { lines, days, priceText }: { lines: readonly Line[]; days: number; priceText: (price: number) => string },
): () => void {
  const style = getComputedStyle(element);
  const line = style.getPropertyValue('--line').trim();
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: style.color,
      fontFamily: style.fontFamily,
      // Its makers are named below the chart
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line || '#8884' } },
    localization: { priceFormatter: priceText },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true },
  });
  // The chart gives every instant it knows the same room: many even ones make the axis one of time
  chart.addSeries(LineSeries).setData(evenly(days));
  for (const [place, { prices, sales }] of lines.entries()) {
    const color = colourOf(place);
    const shared = { color, lineType: LineType.WithSteps, priceLineVisible: false, lastValueVisible: false } as const;
    chart.addSeries(LineSeries, { ...shared, lineWidth: 2 }).setData(points(prices));
    chart
      .addSeries(LineSeries, { ...shared, lineVisible: false, pointMarkersVisible: true, pointMarkersRadius: 3 })
      .setData(points(sales));
  }
  chart.timeScale().fitContent();
  return () => chart.remove();
}
