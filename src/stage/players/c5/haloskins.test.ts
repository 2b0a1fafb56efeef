import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { haloskins } from './haloskins.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(haloskins, world, now, { 'accept-encoding': 'gzip, br, zstd, deflate' });
const base = 'https://openapi.cs2dt.com/v2/product';
const doppler = '★ Karambit | Doppler (Factory New)';

const listingsOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return world.listings('haloskins', item);
};
const search = (query: string) => jsonOf(ask(`${base}/v2/search?app-key=key&${query}`)).data;

/** The raw text, before a JSON parser rounds the numbers. */
const sentOffers = (name: string, query = ''): string => {
  const sent = String(ask(`${base}/v2/search?app-key=key&appId=730&limit=100`)?.body);
  const itemId = /.*"itemId":(\d+)/.exec(sent.slice(0, sent.indexOf(`"marketHashName":${JSON.stringify(name)}`)))?.[1];
  return String(ask(`${base}/v1/sell/list?app-key=key&itemId=${itemId}&limit=50${query}`)?.body);
};
const offersOf = (name: string, query = ''): readonly Row[] => JSON.parse(sentOffers(name, query)).data.list;

describe('HaloSkins as played', () => {
  it('lists what is on sale page by page, in dollars, sorted by price on request', () => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const found = search(`appId=730&page=${page}&limit=7&orderBy=1`);
      rows.push(...found.list);
      if (page >= found.pages) break;
    }
    const onSale = world.items('CS2').filter(({ name }) => listingsOf(name).length > 0);
    const prices = rows.map((row) => Number(Object(row['priceInfo']).price));

    expect(rows.map((row) => row['marketHashName']).toSorted()).toEqual(onSale.map(({ name }) => name).toSorted());
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(rows.find((row) => row['marketHashName'] === liquidNames.CS2)).toMatchObject({
      priceInfo: { price: listingsOf(liquidNames.CS2)[0]?.priceUsd, quantity: listingsOf(liquidNames.CS2).length },
    });
  });

  it('covers Dota 2 but neither Rust nor TF2', () => {
    expect(search('appId=570').list.length).toBeGreaterThan(0);
    expect(search('appId=440')).toBeNull();
    expect(search('appId=252490')).toBeNull();
  });

  it('writes offer ids as numbers of 18 digits', () => {
    const sent = [...sentOffers(liquidNames.CS2).matchAll(/"id":(\d+),"appId"/g)].map(([, id]) => id);
    const ids = listingsOf(liquidNames.CS2).map(({ number }) => String(900_000_000_000_000_000n + BigInt(number)));

    expect(sent).toEqual(ids);
    expect(sent.filter((id) => String(Number(id)) !== id).length).toBeGreaterThan(0);
  });

  it('lists offers from the cheapest, or as requested', () => {
    const prices = listingsOf(liquidNames.CS2).map(({ priceUsd }) => priceUsd);
    const pricesBy = (query: string) => offersOf(liquidNames.CS2, query).map((row) => row['price']);

    expect(pricesBy('')).toEqual(prices);
    expect(pricesBy('&sort=2')).toEqual(prices);
    expect(pricesBy('&sort=3')).toEqual(prices.toReversed());
    expect(pricesBy('&orderBy=3')).toEqual(prices.toReversed());
  });

  it('numbers the variants of a Doppler', () => {
    const styles = offersOf(doppler).map((row) => Object(row['assetInfo']).styleId);
    const numbers = { 'Phase 1': 11, 'Phase 2': 12, 'Phase 3': 13, 'Phase 4': 14, Ruby: 31, Sapphire: 33 };
    const expected = new Map(Object.entries({ ...numbers, 'Black Pearl': 34 }));

    expect(styles.length).toBeGreaterThan(0);
    expect(styles).toEqual(listingsOf(doppler).map(({ phase }) => expected.get(phase ?? '')));
  });

  it.each([
    ['no key', '', 100_002],
    ['an unknown key', 'app-key=unknown-1', 100_002],
    ['another address', 'app-key=elsewhere-1', 100_001],
  ])('refuses %s inside status 200', (_case, query, errorCode) => {
    const reply = ask(`${base}/v2/search?appId=730&${query}`);

    expect(reply?.status ?? 200).toBe(200);
    expect(reply?.body).toMatchObject({ success: false, data: null, errorCode });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'haloskins-cs2dt');

describe.runIf(existsSync(recordings))('recorded shapes of HaloSkins', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played search lacks', () => {
    expect(missingFrom(search('appId=730'), read('product_search-shape-synthetic-1.json').data)).toEqual([]);
  });

  it('have no key or kind of value that the played offers lack', () => {
    const onSale = world.items('CS2').filter(({ name }) => listingsOf(name).length > 0);
    const played = onSale.map(({ name }) => offersOf(name));

    expect(missingFrom(played, [read('sell_list-shape-synthetic-1.json').data.list])).toEqual([]);
  });

  it('refuse another address with the same text', () => {
    expect(ask(`${base}/v2/search?app-key=elsewhere&appId=730`)?.body).toEqual(read('error_ip-shape-synthetic-1.json'));
  });
});
