import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../test/support/api/inject.ts';
import {
  openTestStore,
  quoteRecord,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';

const lisSkins = 14;
const own = 'Sticker | niko  | Paris 2023';
const others = [
  'Sticker | niko | Paris 2023',
  'Sticker | niko   |\u00a0Paris 2023',
  'Sticker | \u200bniko | Paris&nbsp;2023',
];

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
  const told = [
    [skinport, 'Sticker | NiKo | Paris 2023', 90_000],
    [skinport, own, 1_000],
    [lisSkins, 'Sticker | niko | Paris 2023', 900],
  ] as const;
  for (const [marketplaceId, name, price] of told)
    served.book.apply([quoteRecord('CS2', name, price, 1)], { marketplaceId, source: 'test', at: startAt });
});
afterEach(() => served.close());

describe('a question with another spelling of a name', () => {
  const questions = [
    '/v2/items?marketplace=SkinPort&game=CS2',
    '/v2/items/compare?game=CS2',
    '/v2/sales?marketplace=CSFloat&game=CS2',
    '/v2/price-history?marketplace=SkinPort&game=CS2',
    '/tape/best?game=CS2',
    '/tape/candles?game=CS2',
    '/tape/history?game=CS2',
  ];

  it.each(questions)('is answered about the item, in its own spelling: %s', async (question) => {
    for (const name of [own, ...others]) {
      const { status, body } = await served.get(`${question}&name=${encodeURIComponent(name)}`);
      expect([status, body.name ?? body], name).toEqual([200, own]);
    }
  });

  it('finds both marketplaces, and not the item whose name differs in case', async () => {
    const { body } = await served.get('/v2/items/compare', { game: 'CS2', name: others[0] as string });

    expect(body.marketplaces.map(({ priceUSD }: { priceUSD: number }) => priceUSD)).toEqual([0.9, 1]);
  });

  it('searches, values and filters like the own one', async () => {
    const [name = ''] = others;
    const found = await served.get('/v2/items/search', { game: 'CS2', query: name });
    const { body: offers } = await served.get('/tape/offers', { game: 'CS2', name });
    const value = await inject(served.api.app, {
      method: 'POST',
      url: '/tape/value',
      headers: { 'x-api-key': served.key, 'content-type': 'application/json' },
      payload: JSON.stringify({ game: 'CS2', items: [{ name }], side: 'ask', payout: 'any' }),
    });
    const orders = await served.get('/v2/buy-orders', { game: 'CS2', name });

    expect(found.body.map((row: { name: string }) => row.name)).toEqual(['Sticker | NiKo | Paris 2023', own, own]);
    expect(offers.offers).toEqual([]);
    expect(value.json().lines[0]).toMatchObject({ name: own, isKnown: true, best: { price: 0.9 } });
    expect(orders.status).toBe(200);
  });
});

describe('a cached answer', () => {
  it('shows the better spelling as soon as it is known', async () => {
    const name = 'Sticker | Zero | Cologne 2026';
    const apply = (marketplaceId: number, spelt: string) =>
      served.book.apply([quoteRecord('CS2', spelt, 900, 1)], { marketplaceId, source: 'test', at: startAt });
    const ask = async () => (await served.get('/v2/items', { marketplace: 'SkinPort', game: 'CS2', name })).body.name;
    apply(skinport, name);
    expect([await ask(), await ask()]).toEqual([name, name]);

    apply(lisSkins, 'Sticker | Zero  | Cologne 2026');
    served.clock.at += 11_000;
    expect(await ask()).toBe('Sticker | Zero  | Cologne 2026');
  });
});
