import { describe, expect, it } from 'vitest';
import { filtersOf, requestOf } from './filters.ts';
import type { Ratio } from './ratio.ts';
import { meaningOf, ratioText } from './words.ts';

const ratioOf = (into: Partial<Ratio['into']>): Ratio => {
  const way = { ratio: 1.1914, covered: 1_000, rows: [], ...into };
  return { game: 'CS2', currency: 'USD', amount: 1_000, into: way, back: way };
};

const said = (ratio: Ratio) => [meaningOf('into', ratio.into, ratio), meaningOf('back', ratio.back, ratio)];

describe('a ratio', () => {
  it('says what a sum becomes', () => {
    expect(said(ratioOf({}))).toEqual([
      '1,000 USD become 1,191 USD of Steam balance, over these items.',
      '1,000 USD of Steam balance become 1,191 USD of money, over these items.',
    ]);
  });

  it('says of a sum that is too large how much goes', () => {
    expect(said(ratioOf({ covered: 12.5 }))[0]).toBe(
      '12.50 USD become 14.89 USD of Steam balance, over these items. The sales of a day take up no more of 1,000 USD.',
    );
  });

  it('is none where no sales are known', () => {
    expect(said(ratioOf({ ratio: null, covered: 0 }))[0]).toMatch(/^No sales of such items are known/);
    expect([ratioText(null), ratioText(0.77)]).toEqual(['–', '0.770']);
  });

  it('is asked for as the address says', () => {
    const asked = (query: string) => requestOf(filtersOf(new URLSearchParams(query)), 'EUR');
    expect(asked('game=TF2')).toEqual({ game: 'TF2', currency: 'EUR' });
    expect(asked('game=CS2&amount=50&way=bid&maxHold=7')).toEqual({
      ...{ game: 'CS2', currency: 'EUR' },
      ...{ way: 'bid', amount: 50, maxHoldDays: 7 },
    });
    expect(asked('game=CS2&amount=-3&way=up')).toEqual({ game: 'CS2', currency: 'EUR' });
  });
});
