import { describe, expect, it } from 'vitest';
import { skinsCom } from './index.ts';
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
    expect(() => listing({ purchase_price: 0 })).toThrow('price is zero');
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

describe('the feed of Skins.com', () => {
  const source = skinsCom.sources.find(({ name }) => name === 'events');
  const answer = { user: { id: 4242 }, socket_token: 'token', socket_signature: 'signature' };
  const joining = { games: ['CS2'], answer, secret: 'key' } as const;

  it('identifies itself where its token is not accepted, and only there', () => {
    if (source?.kind !== 'feed') throw new Error('no feed');
    const identity = { uid: 4242, model: {}, authorizationToken: 'token', signature: 'signature' };

    expect(source.handshake?.(joining)).toEqual({ query: { uid: '4242', token: 'token' } });
    expect(source.reply?.(['init', { authenticated: false }], joining)).toEqual([
      ['identify', identity],
      ...source.join(joining),
    ]);
    expect(source.reply?.(['init', { authenticated: true }], joining)).toEqual([]);
    expect(source.reply?.(['deleted_item', [1]], joining)).toEqual([]);
    expect(() => source.handshake?.({ ...joining, answer: { success: false } })).toThrow('metadata/socket');
  });

  it('ends its connection where its identity is refused again and again', () => {
    if (source?.kind !== 'feed') throw new Error('no feed');
    const connection = { ...joining, answer: { ...answer } };
    const refused = ['init', { authenticated: false }];

    for (let time = 0; time < 3; time += 1) expect(source.reply?.(refused, connection)).toHaveLength(3);
    expect(() => source.reply?.(refused, connection)).toThrow('not accepted');
  });
});
