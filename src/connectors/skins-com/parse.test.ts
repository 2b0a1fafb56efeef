import { describe, expect, it } from 'vitest';
import { parseListing } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 } as const;
const listing = (more = {}) =>
  parseListing({ id: 7, market_name: 'Kilowatt Case', purchase_price: 16_300, auction_ends_at: null, ...more }, about);

describe('an item on Skins.com', () => {
  it('is priced in cents', () => {
    expect(listing()?.price).toEqual({ amount: 163_000, currency: 'USD' });
  });

  it('is no offer while it is auctioned, nor at the figure that means no price', () => {
    expect(listing({ auction_ends_at: '2026-01-15T13:00:00Z' })).toBeNull();
    expect(listing({ purchase_price: 100_000_000 })).toBeNull();
    expect(listing({ purchase_price: 0 })).toBeNull();
  });

  it('has the page of its finish, which is asked for exterior and StatTrak', () => {
    const linkOf = (market_name: string) => listing({ market_name })?.purchaseLink;

    expect(linkOf('★ StatTrak™ Flip Knife | Night (Field-Tested)')).toBe(
      'https://skins.com/item/flip-knife-night?exterior=ft&st=true#7',
    );
    expect(linkOf('Kilowatt Case')).toBe('https://skins.com/item/kilowatt-case#7');
    expect(linkOf('Sticker | Boom Trail (Holo)')).toBe('https://skins.com/item/sticker-boom-trail-holo#7');
  });
});
