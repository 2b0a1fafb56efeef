import { describe, expect, it } from 'vitest';
import { doubtsText, filtersOf, requestOf, scopeText } from './filters.ts';

const asked = (query: string) => requestOf(filtersOf(new URLSearchParams(`game=CS2&${query}`)), 'USD');

describe('the deals that are asked for', () => {
  it('are those of the service without filters: for money, without the three flags', () => {
    expect(asked('')).toEqual({
      game: 'CS2',
      currency: 'USD',
      limit: 200,
      sort: 'profit',
      way: 'any',
      pairs: 'best',
    });
  });

  it.each([
    ['payout=steamBalance', { payout: 'steamBalance' }],
    ['payout=nothing', {}],
    ['maxHold=8', { maxHoldDays: 8 }],
    ['maxHold=x', {}],
    ['without=none', { without: ['none'] }],
    ['without=thin,stale', { without: ['stale', 'thin'] }],
    ['without=variantUnknown,outlier,stale', {}],
  ])('of %s are asked for by %o', (query, more) => {
    expect(asked(query)).toEqual({ ...asked(''), ...more });
  });

  it('keep an address without what is the default', () => {
    const { without } = filtersOf(new URLSearchParams());
    expect([doubtsText(without), doubtsText([]), doubtsText(['thin'])]).toEqual(['', 'none', 'thin']);
  });

  it('are told in words, with what they are sold for', () => {
    expect(scopeText(filtersOf(new URLSearchParams()), 'USD')).toBe(
      'the best of each item · paid out in money · without stale, outlier, variant unknown · in USD, after known fees',
    );
    expect(scopeText(filtersOf(new URLSearchParams('pairs=all&payout=any&without=none')), 'EUR')).toBe(
      'all pairs of marketplaces · whatever is paid out · in EUR, after known fees',
    );
  });
});
