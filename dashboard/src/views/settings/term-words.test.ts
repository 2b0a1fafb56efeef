import type { MarketplaceTerms } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { chargesText, feesText, holdsText, isSet, maxPricesText, sourcesText } from './term-words.ts';

const stated = { note: null, asOf: '2026-09', source: 'a list', evidence: 'agreed' } as const;
const fee = (change: Partial<MarketplaceTerms['fees'][number]>) => ({
  ...({ side: 'seller', percent: 8, fixed: null, min: null, from: null, method: null } as const),
  ...stated,
  ...change,
});
const euros = (amount: number) => ({ amount, currency: 'EUR' }) as const;
const charge = { percent: 1, fixed: null, min: null, minSum: null, maxSum: null, method: null, ...stated };

describe('what one pays and gets', () => {
  it('has the ordinary fees of a side, by price', () => {
    const fees = [fee({}), fee({ percent: 6, from: euros(1_000) }), fee({ percent: 2, method: 'private sale' })];
    expect(feesText(fees, 'seller')).toBe('8%, 6% from €1,000.00');
    expect(feesText(fees, 'buyer')).toBeNull();
    expect(feesText([fee({ percent: 0 })], 'seller')).toBe('0%');
    expect(feesText([fee({ percent: 0, fixed: euros(0.3) })], 'seller')).toBe('€0.30');
    expect(feesText([fee({ percent: 2.5, fixed: euros(0.3), min: euros(1) })], 'seller')).toBe(
      '2.5% + €0.30, at least €1.00',
    );
  });

  it('has the cost of each way of paying', () => {
    expect(chargesText([charge, { ...charge, percent: 2.8, method: 'card' }])).toBe('1%, card 2.8%');
    expect(chargesText([])).toBeNull();
  });

  it('has days, of some games or of all', () => {
    expect(holdsText([{ days: 7, games: ['CS2'], ...stated }])).toBe('7 d (CS2)');
    expect(holdsText([{ days: 8, games: ['CS2', 'Dota2', 'Rust', 'TF2'], ...stated }])).toBe('8 d');
    expect(holdsText([])).toBeNull();
    expect(maxPricesText([{ ...euros(2_000), ...stated }])).toBe('€2,000.00');
    expect(maxPricesText([])).toBeNull();
  });

  it('tells where it is stated, and what the operator has set', () => {
    const set = { ...stated, asOf: null, source: 'settings', evidence: 'set' } as const;
    expect(sourcesText([stated, stated, { ...set, note: 'mine' }])).toBe('a list · 2026-09\nsettings · mine');
    expect([isSet([stated]), isSet([stated, set])]).toEqual([false, true]);
  });
});
