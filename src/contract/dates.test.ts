import { describe, expect, it } from 'vitest';
import type { Offer, PastPrice, Sale } from '../schema/index.ts';
import { dateFault, withoutOddLock } from './dates.ts';

const at = Date.UTC(2026, 0, 15, 12);
const day = 86_400_000;
const usd = { amount: 1000, currency: 'USD' } as const;
const what = { game: 'CS2', name: 'Chroma Case', phase: null } as const;
const looks = { float: null, paintIndex: null, paintSeed: null, stickers: null };

const soldOn = (soldAt: number): Sale => ({ kind: 'sale', ...what, saleId: '1', soldAt, price: usd, ...looks });
const paidOn = (on: number | null): PastPrice => ({ kind: 'pastPrice', ...what, at: on, median: usd, saleCount: null });
const lockedUntil = (tradableAt: number | null): Offer => ({
  ...{ kind: 'offer', ...what, offerId: '1', price: usd, ...looks },
  ...{ purchaseLink: null, inspectLink: null, tradableAt, ownerId: null },
});

describe('dateFault', () => {
  it.each([0, at - 4000 * day, at, at + day])('takes what was paid at %d', (instant) => {
    expect(dateFault(soldOn(instant), at)).toBeNull();
    expect(dateFault(paidOn(instant), at)).toBeNull();
  });

  it('takes a past price of the time of receipt, and records that say nothing of what was paid', () => {
    expect(dateFault(paidOn(null), at)).toBeNull();
    expect(dateFault(lockedUntil(at + 9000 * day), at)).toBeNull();
  });

  it.each([
    [at + 2 * day, '2026-01-17'],
    [Date.UTC(3000, 0, 1), '3000-01-01'],
    [at * 1000, '+058010-'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991 ms'],
  ])('says that nothing can have been paid at %d', (instant, day) => {
    expect(dateFault(soldOn(instant), at)).toContain(`/soldAt is ${day}`);
    expect(dateFault(paidOn(instant), at)).toContain(`/at is ${day}`);
    expect(dateFault(soldOn(instant), at)).toContain('after its receipt on 2026-01-15');
  });
});

describe('withoutOddLock', () => {
  it.each([null, 0, at - 1500 * day, at - 1, at + 8 * day, at + 60 * day])('keeps a lock until %s', (tradableAt) => {
    const offer = lockedUntil(tradableAt);
    expect(withoutOddLock(offer, at)).toBe(offer);
  });

  it.each([at + 61 * day, Date.UTC(3000, 0, 1), at * 1000, Number.MAX_SAFE_INTEGER, at / 1000, 1])(
    'does not know until when an item is locked that is said to be locked until %d',
    (tradableAt) => {
      expect(withoutOddLock(lockedUntil(tradableAt), at)).toEqual(lockedUntil(null));
    },
  );

  it('leaves other records as they are', () => {
    const sale = soldOn(at * 1000);
    expect(withoutOddLock(sale, at)).toBe(sale);
  });
});
