import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { csfloat } from './csfloat.ts';

type Listing = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
  readonly price: number;
  readonly item: Readonly<Record<string, unknown>>;
};

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(csfloat, world, now);
const api = 'https://csfloat.com/api/v1';
const headers = { authorization: 'stage-key-0123' };
const redline = liquidNames.CS2;

const itemOf = (name: string): CatalogueItem => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};
const search = (query: Readonly<Record<string, string>>) =>
  ask(`${api}/listings?${new URLSearchParams(query)}`, { headers });
const found = (query: Readonly<Record<string, string>>): readonly Listing[] => jsonOf(search(query)).data;
const listed = (name: string) => world.listings('csfloat', itemOf(name));

const auctioned = world.items('CS2').find(({ name, index }) => index % 5 === 1 && listed(name).length > 0)?.name ?? '';

describe('CSFloat as played', () => {
  it('lists the lowest price and the number of every item on sale without a key', () => {
    const rows: readonly Readonly<Record<string, unknown>>[] = jsonOf(ask(`${api}/listings/price-list`));

    expect(rows.length).toBe(world.items('CS2').filter(({ name }) => listed(name).length > 0).length);
    expect(rows.find((row) => row['market_hash_name'] === redline)).toEqual({
      market_hash_name: redline,
      quantity: listed(redline).length,
      min_price: Math.round((listed(redline)[0]?.priceUsd ?? 0) * 100),
    });
  });

  it('lists every listing of an item from the cheapest, page by page', () => {
    const prices: number[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page = jsonOf(
        search({ market_hash_name: redline, sort_by: 'lowest_price', type: 'buy_now', limit: '7', cursor }),
      );
      prices.push(...page.data.map((listing: Listing) => listing.price));
      cursor = page.cursor;
    }

    expect(prices).toEqual(listed(redline).map(({ priceUsd }) => Math.round(priceUsd * 100)));
  });

  it('has an auction along with the listings of some items', () => {
    const all = found({ market_hash_name: auctioned, limit: '50' });
    const auctions = all.filter(({ type }) => type === 'auction');

    expect(auctions.map((auction) => auction['auction_details'])).toEqual([
      {
        reserve_price: expect.any(Number),
        top_bid: expect.objectContaining({ price: auctions[0]?.price }),
        expires_at: expect.stringMatching(/Z$/),
        min_next_bid: expect.any(Number),
      },
    ]);
    expect(all.length - 1).toBe(listed(auctioned).length);
    expect(found({ market_hash_name: auctioned, type: 'buy_now' }).length).toBe(listed(auctioned).length);
    expect(jsonOf(ask(`${api}/listings/${auctions[0]?.id}`))).toEqual(auctions[0]);
  });

  it('omits the keys of a finish for items without one', () => {
    const [box] = found({ market_hash_name: 'Kilowatt Case' });
    const [rifle] = found({ market_hash_name: redline });

    expect(rifle?.item).toMatchObject({ float_value: expect.any(Number), paint_index: 282, type: 'skin' });
    for (const key of ['float_value', 'paint_index', 'paint_seed', 'wear_name']) {
      expect(box?.item).not.toHaveProperty(key);
    }
  });

  it('writes the wear of a sticker only when it is worn, and its name in full', () => {
    const stickers = world
      .items('CS2')
      .flatMap(({ name }) => found({ market_hash_name: name }))
      .flatMap(({ item }): Readonly<Record<string, unknown>>[] =>
        Array.isArray(item['stickers']) ? item['stickers'] : [],
      );

    expect(stickers.some((sticker) => 'wear' in sticker)).toBe(true);
    expect(stickers.some((sticker) => !('wear' in sticker))).toBe(true);
    expect(stickers.filter(({ wear }) => wear === 0)).toEqual([]);
    for (const { name } of stickers) expect(name).toMatch(/^Sticker \| (?!Sticker)/);
  });

  it('hides some sellers behind another id', () => {
    const sellers = found({ limit: '50', sort_by: 'most_recent' }).map(({ seller }) => Object.keys(Object(seller)));

    expect(sellers.some((keys) => keys.includes('obfuscated_id') && !keys.includes('steam_id'))).toBe(true);
    expect(sellers.some((keys) => keys.includes('steam_id'))).toBe(true);
  });

  it('distinguishes Doppler variants by paint index and phase', () => {
    const name = '★ Karambit | Doppler (Factory New)';
    const [any] = listed(name);
    const same = found({ market_hash_name: name, paint_index: String(any?.paintIndex) });

    expect(new Set(same.map(({ item }) => item['phase']))).toEqual(new Set([any?.phase]));
    expect(same.length).toBe(listed(name).filter(({ phase }) => phase === any?.phase).length);
  });

  it.each([
    ['limit=40&min_ref_qty=20', 200],
    ['limit=5&min_ref_qty=20&type=buy_now&min_price=500', 200],
    ['limit=5&min_ref_qty=20&type=buy_now&min_price=500&sort_by=most_recent&filter=unique', 200],
    ['limit=5&min_ref_qty=20&type=buy_now&min_price=500&filter=unique', 403],
    ['limit=40&min_ref_qty=20&sort_by=most_recent', 403],
    ['limit=40', 403],
    [`market_hash_name=${encodeURIComponent(redline)}`, 403],
    ['', 403],
  ])('without a key answers %s with %i', (query, status) => {
    expect(ask(`${api}/listings?${query}`)?.status ?? 200).toBe(status);
    expect(
      ask(`${api}/listings?${query}`, { headers: { authorization: 'Bearer stage-key-0123' } })?.status ?? 200,
    ).toBe(status);
  });

  it.each([
    ['limit=51', 400, { code: 4, message: 'limit is too high' }],
    ['type=swap', 400, { code: 4, message: 'invalid type' }],
    ['min_ref_qty=few', 400, { code: 18, message: 'schema: error converting value for "min_ref_qty"' }],
    ['sort_by=nothing', 404, { message: 'the given resource could not be found' }],
  ])('reports the mistake in %s with %i', (query, status, body) => {
    expect(ask(`${api}/listings?${query}`, { headers })).toMatchObject({ status, body });
  });

  it('shows the buy orders for a listing without a key, unless a limit is given', () => {
    const [listing] = found({ market_hash_name: redline });
    const rows = jsonOf(ask(`${api}/listings/${listing?.id}/buy-orders`));
    const [best] = world.buyOrders('csfloat', itemOf(redline));

    expect(rows[0]).toEqual({
      market_hash_name: redline,
      qty: best?.quantity,
      price: Math.round((best?.priceUsd ?? 0) * 100),
    });
    expect(ask(`${api}/listings/${listing?.id}/buy-orders?limit=3`)?.status).toBe(403);
    expect(ask(`${api}/listings/600000000000000000/buy-orders`)?.status).toBe(404);
    expect(ask(`${api}/listings/1/buy-orders`)?.status).toBe(404);
  });

  it('lists the orders for an item by name, those for a Doppler variant as rules', () => {
    const name = '★ Bayonet | Doppler (Factory New)';
    const post = (body: unknown, sent = headers) =>
      ask(`${api}/buy-orders/similar-orders?limit=50`, { method: 'POST', body: JSON.stringify(body), headers: sent });
    const { data } = jsonOf(post({ market_hash_name: name }));
    const orders = world.buyOrders('csfloat', itemOf(name));

    expect(data.map((row: { readonly price: number }) => row.price)).toEqual(
      orders.map(({ priceUsd }) => Math.round(priceUsd * 100)),
    );
    expect(data.filter((row: object) => 'expression' in row).length).toBe(
      orders.filter(({ phase }) => phase !== null).length,
    );
    expect(jsonOf(post({ expression: '(DefIndex == 500 and PaintIndex == 418)' })).data).toEqual(data);
    expect(post({ market_hash_name: name }, { authorization: '' })?.status).toBe(403);
  });

  it('gives past sales as listings with a time of sale, and none for commodities', () => {
    const rows: readonly Listing[] = jsonOf(ask(`${api}/history/${encodeURIComponent(redline)}/sales`));
    const [newest] = world.sales('csfloat', itemOf(redline));

    expect(rows[0]).toMatchObject({ state: 'sold', price: Math.round((newest?.priceUsd ?? 0) * 100) });
    expect(Math.floor(Date.parse(String(rows[0]?.['sold_at'])))).toBe(newest?.soldAt);
    expect(rows[0]?.item).toMatchObject({ float_value: newest?.float, market_hash_name: redline });
    expect(ask(`${api}/history/Kilowatt%20Case/sales`)?.body).toMatchObject({ code: 200 });
    expect(ask(`${api}/history/nothing/sales`)?.status).toBe(404);
  });

  it('draws a graph of days, of one paint index if it is given', () => {
    const name = encodeURIComponent('★ Karambit | Doppler (Factory New)');
    const days = (query: string): readonly { readonly count: number }[] =>
      jsonOf(ask(`${api}/history/${name}/graph${query}`));
    const count = (query: string) => days(query).reduce((sum, day) => sum + day.count, 0);
    const sales = world.sales('csfloat', itemOf('★ Karambit | Doppler (Factory New)'));

    expect(count('')).toBe(sales.length);
    expect(count('?paint_index=419')).toBe(sales.filter(({ phase }) => phase === 'Phase 2').length);
    expect(days('')[0]).toMatchObject({ day: expect.stringMatching(/T00:00:00Z$/), avg_price: expect.any(Number) });
  });

  it('gives the remaining rate limit on every answer', () => {
    for (const address of ['/listings', '/listings/price-list', '/history/nothing/sales']) {
      expect(ask(api + address)?.headers).toEqual({
        'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
        'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
      });
    }
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'csfloat');

describe.runIf(existsSync(recordings))('recorded answers of CSFloat', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value in a listing that the played ones lack', () => {
    const played = world.items('CS2').flatMap(({ name }) => found({ market_hash_name: name, limit: '50' }));
    // A picture and a name that were removed from the recording
    const leftOut = ['[].seller.avatar', '[].seller.username'];

    expect(missingFrom(played, [read('listing-1.json')], leftOut)).toEqual([]);
  });

  it('refuse with the same text', () => {
    const refusals = [
      search({ type: 'swap' }),
      search({ limit: '51' }),
      ask(`${api}/listings`),
      search({ min_ref_qty: 'few' }),
      search({ sort_by: 'nothing' }),
    ].map((reply) => ({ status: reply?.status, body: reply?.body }));

    expect(read('errors-1.json')).toEqual(expect.arrayContaining(refusals));
  });
});
