import type { Candle } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { barsOf } from './load.ts';

const candle = (change: Partial<Candle>): Candle => ({
  at: 0,
  open: 3,
  high: 4,
  low: 2,
  close: 3,
  count: 1,
  volume: null,
  ...change,
});
const fiveMinutes = { seconds: 300, until: 1_500 };

describe('the bars of a chart', () => {
  it('are one for each interval until now, and stand at the close before where nothing moved', () => {
    const bars = barsOf(
      [candle({ at: 300 }), candle({ at: 900, open: 3, high: 5, low: 3, close: 5 })],
      [],
      fiveMinutes,
    );

    expect(bars.map(({ time }) => time)).toEqual([300, 600, 900, 1_200, 1_500]);
    expect(bars.map(({ prices }) => prices?.close)).toEqual([3, 3, 5, 5, 5]);
    expect(bars.map(({ moved }) => moved)).toEqual([1, 0, 1, 0, 0]);
    expect(bars[1]?.prices).toEqual({ open: 3, high: 3, low: 3, close: 3 });
  });

  it('have no price after the last offer has gone', () => {
    const bars = barsOf([candle({ at: 600, close: null })], [], fiveMinutes);

    expect(bars.map(({ prices }) => prices)).toEqual([{ open: 3, high: 4, low: 2, close: 3 }, null, null, null]);
  });

  it('begin at the close where no price was known before, and never lie outside of their own wick', () => {
    const [came] = barsOf([candle({ at: 1_500, open: null, high: 4, low: 3.5, close: 4 })], [], fiveMinutes);
    const [unknown] = barsOf([candle({ at: 1_500, open: null, high: null, low: null, close: null })], [], fiveMinutes);
    const [above] = barsOf([candle({ at: 1_500, open: 3, high: 2.5, low: 2, close: 2 })], [], fiveMinutes);

    expect(came?.prices).toEqual({ open: 4, high: 4, low: 3.5, close: 4 });
    expect(unknown?.prices).toBe(null);
    expect(above?.prices).toEqual({ open: 3, high: 3, low: 2, close: 2 });
  });

  it('bear what was sold, and begin with the first sale where no price is known', () => {
    const sales = [candle({ at: 600, count: 3, volume: 9 })];
    const withPrices = barsOf([candle({ at: 900 })], sales, fiveMinutes);
    const alone = barsOf([], sales, fiveMinutes);

    expect(withPrices[0]).toMatchObject({ time: 900, sold: 0, paid: 0 });
    expect(alone[0]).toEqual({ time: 600, prices: null, moved: 0, sold: 3, paid: 9 });
    expect(barsOf([], [], fiveMinutes)).toEqual([]);
  });
});
