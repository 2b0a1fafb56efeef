import type { MarketplaceTerms } from '@itemtape/client';
import { expect, it } from 'vitest';
import { whatOnePays } from './what-one-pays.ts';

type Fee = MarketplaceTerms['fees'][number];

const termsOf = (...fees: readonly Partial<Fee>[]) =>
  ({
    fees: fees.map((one) => ({
      side: 'buyer',
      percent: 0,
      fixed: null,
      min: null,
      from: null,
      method: null,
      ...one,
    })),
  }) as unknown as MarketplaceTerms;
const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;

it('adds the fee that applies to the price, and says nothing where none is known', () => {
  expect(whatOnePays(100, 'USD', termsOf({ percent: 5 }))).toBe(105);
  expect(whatOnePays(100, 'USD', termsOf({ percent: 5, fixed: usd(0.3) }))).toBe(105.3);
  expect(whatOnePays(1, 'USD', termsOf({ percent: 5, min: usd(0.1) }))).toBe(1.1);
  expect(whatOnePays(100, 'USD', termsOf({ percent: 5 }, { percent: 3, from: usd(50) }))).toBe(103);
  expect(whatOnePays(100, 'EUR', termsOf({ percent: 5, fixed: usd(0.3) }))).toBeNull();
  expect(whatOnePays(100, 'USD', termsOf({ side: 'seller', percent: 5 }))).toBeNull();
  expect(whatOnePays(100, 'USD', undefined)).toBeNull();
  expect(whatOnePays(null, 'USD', termsOf({ percent: 5 }))).toBeNull();
});
