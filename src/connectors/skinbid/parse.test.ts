import { describe, expect, it } from 'vitest';
import { type About, runsUnasked } from '../../contract/connector.ts';
import { skinbid } from './index.ts';
import { parseListing } from './parse.ts';
import type { Listing } from './wire.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const lot = { item: { fullName: 'AWP | Asiimov (Field-Tested)', paintIndex: 279 }, isTradeLocked: false };
const auction = { auctionHash: 'a8f3k2', sellType: 'FIXED_PRICE', isBundle: false, buyNowPriceEur: 88.5 } as const;
const parse = (more: Partial<Listing['auction']> = {}, items: Listing['items'] = [lot]) =>
  parseListing({ auction: { ...auction, ...more }, items }, about);

const source = (name: string) => {
  const found = skinbid.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

describe('a listing of SkinBid', () => {
  it('is an offer at a fixed price in euros', () => {
    expect(parse()).toMatchObject({
      offerId: 'a8f3k2',
      price: { amount: 88_500, currency: 'EUR' },
      purchaseLink: 'https://skinbid.com/market/a8f3k2',
    });
  });

  it('is no offer during an auction, even with a buy-now price', () => {
    expect(parse({ sellType: 'AUCTION' })).toBeNull();
    expect(parse({ sellType: 'AUCTION', buyNowPriceEur: null })).toBeNull();
  });

  it('is no offer when it contains several items, or does not show them', () => {
    expect(parse({ isBundle: true })).toBeNull();
    expect(parse({}, [lot, lot])).toBeNull();
    expect(parse({}, [])).toBeNull();
    expect(parse({}, null)).toBeNull();
  });

  it('is no offer when it has ended or is for one buyer', () => {
    expect(parse({ isActive: false })).toBeNull();
    expect(parse({ isPrivate: true })).toBeNull();
  });

  it('has a lock only together with its end', () => {
    const lockOf = (isTradeLocked: boolean | null, tradeLockExpireDate: string | null) =>
      parse({}, [{ ...lot, isTradeLocked, tradeLockExpireDate }])?.tradableAt;

    expect(lockOf(false, null)).toBe(0);
    expect(lockOf(true, '2026-01-19T08:00:00Z')).toBe(Date.UTC(2026, 0, 19, 8));
    expect(lockOf(true, null)).toBeNull();
    expect(lockOf(null, null)).toBeNull();
  });
});

describe('SkinBid', () => {
  it('is off until it is enabled, because it may be gone', () => {
    expect(skinbid.sources.filter(runsUnasked)).toEqual([]);
    for (const { onRequest } of skinbid.sources) expect(onRequest).toBeDefined();
  });

  it('has another page after a full one', () => {
    const walk = source('newest');
    const skipAfter = (count: number, skip: string | null) =>
      walk.kind === 'walk' && typeof walk.cursorAt === 'function'
        ? walk.cursorAt({ items: Array.from({ length: count }) }, skip)
        : undefined;

    expect(skipAfter(120, null)).toBe('120');
    expect(skipAfter(120, '120')).toBe('240');
    expect(skipAfter(119, '120')).toBeNull();
  });

  it('is requested with weapon and finish separately, and not for items without a finish', () => {
    const lookup = source('offers');
    const queryFor = (item: string) =>
      lookup.kind === 'lookup' ? lookup.request({ game: 'CS2', item, marketplaceItemId: null })?.query : undefined;

    expect(queryFor('★ StatTrak™ Karambit | Fade (Factory New)')).toMatchObject({
      type: 'Karambit',
      name: 'Fade',
      Category: 'StatTrak#true',
    });
    expect(queryFor('AWP | Asiimov (Field-Tested)')).toMatchObject({
      type: 'AWP',
      name: 'Asiimov',
      Category: 'StatTrak#false',
    });
    for (const item of ['Kilowatt Case', 'Sticker | Crown (Foil)', '★ Karambit'])
      expect(queryFor(item)).toBeUndefined();
  });
});
