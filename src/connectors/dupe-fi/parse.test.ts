import { describe, expect, it } from 'vitest';
import { parseListing } from './parse.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const about = { game: 'CS2', item, marketplaceItemId: null, at: 0 } as const;
const row = { id: 'd1', hash_name: item, price: 38, category: 'BUY_NOW' as const };

describe('a listing on Dupe', () => {
  it('is an offer in dollars where it is sold at its price', () => {
    expect(parseListing(row, about)?.price).toEqual({ amount: 38_000, currency: 'USD' });
    for (const category of ['NEGOTIABLE', 'AUCTION'] as const)
      expect(parseListing({ ...row, category }, about)).toBeNull();
  });

  it('is no offer of the item asked for when its name is longer', () => {
    expect(parseListing({ ...row, hash_name: `StatTrak™ ${item}` }, about)).toBeNull();
  });
});
