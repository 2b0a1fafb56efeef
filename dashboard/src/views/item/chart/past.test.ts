import type { ItemHistory } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import type { MarketplaceRow } from '../rows.ts';
import { bandOf } from './day-band.tsx';
import { changeSince, pastOf, usualOf, withLive } from './past.ts';
import { pictureOf } from './picture.ts';
import { presetOf } from './shown-lines.ts';

const answer: ItemHistory = {
  ...{ name: 'Redline', game: 'CS2', itemPhase: null, unusualEffect: null, currency: 'USD', interval: '1m' },
  ...{ from: 600, to: 801 },
  best: { at: [600, 720], open: [null, 4], high: [5, 4], low: [4, 3], close: [4, 3], count: [2, 1] },
  lines: [
    { marketplace: 'CSFloat', at: [600], price: [4] },
    { marketplace: 'SkinPort', at: [660, 720], price: [6, 3] },
  ],
  medians: [{ marketplace: 'SkinPort', at: [600], price: [7] }],
  sold: { at: [660], count: [2], volume: [9] },
  sales: [
    { at: 10, price: 4, marketplace: 'CSFloat', float: null },
    { at: 661, price: 4.5, marketplace: 'CSFloat', float: null },
    { at: 700, price: 4.2, marketplace: 'CSFloat', float: 0.2 },
    { at: 721, price: 400, marketplace: 'CSFloat', float: 0.2 },
  ],
  days: { day: ['2026-01-30', '2026-01-31'], complete: [2, 0], partial: [0, 0], missing: [0, 2] },
};

describe('the past of an item', () => {
  it('has one bar for each interval, which stands at the close before where nothing moved', () => {
    const { times, best } = pastOf(answer);

    expect(times).toEqual([600, 660, 720, 780]);
    expect(best.map(({ prices }) => prices?.close)).toEqual([4, 4, 3, 3]);
    expect(best.map(({ moved }) => moved)).toEqual([2, 0, 1, 0]);
    // Nothing was known at its start, so its body begins where it ends
    expect(best[0]?.prices).toEqual({ open: 4, high: 5, low: 4, close: 4 });
  });

  it('has the line of each marketplace, of medians until it was read', () => {
    const { lines, medianUntil } = pastOf(answer);

    expect(lines.get('CSFloat')).toEqual([4, 4, 4, 4]);
    expect(lines.get('SkinPort')).toEqual([7, 6, 3, 3]);
    expect(medianUntil.get('SkinPort')).toBe(660);
  });

  it('goes on with the prices that come, whichever marketplaces have them', () => {
    const prices = (csfloat: number | null) => new Map([['CSFloat', csfloat] as const, ['Waxpeer', 2.5] as const]);
    const now = withLive(pastOf(answer), [
      { at: 790, prices: prices(2) },
      { at: 905, prices: prices(null) },
    ]);

    expect(now.times.slice(3)).toEqual([780, 840, 900]);
    expect(now.best.slice(3).map(({ prices: one }) => one)).toEqual([
      { open: 3, high: 3, low: 2, close: 2 },
      { open: 2, high: 2, low: 2, close: 2 },
      { open: 2, high: 2.5, low: 2, close: 2.5 },
    ]);
    expect(now.lines.get('CSFloat')?.slice(3)).toEqual([2, 2, null]);
    expect(now.lines.get('Waxpeer')?.slice(2)).toEqual([null, 2.5, 2.5, 2.5]);
    expect(changeSince(now, 700)).toBe(2.5 / 4 - 1);
    expect(changeSince(now, 10)).toBeNull();
  });

  it('is drawn with the last usual sale of each interval, and by percent beside another item', () => {
    const past = pastOf(answer);
    const shown = new Set(['SkinPort']);
    const options = { chart: 'lines', scale: 'linear' } as const;
    const alone = pictureOf({ past, bars: past.best, shown, beside: null, options });
    const beside = { name: 'Asiimov', values: [1, 2, 3, 4] };

    expect([alone.sales, alone.sold]).toEqual([
      [null, 4.2, null, null],
      [0, 2, 0, 0],
    ]);
    expect(alone.lines.map(({ id }) => id)).toEqual(['SkinPort']);
    const both = pictureOf({ past, bars: past.best, shown, beside, options });
    expect([both.scale, both.lines.length]).toEqual(['percent', 2]);
  });

  it('scales to where values usually lie', () => {
    expect(usualOf([...Array.from({ length: 98 }, (_, at) => 10 + (at % 3)), 90, 1])).toEqual({ low: 10, high: 12 });
    expect(usualOf([1, null])).toBeNull();
  });

  it('has days that are complete or missing only if they are so for every source', () => {
    expect(bandOf({ day: ['a', 'b', 'c'], complete: [2, 1, 0], partial: [0, 0, 0], missing: [0, 1, 2] })).toMatchObject(
      [{ condition: 'complete' }, { condition: 'partial' }, { condition: 'missing' }],
    );
  });
});

it('draws at first the lines of the three cheapest marketplaces', () => {
  const rows = [9, 3, null, 5, 4].map((price, at) => ({ marketplace: `M${at}`, price })) as unknown as MarketplaceRow[];
  expect(presetOf(rows)).toEqual(['M1', 'M4', 'M3']);
});
