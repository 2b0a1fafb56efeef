import { describe, expect, it } from 'vitest';
import { parseHeld } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about = { game: 'CS2', item: null, marketplaceItemId: null, at } as const;
const row = { id: 7, appid: 730, market_hash_name: 'Kilowatt Case', price: { buy: 61, trade: 88 } };
const held = (more = {}) => parseHeld({ ...row, ...more }, about);

describe('an item of SkinSwap', () => {
  it('has its price in money, in cents, and none where it is for trades only', () => {
    expect(held()?.price).toEqual({ amount: 610, currency: 'USD' });
    expect(held({ price: { trade: 88 } })).toBeNull();
  });

  it('is held for whole days, counted from the day of the answer', () => {
    expect(held({ tradehold_days: 0 })?.tradableAt).toBe(0);
    expect(held({ tradehold_days: 3 })?.tradableAt).toBe(Date.UTC(2026, 0, 18));
    expect(held()?.tradableAt).toBeNull();
  });

  it('is of the requested game', () => {
    expect(held({ appid: 252490 })).toBeNull();
  });
});
