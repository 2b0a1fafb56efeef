import { describe, expect, it } from 'vitest';
import { type Fee, noPrices, type Prices } from '../../schema/index.ts';
import { FeeRule } from './fee-rule.ts';

const fee = (side: Fee['side'], percent: number, other: Partial<Fee> = {}): Fee => ({
  side,
  percent,
  asOf: null,
  source: 'test',
  evidence: 'set',
  ...other,
});

/** At two euros for a dollar. */
const priced = (usd: number): Prices => ({ ...noPrices, USD: usd, EUR: usd * 2 });

const amountAfter = (fees: readonly Fee[], side: Fee['side'], usd: number, prices = priced(usd)) =>
  FeeRule.of(fees, side)?.after(usd, () => prices) ?? null;

describe('an amount after fees', () => {
  it('is more for the buyer and less for the seller, to the nearest thousandth', () => {
    const fees = [fee('buyer', 2.5), fee('seller', 7)];

    expect(amountAfter(fees, 'buyer', 1_020)).toBe(1_046);
    expect(amountAfter(fees, 'buyer', 1_019)).toBe(1_044);
    expect(amountAfter(fees, 'seller', 1_020)).toBe(949);
  });

  it('is unknown without a fee for that side, or with one for a special way only', () => {
    expect(amountAfter([fee('buyer', 2)], 'seller', 1_000)).toBeNull();
    expect(amountAfter([fee('seller', 2, { method: 'instant' })], 'seller', 1_000)).toBeNull();
    expect(amountAfter([fee('seller', 2, { method: 'instant' }), fee('seller', 5)], 'seller', 1_000)).toBe(950);
  });

  it('is by the step that the price has reached, in the currency of the step', () => {
    const fees = [
      fee('seller', 10),
      fee('seller', 4, { from: { amount: 8_000, currency: 'EUR' } }),
      fee('seller', 6, { from: { amount: 2_000, currency: 'EUR' } }),
    ];

    expect([999, 1_000, 3_999, 4_000].map((usd) => amountAfter(fees, 'seller', usd))).toEqual([899, 940, 3_759, 3_840]);
    expect(amountAfter(fees, 'seller', 1_000, { ...noPrices, USD: 1_000 })).toBe(0);
  });

  it('is unknown below the first step', () => {
    expect(amountAfter([fee('seller', 4, { from: { amount: 2_000, currency: 'USD' } })], 'seller', 1_999)).toBe(0);
  });

  it('includes a fixed part and a minimum, at the rate of the price', () => {
    const fixed = [fee('buyer', 1, { fixed: { amount: 60, currency: 'EUR' } })];
    expect(amountAfter(fixed, 'buyer', 1_000)).toBe(1_040);
    expect(amountAfter(fixed, 'buyer', 1_000, { ...noPrices, USD: 1_000 })).toBe(0);

    const min = [fee('seller', 10, { min: { amount: 61, currency: 'EUR' } })];
    expect([200, 1_000].map((usd) => amountAfter(min, 'seller', usd))).toEqual([169, 900]);
    expect(amountAfter(min, 'seller', 200, { ...noPrices, USD: 200 })).toBe(0);
  });

  it('is never below nothing', () => {
    expect(amountAfter([fee('seller', 5, { min: { amount: 100, currency: 'USD' } })], 'seller', 40)).toBe(0);
  });
});
