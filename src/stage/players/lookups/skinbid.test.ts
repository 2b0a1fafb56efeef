import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needing } from '../../../../test/support/runner/needs.ts';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinbid } from './skinbid.ts';

type Listing = {
  readonly auction: Readonly<Record<string, unknown>>;
  readonly items: readonly { readonly item: Readonly<Record<string, unknown>> }[] | null;
};

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinbid, world, now);
const redline = liquidNames.CS2;

const search = (query: Readonly<Record<string, string>>) =>
  jsonOf(ask(`https://api.skinbid.com/api/search/auctions?${new URLSearchParams(query)}`));
const everything: readonly Listing[] = search({ take: '10000', sellType: 'all', currency: 'EUR' }).items;
const isPlain = ({ auction, items }: Listing) =>
  auction['sellType'] === 'FIXED_PRICE' && auction['isBundle'] === false && items !== null;
const nameOf = ({ items }: Listing) => items?.[0]?.item['fullName'];

describe('SkinBid as played', () => {
  it('shows the newest first, page by page', () => {
    const query = { take: '20', sort: 'created#desc', sellType: 'fixed_price', currency: 'EUR' };
    const shown: readonly Listing[] = [
      ...search({ ...query, skip: '0' }).items,
      ...search({ ...query, skip: '20' }).items,
    ];
    const assets = shown.filter(isPlain).map(({ items }) => items?.[0]?.item['assetId']);
    const newest = world.newestListings('skinbid', 'CS2', 40).map(({ assetId }) => assetId);

    expect(shown).toHaveLength(40);
    expect(assets).toEqual(newest.slice(0, assets.length));
  });

  it('finds every listing of an exterior by weapon, finish and kind, from the cheapest', () => {
    const found: readonly Listing[] = search({
      take: '120',
      sellType: 'fixed_price',
      currency: 'EUR',
      sort: 'price#asc',
      type: 'AK-47',
      name: 'Redline',
      Category: 'StatTrak#false',
    }).items;
    const listings = world.listings('skinbid', world.itemNamed('CS2', redline) ?? expect.fail());
    const prices = found
      .filter((listing) => isPlain(listing) && nameOf(listing) === redline)
      .map(({ auction }) => auction['buyNowPriceEur']);

    expect(prices).toEqual(listings.map(({ priceUsd }) => Math.round(priceUsd * world.rates.EUR * 100) / 100));
    expect(found.some((listing) => String(nameOf(listing)).includes('StatTrak'))).toBe(false);
  });

  it('has auctions, bundles and listings without items among the offers', () => {
    const auctions = everything.filter(({ auction }) => auction['sellType'] === 'AUCTION');

    expect(auctions.length).toBeGreaterThan(0);
    for (const { auction } of auctions) expect(auction['buyNowPrice']).toBeNull();
    expect(everything.some(({ auction, items }) => auction['isBundle'] === true && items?.length === 2)).toBe(true);
    expect(everything.some(({ items }) => items === null)).toBe(true);
    expect(new Set(everything.map(({ auction }) => auction['auctionHash'])).size).toBe(everything.length);
  });

  it('gives amounts in the requested currency, and in euros', () => {
    const [inDollars] = search({ take: '1', currency: 'USD' }).items;

    expect(inDollars.auction.buyNowPrice).toBe(world.newestListings('skinbid', 'CS2', 1)[0]?.priceUsd);
    expect(inDollars.auction.buyNowPriceEur).toBeCloseTo(inDollars.auction.buyNowPrice * world.rates.EUR, 2);
    expect(
      everything.filter(isPlain).every(({ auction }) => auction['buyNowPrice'] === auction['buyNowPriceEur']),
    ).toBe(true);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'skinbid');

needing('the folder of recordings').describe('the shapes of SkinBid as published by others', () => {
  it('have no key or kind of value that the played ones lack', () => {
    const written: unknown = JSON.parse(
      readFileSync(join(recordings, 'search_auctions-shape-synthetic-1.json'), 'utf8'),
    );

    expect(missingFrom({ ...search({ take: '1' }), items: everything }, written)).toEqual([]);
  });
});
