import { dayMs } from './days-left.ts';

const minuteMs = 60_000;

/** Widths of candles in milliseconds, narrowest first. */
export const candleWidths = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
} as const;

export type CandleWidth = keyof typeof candleWidths;

/** The epoch begins on a Thursday, and weeks on a Monday (UTC). */
export const candleOffset = (width: CandleWidth): number => (width === '1w' ? 4 * dayMs : 0);

/** The start of the interval that contains an instant. */
export function candleStart(width: CandleWidth, at: number): number {
  const offset = candleOffset(width);
  return Math.floor((at - offset) / candleWidths[width]) * candleWidths[width] + offset;
}
