import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { skinport } from './index.ts';
import { gameOfSale, parseFeedSale, parseHistory, parseItem, salesIn } from './parse.ts';
import type { FeedSale } from './wire.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };

const message = (eventType: FeedSale['eventType'], more: Partial<FeedSale['sale']> = {}): FeedSale => ({
  eventType,
  sale: { saleId: 90_000_001, appid: 730, marketHashName: 'Kilowatt Case', salePrice: 31, currency: 'USD', ...more },
});

describe('an item of TF2 that cannot be used in crafting', () => {
  it('is not read as the one that can, whose name it has', () => {
    const inTf2: About = { ...about, game: 'TF2' };
    const named = { market_hash_name: 'The Team Captain', currency: 'USD' as const };
    const priceOf = (item_page: string) => parseItem({ ...named, item_page, min_price: 9, quantity: 1 }, inTf2);
    const paid = { median: 9, volume: 1 };
    const page = 'https://skinport.com/tf2/item/the-team-captain';

    expect(priceOf(page)).toMatchObject({ lowest: { amount: 9000, currency: 'USD' } });
    for (const odd of [`${page}+uncraftable`, `${page}%2Buncraftable`]) {
      expect(priceOf(odd)).toBeNull();
      expect(parseHistory({ ...named, item_page: odd, last_24_hours: paid }, inTf2)).toBeNull();
      for (const event of ['listed', 'sold'] as const)
        expect(parseFeedSale(message(event, { url: odd }), inTf2)).toBeNull();
    }
  });
});

describe('a message of the sale feed', () => {
  it('about a listing is an offer, about a sale the sale at the time of receipt and the end of the offer', () => {
    expect(parseFeedSale(message('listed'), about)).toMatchObject({
      kind: 'offer',
      offerId: '90000001',
      price: { amount: 310, currency: 'USD' },
    });
    expect(parseFeedSale(message('sold'), about)).toMatchObject([
      { kind: 'sale', saleId: '90000001', soldAt: at, price: { amount: 310, currency: 'USD' } },
      { kind: 'withdrawal', offerId: '90000001', reason: 'sold' },
    ]);
  });

  it('can have its lock as a string, as a date from MessagePack, or null', () => {
    const lockOf = (lock: unknown) => {
      const offer = parseFeedSale(message('listed', { lock }), about);
      return offer !== null && 'tradableAt' in offer ? offer.tradableAt : undefined;
    };
    const instant = Date.UTC(2026, 0, 19, 8);

    expect(lockOf('2026-01-19T08:00:00.000Z')).toBe(instant);
    expect(lockOf(new Date(instant))).toBe(instant);
    expect(lockOf(new Date(Number.NaN))).toBeNull();
    expect(lockOf(null)).toBe(0);
    expect(lockOf(undefined)).toBeNull();
  });

  it('has stickers and patches by their whole name', () => {
    const stickersOf = (stickers: NonNullable<FeedSale['sale']['stickers']>, finish = 0) => {
      const offer = parseFeedSale(message('listed', { stickers, finish }), about);
      return offer !== null && 'stickers' in offer ? offer.stickers : undefined;
    };
    const crown = { name: 'Crown (Foil)', slot: 1, wear: null };
    const read = [{ name: 'Sticker | Crown (Foil)', slot: 1, wear: 0 }];

    expect(stickersOf([crown], 282)).toEqual(read);
    expect(stickersOf([{ ...crown, name: 'Sticker | Crown (Foil)' }])).toEqual(read);
    expect(stickersOf([{ ...crown, type: 'Sticker' }])).toEqual(read);
    expect(stickersOf([{ name: 'Crazy Banana', type: 'Patch', slot: 0 }])).toEqual([
      { name: 'Patch | Crazy Banana', slot: 0, wear: 0 },
    ]);
    expect(stickersOf([crown])).toBeNull();
  });

  it.each([
    ['CS2', 'item/kilowatt-case/90000001'],
    ['Dota2', 'dota2/item/kilowatt-case/90000001'],
    ['Rust', 'rust/item/kilowatt-case/90000001'],
    ['TF2', 'tf2/item/kilowatt-case/90000001'],
  ] as const)("links to the page in the game's own part of the site: %s", (game, page) => {
    expect(parseFeedSale(message('listed', { url: 'kilowatt-case' }), { ...about, game })).toMatchObject({
      purchaseLink: `https://skinport.com/${page}`,
    });
  });

  it('is about the game of each sale', () => {
    expect(gameOfSale(message('listed', { appid: 440 }))).toBe('TF2');
    expect(gameOfSale(message('listed', { appid: 753 }))).toBeNull();
  });

  it('without a list of sales is no message', () => {
    expect(() => salesIn(['saleFeed', { eventType: 'listed' }])).toThrow('no array at sales');
  });
});

describe('the sale feed', () => {
  it('is joined for each game, in dollars', () => {
    const feed = skinport.sources.find(({ name }) => name === 'sale-feed');
    const joined = feed?.kind === 'feed' ? feed.join({ games: ['CS2', 'Rust'], answer: null, secret: null }) : [];

    expect(joined).toEqual([
      ['saleFeedJoin', { currency: 'USD', locale: 'en', appid: 730 }],
      ['saleFeedJoin', { currency: 'USD', locale: 'en', appid: 252490 }],
    ]);
  });
});

describe('the list of items', () => {
  it('is dated as old as answers are cached, so it does not remove newer offers of the feed', () => {
    expect(skinport.sources.find(({ name }) => name === 'items')).toMatchObject({ cachedSeconds: 300 });
  });
});
