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
import { gamerpay } from './gamerpay.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: number; readonly price: number };
type Priced = { readonly item: string; readonly phase: string | null; readonly price: number; readonly count: number };

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(gamerpay, world, now);
const api = 'https://api.gamerpay.gg';
const redline = liquidNames.CS2;

const listingsOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  return item === null ? [] : world.listings('gamerpay', item);
};
const feed = (query: Readonly<Record<string, string>>) => jsonOf(ask(`${api}/feed?${new URLSearchParams(query)}`));
const prices: readonly Priced[] = jsonOf(ask(`${api}/prices`));
const sales = (authorization: string) => ask(`${api}/v1/platform/sales`, { headers: { authorization } });
const isBuyable = (item: Item) => item['forSale'] === true && !item['delisted'] && !item['privateSale'];

describe('GamerPay as played', () => {
  it('has a row for each phase of a name, in whole euros', () => {
    const name = '★ Karambit | Doppler (Factory New)';
    const rows = prices.filter(({ item }) => item === name);

    expect(new Set(rows.map(({ phase }) => phase))).toEqual(new Set(listingsOf(name).map(({ phase }) => phase)));
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(listingsOf(name).length);
    expect(prices.find(({ item }) => item === redline)?.price).toBeCloseTo(
      (listingsOf(redline)[0]?.priceUsd ?? 0) * world.rates.EUR,
      2,
    );
  });

  it('pages through the newest, in cents', () => {
    const first = feed({ page: '1', market: 'steam' });
    const second = feed({ page: '2', market: 'steam' });
    const ids = [...first.items, ...second.items].filter(isBuyable).map(({ id }: Item) => id);

    expect(first.hasMore).toBe(true);
    expect(ids).toEqual(world.newestListings('gamerpay', 'CS2', 80).map(({ number }) => number));
    expect(first.items[0].price).toBe(
      Math.round((world.newestListings('gamerpay', 'CS2', 1)[0]?.priceUsd ?? 0) * world.rates.EUR * 100),
    );
  });

  it('finds an exterior of a finish, with or without StatTrak, from the cheapest', () => {
    const requested = {
      query: 'AK-47 | Redline',
      wear: 'Field-Tested',
      souvenir: 'false',
      sortBy: 'price',
      ascending: 'true',
    };
    const numbers = (stattrak: string) =>
      feed({ ...requested, stattrak })
        .items.filter(isBuyable)
        .map(({ id }: Item) => id);

    expect(numbers('false')).toEqual(listingsOf(redline).map(({ number }) => number));
    expect(numbers('true')).toEqual(listingsOf(`StatTrak™ ${redline}`).map(({ number }) => number));
  });

  it('shows some offers that cannot be bought, and some without a market name', () => {
    const items: readonly Item[] = [1, 2, 3].flatMap((page) => feed({ page: String(page) }).items);

    for (const word of ['delisted', 'privateSale']) expect(items.some((item) => item[word] === true)).toBe(true);
    expect(items.some(({ forSale }) => forSale === false)).toBe(true);
    expect(items.some(({ marketHashName }) => marketHashName === null)).toBe(true);
  });

  it('lists the sales only with a plain key', () => {
    const answer = jsonOf(sales('0123456789abcdef'));
    const [last] = world.sales('gamerpay', world.itemNamed('CS2', redline) ?? expect.fail());

    expect(answer[redline][0]).toMatchObject({
      floatvalue: last?.float,
      soldAt: new Date(last?.soldAt ?? 0).toISOString(),
    });
    expect(sales('Bearer 0123456789abcdef')?.status).toBe(401);
    expect(sales('')?.status).toBe(401);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'gamerpay');

needing('the folder of recordings').describe('the shapes of GamerPay as published by others', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(prices, read('prices-shape-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(feed({ page: '1' }), read('feed-shape-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(jsonOf(sales('0123456789abcdef')), read('platform_sales-shape-synthetic-1.json'))).toEqual([]);
  });
});
