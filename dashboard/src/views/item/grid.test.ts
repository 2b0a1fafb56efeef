import { describe, expect, it } from 'vitest';
import { gridOf } from './grid.ts';
import type { Series } from './load-history.ts';

const hour = 3_600;
const series = (change: Partial<Series>): Series => ({ marketplace: 'CSFloat', prices: [], sales: [], ...change });

describe('the grid of a chart', () => {
  it('has even instants over the range that was chosen, whatever is known of it', () => {
    const { times, lines } = gridOf([series({ prices: [{ time: 23 * hour, value: 3 }] })], 0, 24 * hour);
    const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));

    expect([times[0], times.at(-1)]).toEqual([0, 24 * hour]);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
    const first = lines[0]?.prices.findIndex((price) => price !== null) ?? 0;
    expect(first / times.length).toBeCloseTo(23 / 24, 2);
  });

  it('begins with what is known first where no range was chosen, and is never shorter than five minutes', () => {
    const since = (time: number) => gridOf([series({ prices: [{ time, value: 3 }] })], null, 10 * hour).times[0];

    expect(since(2 * hour)).toBe(2 * hour);
    expect(since(10 * hour - 4)).toBe(10 * hour - 300);
    expect(gridOf([], null, 10 * hour).times[0]).toBe(10 * hour - 300);
  });

  it('begins with the first price where sales are known from long before, and with them where no price is', () => {
    const sales = [{ time: hour, value: 4, float: null }];
    const prices = [{ time: 8 * hour, value: 3 }];

    expect(gridOf([series({ prices, sales })], null, 10 * hour).times[0]).toBe(8 * hour);
    expect(gridOf([series({ sales })], null, 10 * hour).times[0]).toBe(hour);
  });

  it('holds a price until the next one, and a sale at its instant alone', () => {
    const prices = [
      { time: 100, value: 3 },
      { time: 200, value: 2 },
    ];
    const { times, lines } = gridOf([series({ prices, sales: [{ time: 150, value: 1, float: null }] })], 0, 300);
    const at = (time: number) => times.indexOf(time);

    expect([99, 100, 199, 200, 300].map((time) => lines[0]?.prices[at(time)])).toEqual([null, 3, 3, 2, 2]);
    expect(lines[0]?.sales.flatMap((sale, index) => (sale === null ? [] : [times[index]]))).toEqual([150]);
  });

  it('does not count what was seen first, nor a moment, as usual', () => {
    const prices = [
      { time: 0, value: 45 },
      { time: 60, value: 31 },
      { time: 150, value: 90 },
      { time: 151, value: 30 },
    ];

    expect(gridOf([series({ prices })], null, 300).lines[0]?.usual).toEqual({ low: 30, high: 31 });
    expect(gridOf([series({ prices: prices.slice(0, 1) })], null, 300).lines[0]?.usual).toEqual({ low: 45, high: 45 });
    expect(gridOf([series({})], null, 300).lines[0]?.usual).toBeNull();
  });
});
