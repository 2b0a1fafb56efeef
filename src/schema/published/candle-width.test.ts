import { expect, it } from 'vitest';
import { type CandleWidth, candleStart } from './candle-width.ts';

const at = Date.UTC(2026, 0, 15, 13, 47, 31, 500); // a Thursday

it.each([
  ['1m', Date.UTC(2026, 0, 15, 13, 47)],
  ['5m', Date.UTC(2026, 0, 15, 13, 45)],
  ['15m', Date.UTC(2026, 0, 15, 13, 45)],
  ['1h', Date.UTC(2026, 0, 15, 13)],
  ['4h', Date.UTC(2026, 0, 15, 12)],
  ['1d', Date.UTC(2026, 0, 15)],
  ['1w', Date.UTC(2026, 0, 12)],
] satisfies [CandleWidth, number][])('an interval of %s begins at a full one, a week on Monday', (width, start) => {
  expect(candleStart(width, at)).toBe(start);
  expect(candleStart(width, start)).toBe(start);
});
