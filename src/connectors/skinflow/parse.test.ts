import { describe, expect, it } from 'vitest';
import { parseHeld } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 } as const;
const row = { realitem_id: 'r1', app_id: '730', market_hash_name: 'AK-47 | Slate (Field-Tested)', offered: 541 };
const held = (more = {}) => parseHeld({ ...row, ...more }, about);

describe('an item of Skinflow', () => {
  it('is priced in cents, and only of Counter-Strike', () => {
    expect(held()?.price).toEqual({ amount: 5410, currency: 'USD' });
    expect(held({ app_id: '252490' })).toBeNull();
  });

  it('gives the paint index in its phase, for a Doppler only', () => {
    expect(held({ market_hash_name: '★ Flip Knife | Doppler (Factory New)', phase: 418 })?.paintIndex).toBe(418);
    expect(held({ phase: 282 })?.paintIndex).toBeNull();
  });

  it('has stickers where each has a name and a slot', () => {
    const sticker = { name: 'Boom Trail', slot: 1, wear: 0.25 };

    expect(held({ float: '0.2', stickers: [sticker] })?.stickers).toEqual([
      { name: 'Sticker | Boom Trail', slot: 1, wear: 0.25 },
    ]);
    expect(held({ float: '0.2', stickers: [{ ...sticker, slot: null }] })?.stickers).toBeNull();
    expect(held({ stickers: [sticker] })?.stickers).toBeNull();
  });
});
