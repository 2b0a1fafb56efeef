import { describe, expect, it } from 'vitest';
import { parseListing } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about = { game: 'CS2', item: null, marketplaceItemId: null, at } as const;
const row = { id: 'l1', name: 'n', appId: 730, value: 17_820, status: 3, item: {} };
const listing = (more = {}) => parseListing({ ...row, ...more }, about);

describe('a listing of 500 Casino', () => {
  it('is priced in bux, of which 1666 are a dollar', () => {
    expect(listing()?.price).toEqual({ amount: 10_696, currency: 'USD' });
    expect(listing({ value: 1 })?.price).toEqual({ amount: 1, currency: 'USD' });
  });

  it('is no offer while its auction runs, and is one afterwards', () => {
    expect(listing({ auctionEndDate: '2026-01-15T12:00:01.000Z' })).toBeNull();
    expect(listing({ auctionEndDate: 'soon' })).toBeNull();
    expect(listing({ auctionEndDate: '2026-01-15T11:59:59.000Z' })).not.toBeNull();
  });

  it('is no offer once it is bought, nor of another game', () => {
    expect(listing({ status: 4 })).toBeNull();
    expect(listing({ appId: 252490 })).toBeNull();
  });
});
