import Type, { type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  awkwardNames,
  buyOrderRecord,
  csfloat,
  day,
  dmarket,
  fillBook,
  offerRecord,
  openTestStore,
  quoteRecord,
  redline,
  type ServedApi,
  serveApi,
  skinport,
  sourceHealth,
  startAt,
  steamMarket,
  type TestStore,
  wholeItems,
} from '../../test/support/served-api.ts';
import { bidOf, floorOf, saleOf } from '../../test/support/store-samples.ts';
import { createBook } from '../book/create-book.ts';
import { type Fee, games } from '../schema/index.ts';
import { routes } from './routes/index.ts';

let kept: TestStore;
let served: ServedApi;

beforeAll(async () => {
  kept = await openTestStore();
});
afterAll(() => kept.close());
beforeEach(async () => {
  served = await serveApi(kept.store);
});
afterEach(() => served.close());

const prices = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB'];
const seconds = Math.floor((startAt - 60_000) / 1000);

const keySets: Readonly<Record<string, readonly string[]>> = {
  marketplace: ['marketplace', 'games'],
  game: ['game', 'itemCount', 'offerCount', 'salesCount', 'priceHistoryDays'],
  item: [
    'name',
    'marketplace',
    'game',
    ...prices,
    'offerCount',
    'condition',
    'thumbnail',
    'updatedAt',
    'offers',
    'buyOrders',
  ],
  offer: [
    'purchaseLink',
    'inspectLink',
    ...prices,
    'float',
    'paintIndex',
    'paintSeed',
    'daysTradeLocked',
    'foundAt',
    'updatedAt',
    'stickers',
    'ownerId',
  ],
  sticker: ['name', 'wear', 'slot'],
  buyOrder: ['orderId', 'quantity', ...prices, 'itemPhase', 'updatedAt'],
  comparison: ['name', 'marketplaces'],
  compared: ['marketplace', ...prices, 'offerCount', 'updatedAt'],
  searchRow: ['name', 'marketplace', 'game', 'priceUSD', 'offerCount', 'thumbnail', 'updatedAt'],
  sales: ['name', 'marketplace', 'game', 'sales'],
  sale: ['timestamp', ...prices, 'float', 'paintIndex', 'paintSeed', 'stickers', 'rarity', 'hero'],
  history: ['name', 'marketplace', 'game', 'history'],
  point: ['timestamp', ...prices],
  buyOrderRow: ['name', 'marketplace', 'game', 'orderId', 'quantity', ...prices, 'itemPhase', 'updatedAt'],
};

const expectKeys = (value: object, name: string): void => expect(Object.keys(value), name).toEqual(keySets[name]);

/** What a strict client insists on, written apart from our own shapes. */
const int = /^\d+$/;
const isStrict: Readonly<Record<string, (raw: unknown) => boolean>> = Object.fromEntries([
  ...['updatedAt', 'foundAt', 'timestamp', 'offerCount', 'itemCount', 'salesCount', 'priceHistoryDays'].map(
    (key) => [key, (raw: unknown) => typeof raw === 'number' && int.test(String(raw))] as const,
  ),
  ...['paintIndex', 'paintSeed', 'daysTradeLocked', 'quantity'].map(
    (key) => [key, (raw: unknown) => raw === null || (typeof raw === 'number' && int.test(String(raw)))] as const,
  ),
  ...[...prices, 'float'].map(
    (key) => [key, (raw: unknown) => raw === null || (typeof raw === 'number' && Number.isFinite(raw))] as const,
  ),
  ...['purchaseLink', 'inspectLink', 'ownerId', 'orderId', 'itemPhase', 'condition', 'thumbnail', 'rarity', 'hero'].map(
    (key) => [key, (raw: unknown) => raw === null || typeof raw === 'string'] as const,
  ),
  ...['name', 'marketplace', 'game'].map(
    (key) => [key, (raw: unknown) => typeof raw === 'string' && raw !== ''] as const,
  ),
]);

function expectStrict(value: unknown): void {
  if (Array.isArray(value)) for (const part of value) expectStrict(part);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, raw] of Object.entries(value)) {
    const check = isStrict[key];
    if (check !== undefined) expect(check(raw), `${key}: ${JSON.stringify(raw)}`).toBe(true);
    expectStrict(raw);
  }
}

const wholeQueries = (game: (typeof games)[number]): readonly [string, Readonly<Record<string, string>>][] => {
  const item = { marketplace: 'SteamMarket', game, name: wholeItems[game] };
  return [
    ['/v2/marketplaces', {}],
    ['/v2/items', item],
    ['/v2/items/compare', { game, name: item.name }],
    ['/v2/items/search', { game, query: item.name.slice(0, 4) }],
    ['/v2/sales', item],
    ['/v2/price-history', item],
    ['/v2/buy-orders', { game }],
    ['/tape/items', { game }],
    ['/tape/search', { game, query: item.name.slice(0, 4) }],
    ['/tape/prices', { game }],
    ['/tape/rates', {}],
    ['/tape/fees', {}],
    ['/tape/best', { game, name: item.name }],
    ['/tape/deals', { game }],
    ['/tape/offers', { game }],
    ['/tape/movers', { game }],
    ['/tape/candles', item],
  ];
};

describe('answers of every endpoint', () => {
  it('have exact keys in all games', async () => {
    for (const game of games) {
      const [marketplaces, item, comparison, found, sales, history, orders] = await Promise.all(
        wholeQueries(game).map(async ([path, query]) => {
          const { status, body } = await served.get(path, query);
          expect(status, path).toBe(200);
          return body;
        }),
      );
      for (const row of marketplaces) {
        expectKeys(row, 'marketplace');
        for (const entry of row.games) expectKeys(entry, 'game');
      }
      expectKeys(item, 'item');
      expectKeys(item.offers[0], 'offer');
      expectKeys(item.buyOrders[0], 'buyOrder');
      if (game === 'CS2') expectKeys(item.offers[0].stickers[0], 'sticker');
      expectKeys(comparison, 'comparison');
      expectKeys(comparison.marketplaces[0], 'compared');
      expectKeys(found[0], 'searchRow');
      expectKeys(sales, 'sales');
      expectKeys(sales.sales[0], 'sale');
      expectKeys(history, 'history');
      expectKeys(history.history[0], 'point');
      expectKeys(orders[0], 'buyOrderRow');
    }
  });

  it('have the types a strict client insists on, and those we publish, in all games', async () => {
    for (const game of games) {
      for (const [path, query] of wholeQueries(game)) {
        const { body } = await served.get(path, query);
        const declared = routes.find((route) => route.path === path)?.answer as TSchema;

        expectStrict(body);
        expect(Check(declared, body), path).toBe(true);
      }
    }
  });

  it('examples in the documentation are as declared', () => {
    for (const { answer, example, path } of routes) expect(Check(answer, example), path).toBe(true);
    expect(Check(Type.Object({ a: Type.Integer() }), { a: 1.5 })).toBe(false);
  });
});

describe('GET /v2/items', () => {
  const query = { marketplace: 'steam-market', game: 'cs2', name: redline };

  it('answers an item with its offers and buy orders in canonical spelling', async () => {
    const { body } = await served.get('/v2/items', query);

    expect(body).toEqual({
      name: redline,
      marketplace: 'SteamMarket',
      game: 'CS2',
      priceUSD: 31.5,
      priceEUR: 30,
      priceCNY: 220.5,
      priceRUB: null,
      offerCount: 1,
      condition: 'Field-Tested',
      thumbnail: null,
      updatedAt: seconds,
      offers: [
        {
          purchaseLink: 'https://example.test/CS2-1',
          inspectLink: null,
          priceUSD: 31.5,
          priceEUR: 30,
          priceCNY: 220.5,
          priceRUB: null,
          float: 0.2341,
          paintIndex: 282,
          paintSeed: 611,
          daysTradeLocked: 2,
          foundAt: seconds,
          updatedAt: seconds,
          stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
          ownerId: '76561190000000001',
        },
      ],
      buyOrders: [
        {
          orderId: 'CS2-b1',
          quantity: 2,
          priceUSD: 29.8,
          priceEUR: 28.3,
          priceCNY: 208.63,
          priceRUB: null,
          itemPhase: null,
          updatedAt: seconds,
        },
      ],
    });
  });

  it('understands every spelling, alias and number of marketplace and game', async () => {
    for (const marketplace of ['SteamMarket', 'STEAMMARKET', 'steam', 'scm', '27', 'steam market', ' steam-market ']) {
      for (const game of ['CS2', 'csgo', 'Counter-Strike 2', '730']) {
        const { status, body } = await served.get('/v2/items', { marketplace, game, name: redline });
        expect([status, body.marketplace, body.game], `${marketplace} ${game}`).toEqual([200, 'SteamMarket', 'CS2']);
      }
    }
  });

  it('has null prices, no offers and status 200 when nothing is on sale', async () => {
    const { status, body } = await served.get('/v2/items', {
      ...query,
      marketplace: 'SkinPort',
      name: `${redline} II`,
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      priceUSD: null,
      priceEUR: null,
      priceCNY: null,
      priceRUB: null,
      offerCount: 0,
      offers: [],
    });
  });

  it('sorts offers by price and buy orders by the best bid', async () => {
    const at = startAt - 1_000;
    served.book.apply([offerRecord('CS2', redline, 'f3', 30_900), buyOrderRecord('CS2', redline, 'fc', 30_200)], {
      marketplaceId: csfloat,
      source: 'test',
      at,
    });

    const { body } = await served.get('/v2/items', { ...query, marketplace: 'CSFloat' });

    expect(body.offers.map((offer: { priceUSD: number }) => offer.priceUSD)).toEqual([30.9, 32, 33]);
    expect(body.buyOrders.map((order: { priceUSD: number }) => order.priceUSD)).toEqual([30.2, 30.1]);
    expect([body.priceUSD, body.offerCount]).toEqual([30.9, 3]);
  });

  it('counts trade locks in whole days, rounded up, and null when unknown', async () => {
    const lock = (id: string, tradableAt: number | null) => ({ ...offerRecord('Rust', 'Lock', id, 100), tradableAt });
    const records = [
      lock('a', null),
      lock('b', 0),
      lock('c', startAt - 1),
      lock('d', startAt + 1),
      lock('e', startAt + 7 * day),
    ];
    served.book.apply(records, { marketplaceId: dmarket, source: 'test', at: startAt });

    const { body } = await served.get('/v2/items', { marketplace: 'DMarket', game: 'Rust', name: 'Lock' });

    const byLink = new Map(
      body.offers.map((row: { purchaseLink: string; daysTradeLocked: unknown }) => [
        row.purchaseLink.at(-1),
        row.daysTradeLocked,
      ]),
    );
    expect(Object.fromEntries(byLink)).toEqual({ a: null, b: 0, c: 0, d: 1, e: 7 });
  });

  it('tells unknown stickers from none and keeps a float as it is', async () => {
    const bare = { ...offerRecord('CS2', redline, 'g', 1), float: 0.070000000298023, stickers: null };
    const none = { ...offerRecord('CS2', redline, 'h', 2), stickers: [] };
    served.book.apply([bare, none], { marketplaceId: dmarket, source: 'test', at: startAt });

    const { body } = await served.get('/v2/items', { ...query, marketplace: 'DMarket' });

    expect(body.offers.map((row: { stickers: unknown }) => row.stickers)).toEqual([null, []]);
    expect(body.offers[0].float).toBeCloseTo(0.07, 6);
  });

  it('tells the collector which items are asked for, and no unknown ones', async () => {
    await served.get('/v2/items', query);
    await served.get('/v2/items', { ...query, name: 'Nothing' });
    await served.get('/v2/items/compare', { game: 'TF2', name: wholeItems.TF2 });

    expect(served.asked).toEqual([`CS2 ${redline}`, `TF2 ${wholeItems.TF2}`]);
  });

  it('waits for the first look-up of offers where there are some and none is listed, and says how many are', async () => {
    const waited: string[] = [];
    const other = await serveApi(kept.store, {
      offersLookedUp: async (marketplaceId, game, name) => {
        waited.push(`${marketplaceId} ${game} ${name}`);
        other.book.apply([offerRecord('CS2', name, 'late', 30_000)], { marketplaceId, source: 'test', at: startAt });
      },
    });
    const listed = async (marketplace: string) => {
      const { body, headers } = await other.get('/v2/items', { ...query, marketplace });
      return [body.offers.length, body.offerCount, headers['x-tape-offers-listed']];
    };

    expect(await listed('SkinPort')).toEqual([1, 212, '1/212']);
    expect(await listed('SkinPort')).toEqual([1, 212, '1/212']);
    expect(await listed('CSFloat')).toEqual([2, 2, '2/2']);
    expect(waited).toEqual([`${skinport} CS2 ${redline}`]);
    await other.close();
  });

  it('is as new as the newest of what it shows', async () => {
    const later = { ...buyOrderRecord('CS2', redline, 'later', 29_000) };
    served.book.apply([later], { marketplaceId: csfloat, source: 'test', at: startAt + 5_000 });

    const { body } = await served.get('/v2/items', { ...query, marketplace: 'CSFloat' });

    expect(body.updatedAt).toBe(Math.floor((startAt + 5_000) / 1000));
  });

  it('names the marketplaces that know an item which the asked one does not', async () => {
    const { status, body } = await served.get('/v2/items', { ...query, marketplace: 'DMarket' });

    expect(status).toBe(404);
    expect(body.error).toBe(`DMarket does not know the item "${redline}"; these do: CSFloat, SkinPort, SteamMarket`);
  });
});

describe('prices', () => {
  it('have two decimals, rounded half up, and a positive one never becomes 0', async () => {
    const cases: readonly [number, number][] = [
      [12_344, 12.34],
      [12_345, 12.35],
      [1_005, 1.01],
      [5, 0.01],
      [4, 0.004],
      [1, 0.001],
      [123_456_789_012_345, 123_456_789_012.35],
    ];
    for (const [thousandths, price] of cases) {
      const name = `Price ${thousandths}`;
      served.book.apply([quoteRecord('Rust', name, thousandths, 1)], {
        marketplaceId: skinport,
        source: 'test',
        at: startAt,
      });
      const { text } = await served.get('/v2/items/search', { game: 'Rust', query: name });
      expect(text, name).toContain(`"priceUSD":${price},`);
    }
  });
});

describe('GET /v2/items/compare', () => {
  it('lists the marketplaces that know the item, cheapest first, unknown prices last', async () => {
    served.book.apply([quoteRecord('CS2', redline, null, 0)], { marketplaceId: dmarket, source: 'test', at: startAt });

    const { body } = await served.get('/v2/items/compare', { game: 'CS2', name: redline });

    expect(
      body.marketplaces.map((row: { marketplace: string; priceUSD: unknown }) => [row.marketplace, row.priceUSD]),
    ).toEqual([
      ['SkinPort', 30.75],
      ['SteamMarket', 31.5],
      ['CSFloat', 32],
      ['DMarket', null],
    ]);
  });

  it('keeps to a list, whose blanks, empty entries and repetitions do not matter', async () => {
    const names = async (marketplaces: string) =>
      (await served.get('/v2/items/compare', { game: 'CS2', name: redline, marketplaces })).body.marketplaces.map(
        (row: { marketplace: string }) => row.marketplace,
      );

    expect(await names('csfloat, skinport ,,CSFLOAT,3')).toEqual(['SkinPort', 'CSFloat']);
    expect(await names('')).toHaveLength(3);
    expect(await names(' , ')).toHaveLength(3);
    expect(await names('dmarket')).toEqual([]);
  });

  it('is over all marketplaces where the list holds all or -1, as in a subscription', async () => {
    const ask = (marketplaces: string) => served.get('/v2/items/compare', { game: 'CS2', name: redline, marketplaces });
    const { body: whole } = await ask('');

    for (const marketplaces of ['all', '-1', 'ALL', 'csfloat, -1', 'all,all']) {
      expect(await ask(marketplaces), marketplaces).toMatchObject({ status: 200, body: whole });
    }
    expect((await ask('all,nowhere')).body.error).toContain('"nowhere" is not known');
  });

  it('names every marketplace of the list that is not known', async () => {
    const { status, body } = await served.get('/v2/items/compare', {
      game: 'CS2',
      name: redline,
      marketplaces: 'csflot,skinport,Zzzzzz',
    });

    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error).toMatch(/"csflot" is not known; did you mean CSFloat\?.*"Zzzzzz" is not known/);
  });
});

describe('GET /v2/items/search', () => {
  it('finds every word in any case and order, exact name first', async () => {
    const { body } = await served.get('/v2/items/search', { game: 'CS2', query: 'REDLINE ak-47' });
    const { body: exact } = await served.get('/v2/items/search', { game: 'CS2', query: redline.toLowerCase() });

    expect(new Set(body.map((row: { name: string }) => row.name))).toEqual(new Set([redline, `${redline} II`]));
    expect(exact[0].name).toBe(redline);
  });

  it('has one row for each marketplace, keeps to one marketplace and to the limit', async () => {
    const search = async (more: Readonly<Record<string, string>>) =>
      (await served.get('/v2/items/search', { game: 'CS2', query: 'redline', ...more })).body;

    expect(await search({})).toHaveLength(4);
    expect(await search({ marketplace: 'skinport' })).toHaveLength(2);
    expect(await search({ limit: '1' })).toHaveLength(1);
    expect(await search({ limit: '5000', marketplace: '' })).toHaveLength(4);
    expect(await search({ query: 'no such thing' })).toEqual([]);
  });

  it('finds names as people type them, and tells the nearest where it is asked to', async () => {
    const names = async (more: Readonly<Record<string, string>>) => {
      const { body } = await served.get('/v2/items/search', { game: 'CS2', ...more });
      return [...new Set(body.map((row: { name: string }) => row.name))];
    };

    expect(await names({ query: 'ak47 redlien ft' })).toContain(redline);
    expect(await names({ query: 'redllyen' })).toEqual([]);
    expect(await names({ query: 'redllyen', nearest: 'true' })).toContain(redline);
    expect(await names({ query: 'redllyen', nearest: 'false' })).toEqual([]);
    const { status, body } = await served.get('/v2/items/search', { game: 'CS2', query: 'a', nearest: 'perhaps' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('give true or false')]);
  });
});

describe('GET /tape/search', () => {
  const search = async (more: Readonly<Record<string, string>>) =>
    (await served.get('/tape/search', { game: 'CS2', query: 'redline', ...more })).body;
  const names = async (more: Readonly<Record<string, string>>) =>
    (await search(more)).map(({ name }: { name: string }) => name);

  it('tells the items of a search in its order, each as a comparison does, and cuts through none', async () => {
    const { body: rows } = await served.get('/v2/items/search', { game: 'CS2', query: 'redline' });
    const inOrder = [...new Set(rows.map(({ name }: { name: string }) => name))];

    expect(await names({})).toEqual(inOrder);
    expect(await names({ limit: '1' })).toEqual(inOrder.slice(0, 1));
    for (const { game, thumbnail, ...item } of await search({ limit: '1' })) {
      const { body } = await served.get('/v2/items/compare', { game, name: item.name });
      expect(item).toEqual(body);
      expect([thumbnail, item.marketplaces.length]).toEqual([null, 3]);
    }
  });

  it('keeps to marketplaces, and tells the nearest names where it is asked to', async () => {
    const found = await search({ marketplaces: 'csfloat,steam' });
    expect(found.map(({ marketplaces }: { marketplaces: object[] }) => marketplaces)).toEqual([
      [expect.objectContaining({ marketplace: 'SteamMarket' }), expect.objectContaining({ marketplace: 'CSFloat' })],
    ]);
    expect(await names({ query: 'no such thing' })).toEqual([]);
    expect(await names({ query: 'redllyen' })).toEqual([]);
    expect(await names({ query: 'redllyen', nearest: 'true' })).toContain(redline);
  });
});

describe('GET /v2/sales', () => {
  const query = { marketplace: 'SteamMarket', game: 'Dota2', name: wholeItems.Dota2 };

  it('lists the sales of the window, newest first, 30 days by default', async () => {
    const stamps = async (more: Readonly<Record<string, string>>) =>
      (await served.get('/v2/sales', { ...query, ...more })).body.sales.map(
        (sale: { timestamp: number }) => sale.timestamp,
      );
    const ago = (days: number) => Math.floor((startAt - days * day) / 1000);

    expect(await stamps({})).toEqual([ago(1), ago(5)]);
    expect(await stamps({ days: '2' })).toEqual([ago(1)]);
    expect(await stamps({ days: '9999' })).toEqual([ago(1), ago(5), ago(40)]);
  });

  it('is an empty list for a known item without sales', async () => {
    const { status, body } = await served.get('/v2/sales', { ...query, name: `${wholeItems.Dota2} II` });

    expect([status, body.sales]).toEqual([200, []]);
  });

  it('still answers for an item that was sold and is on sale nowhere now', async () => {
    const row = {
      kind: 'sale' as const,
      marketplaceId: csfloat,
      game: 'CS2' as const,
      name: 'Sold Out',
      phase: null,
      saleId: 'so',
      soldAt: startAt - day,
      price: { amount: 1, currency: 'USD' as const },
      prices: { USD: 1, EUR: null, CNY: null, RUB: null },
      float: null,
      paintIndex: null,
      paintSeed: null,
      stickers: null,
    };
    await kept.store.append([{ table: 'sales', row }]);

    const { status, body } = await served.get('/v2/sales', { marketplace: 'csfloat', game: 'CS2', name: 'Sold Out' });

    expect([status, body.sales.length, body.sales[0].priceUSD]).toEqual([200, 1, 0.001]);
  });

  it('refuses a marketplace without sales and names those that have them', async () => {
    const { status, body } = await served.get('/v2/sales', { ...query, marketplace: 'SkinPort' });
    const { body: other } = await served.get('/v2/sales', { marketplace: 'SkinPort', game: 'CS2', name: redline });

    expect([status, body.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(body.error).toBe('SkinPort shows no sales of Dota2 items; these do: SteamMarket');
    expect(other.error).toMatch(/these do: CSFloat, SteamMarket$/);
  });
});

describe('GET /v2/price-history', () => {
  const query = { marketplace: 'SteamMarket', game: 'TF2', name: wholeItems.TF2 };

  it('is oldest first, at most as many points as asked for, and ends with the newest', async () => {
    const history = async (more: Readonly<Record<string, string>>) =>
      (await served.get('/v2/price-history', { ...query, ...more })).body.history.map(
        (row: { timestamp: number }) => row.timestamp,
      );

    const points = await history({});
    expect(points.length).toBeLessThanOrEqual(100);
    expect(points.length).toBeGreaterThan(50);
    expect(points).toEqual([...points].sort((a, b) => a - b));
    expect(points.at(-1)).toBe(Math.floor(startAt / 1000));
    expect(await history({ dataPoints: '99999' })).toHaveLength(200);
    expect((await history({ dataPoints: '1' })).length).toBe(1);
    expect((await history({ days: '1', dataPoints: '1000' })).length).toBeLessThanOrEqual(25);
  });

  it('is of one variant alone when that is asked for, and refuses a variant that there is not', async () => {
    const { status, body } = await served.get('/v2/price-history', { ...query, phase: 'phase 2' });
    const { status: refused, body: why } = await served.get('/v2/price-history', { ...query, phase: "Ruby' OR 1" });

    expect([status, body.history]).toEqual([200, []]);
    expect([refused, why.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(why.error).toMatch(/^phase "Ruby' OR 1" is not known; known are Phase 1, .*Ruby/);
  });

  it('is an empty list for a known item without points', async () => {
    const { status, body } = await served.get('/v2/price-history', { ...query, marketplace: 'DMarket' });

    expect([status, body.history]).toEqual([200, []]);
  });
});

describe('GET /v2/buy-orders', () => {
  it('lists the best of a game over all marketplaces', async () => {
    const { body } = await served.get('/v2/buy-orders', { game: 'CS2' });
    const { body: cut } = await served.get('/v2/buy-orders', { game: 'CS2', limit: '1' });

    expect(body.map((row: { marketplace: string; priceUSD: number }) => [row.marketplace, row.priceUSD])).toEqual([
      ['CSFloat', 30.1],
      ['SteamMarket', 29.8],
    ]);
    expect(cut).toEqual(body.slice(0, 1));
  });

  it('keeps to one marketplace and to one exact name', async () => {
    const rows = async (more: Readonly<Record<string, string>>) =>
      (await served.get('/v2/buy-orders', { game: 'CS2', ...more })).body.map(
        (row: { orderId: string }) => row.orderId,
      );

    expect(await rows({ marketplace: 'steam' })).toEqual(['CS2-b1']);
    expect(await rows({ name: redline })).toEqual(['fb', 'CS2-b1']);
    expect(await rows({ name: redline, limit: '1' })).toEqual(['fb']);
    expect(await rows({ name: redline.toLowerCase() })).toEqual([]);
    expect(await rows({ marketplace: 'dmarket' })).toEqual([]);
  });

  it('refuses a marketplace without buy orders and names those that have them', async () => {
    const { status, body } = await served.get('/v2/buy-orders', { game: 'CS2', marketplace: 'SkinPort' });

    expect([status, body.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(body.error).toBe('SkinPort shows no buy orders of CS2 items; these do: CSFloat, DMarket, SteamMarket');
  });

  it('says the Doppler variant a buyer asks for', async () => {
    const name = '★ Karambit | Doppler (Factory New)';
    served.book.apply([{ ...buyOrderRecord('CS2', name, 'ruby', 900_000), phase: 'Ruby' as const }], {
      marketplaceId: csfloat,
      source: 'test',
      at: startAt,
    });

    const { body } = await served.get('/v2/buy-orders', { game: 'CS2', name });

    expect(body[0].itemPhase).toBe('Ruby');
  });
});

describe('GET /v2/marketplaces', () => {
  it('lists what is read in registry order, with counts', async () => {
    const { body } = await served.get('/v2/marketplaces');

    expect(body.map((row: { marketplace: string }) => row.marketplace)).toEqual([
      'CSFloat',
      'SkinPort',
      'DMarket',
      'SteamMarket',
    ]);
    expect(body[0].games).toEqual([
      { game: 'CS2', itemCount: 1, offerCount: 2, salesCount: expect.any(Number), priceHistoryDays: 0 },
    ]);
    const steam = body.find((row: { marketplace: string }) => row.marketplace === 'SteamMarket');
    expect(steam.games.map((row: { game: string }) => row.game)).toEqual([...games]);
    expect(steam.games[3]).toEqual({
      game: 'TF2',
      itemCount: 1,
      offerCount: 1,
      salesCount: 3,
      priceHistoryDays: expect.any(Number),
    });
    expect(steam.games[3].priceHistoryDays).toBeGreaterThanOrEqual(8);
  });
});

describe('GET /tape/items', () => {
  const listed = async (asked: Readonly<Record<string, string>>) => {
    const names: string[] = [];
    for (let after = ''; ; after = names.at(-1) ?? '') {
      const { status, body } = await served.get('/tape/items', { ...asked, after });
      expect(status).toBe(200);
      if (body.length === 0) return names;
      expect(body.length).toBeLessThanOrEqual(Number(asked['limit'] ?? 500));
      names.push(...body.map(({ name }: { name: string }) => name));
    }
  };

  it('tells every item once, however large the parts are, each as a comparison does', async () => {
    const known = [...served.book.names('CS2')].sort((a, b) => (a < b ? -1 : 1));
    expect(known.length).toBeGreaterThan(3);
    for (const limit of ['1', '2', '1000']) expect(await listed({ game: 'CS2', limit }), limit).toEqual(known);

    const { body } = await served.get('/tape/items', { game: 'CS2' });
    for (const item of body) {
      const compared = await served.get('/v2/items/compare', { game: 'CS2', name: item.name });
      expect(item).toEqual(compared.body);
    }
  });

  it('keeps to the marketplaces asked for, and goes on behind a name that nobody knows', async () => {
    const { body } = await served.get('/tape/items', { game: 'CS2', marketplaces: 'skinport' });
    expect(body.length).toBeGreaterThan(0);
    for (const { marketplaces } of body)
      expect(marketplaces.map(({ marketplace }: { marketplace: string }) => marketplace)).toEqual(['SkinPort']);
    expect(await listed({ game: 'CS2', marketplaces: 'dmarket' })).toEqual([]);

    const names = await listed({ game: 'CS2' });
    const { body: behind } = await served.get('/tape/items', { game: 'CS2', after: `${names[0]} A` });
    expect(behind.map(({ name }: { name: string }) => name)).toEqual(names.slice(1));
  });
});

describe('GET /tape/rates', () => {
  it('says at which rates prices are converted now, and of which currency none is usable', async () => {
    const { body } = await served.get('/tape/rates');
    const none = { perUSD: null, ratedAt: null, source: null };

    expect(body).toEqual([
      { currency: 'EUR', perUSD: 0.8706, ratedAt: Math.floor((startAt - day) / 1000), source: 'ecb' },
      { currency: 'CNY', ...none },
      { currency: 'RUB', ...none },
    ]);
  });
});

describe('GET /tape/fees', () => {
  const fee = {
    side: 'seller',
    percent: 8,
    asOf: '2026-09-01',
    source: 'shop.example',
    evidence: 'documented',
  } as const;

  it('tells what is known in the order of the marketplaces, and nothing of the others', async () => {
    const fees = new Map<number, readonly Fee[]>([
      [skinport, [fee, { ...fee, percent: 6, from: { amount: 1_000_000, currency: 'EUR' } }]],
      [csfloat, [{ ...fee, percent: 0, least: { amount: 20, currency: 'USD' }, asOf: null, evidence: 'set' }]],
    ]);
    const knowing = await serveApi(kept.store, { fees });
    const told = { fixed: null, least: null, from: null, method: null, source: 'shop.example' };
    const ofSkinport = { ...told, marketplace: 'SkinPort', side: 'seller', asOf: '2026-09-01', evidence: 'documented' };

    expect((await knowing.get('/tape/fees')).body).toEqual([
      {
        ...told,
        marketplace: 'CSFloat',
        side: 'seller',
        percent: 0,
        least: { amount: 0.02, currency: 'USD' },
        asOf: null,
        evidence: 'set',
      },
      { ...ofSkinport, percent: 8 },
      { ...ofSkinport, percent: 6, from: { amount: 1000, currency: 'EUR' } },
    ]);
    expect((await knowing.get('/tape/fees', { marketplace: 'skinport' })).body).toHaveLength(2);
    expect((await knowing.get('/tape/fees', { marketplace: 'dmarket' })).body).toEqual([]);
    expect((await knowing.get('/tape/fees', { marketplace: 'skinprt' })).status).toBe(404);
    await knowing.close();
  });
});

describe('GET /tape/best', () => {
  const seller = {
    side: 'seller',
    percent: 10,
    asOf: '2026-09-01',
    source: 'shop.example',
    evidence: 'single',
  } as const;
  const buyer = { ...seller, side: 'buyer', percent: 5 } as const;
  const seenAt = Math.floor((startAt - 60_000) / 1000);

  it('names who asks least and who bids most, and says nothing after fees where none is known', async () => {
    const { body } = await served.get('/tape/best', { game: 'cs2', name: redline });
    expect(body).toEqual({
      name: redline,
      game: 'CS2',
      currency: 'USD',
      best: [
        {
          itemPhase: null,
          ask: { marketplace: 'SkinPort', price: 30.75, afterFees: null, count: 212, seenAt },
          bid: { marketplace: 'CSFloat', price: 30.1, afterFees: null, count: 1, seenAt },
          askAfterFees: null,
          bidAfterFees: null,
          spread: 0.65,
          spreadPercent: 2.1,
          locked: false,
          crossed: false,
          offerCount: 215,
          asking: 3,
          buyOrderCount: 2,
          bidding: 2,
        },
      ],
    });
  });

  it('finds another marketplace after fees, in the currency asked for', async () => {
    const fees = new Map<number, readonly Fee[]>([
      [skinport, [buyer]],
      [csfloat, [{ ...buyer, percent: 0 }, seller]],
      [steamMarket, [{ ...seller, percent: 1 }]],
    ]);
    const book = createBook(fees);
    fillBook(book);
    const knowing = await serveApi(kept.store, { book, fees });
    const { body } = await knowing.get('/tape/best', { game: 'CS2', name: redline, currency: 'eur' });
    const [best] = body.best;

    // 32.00 at CSFloat without a fee against 30.745 at SkinPort and 5 % on top
    expect(best.ask).toMatchObject({ marketplace: 'SkinPort', price: 29.25, afterFees: 30.71 });
    expect(best.askAfterFees).toMatchObject({ marketplace: 'CSFloat', price: 30.5, afterFees: 30.5 });
    expect(best.bid).toMatchObject({ marketplace: 'CSFloat', price: 28.6, afterFees: 25.74 });
    expect(best.bidAfterFees).toMatchObject({ marketplace: 'SteamMarket', price: 28.3, afterFees: 28.02 });
    await knowing.close();
  });

  it('keeps to what is tradable now and to the marketplaces asked for', async () => {
    const tradable = { ...offerRecord('CS2', redline, 'f3', 34_000), tradableAt: startAt - 1 };
    const book = createBook();
    fillBook(book);
    book.apply([tradable], { marketplaceId: csfloat, source: 'test', at: startAt });
    const here = await serveApi(kept.store, { book });
    const bestOf = async (query: object) =>
      (await here.get('/tape/best', { game: 'CS2', name: redline, ...query })).body.best[0];

    expect((await bestOf({ lock: 'none' })).ask).toMatchObject({ marketplace: 'CSFloat', price: 34, count: 1 });
    expect(await bestOf({ lock: 'none', marketplaces: 'skinport' })).toMatchObject({ ask: null, asking: 0, bid: null });
    expect((await bestOf({ marketplaces: 'csfloat,steam' })).ask).toMatchObject({
      marketplace: 'SteamMarket',
      price: 31.5,
    });
    await here.close();
  });

  it.each([
    [{ game: 'CS2', name: 'nothing' }, 404, 'is not known in CS2'],
    [{ game: 'CS2', name: redline, currency: 'GBP' }, 400, 'give one of USD, EUR, CNY, RUB'],
    [{ game: 'CS2', name: redline, lock: 'some' }, 400, 'give one of any, none'],
    [{ game: 'CS2', name: redline, marketplaces: 'skinprt' }, 404, 'did you mean SkinPort'],
    [{ game: 'CS2' }, 400, '"name" is missing'],
  ])('refuses %o', async (query, status, text) => {
    const refused = await served.get('/tape/best', query as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toContain(text);
  });
});

describe('what is older than a year', () => {
  it('is told as far as it is kept, sales and prices alike', async () => {
    const name = 'Kept for long';
    const long = 500 * 86_400_000;
    await kept.store.append([
      floorOf({ game: 'CS2', name, phase: null, marketplaceId: csfloat }, startAt - long, 12_000),
      { table: 'sales', row: saleOf({ name, marketplaceId: csfloat, soldAt: startAt - long, saleId: 'old' }) },
    ]);
    const about = { game: 'CS2', name, marketplace: 'CSFloat' };
    const sales = async (days: string) => await served.get('/v2/sales', { ...about, days });
    const history = async (days: string) => await served.get('/v2/price-history', { ...about, days });

    expect((await sales('501')).body.sales).toHaveLength(1);
    expect((await history('501')).body.history).toMatchObject([{ priceUSD: 12 }]);
    expect((await sales('99999')).body.sales).toHaveLength(1);
    expect((await sales('499')).status).toBe(404);
    expect((await history('499')).status).toBe(404);
  });
});

describe('GET /tape/candles', () => {
  const item = { game: 'CS2', name: redline, marketplace: 'SteamMarket' };

  it('tells each hour in which a price was told, of one marketplace and of all', async () => {
    const { body } = await served.get('/tape/candles', item);
    const begin = Math.floor(startAt / 3_600_000) * 3_600;

    expect(body).toMatchObject({
      name: redline,
      marketplace: 'SteamMarket',
      of: 'ask',
      interval: '1h',
      currency: 'USD',
    });
    expect(body.candles).toHaveLength(200);
    expect(body.candles.at(-1)).toEqual({ at: begin, open: 31, high: 31, low: 31, close: 31, count: 1, volume: null });
    const { body: all } = await served.get('/tape/candles', { game: 'CS2', name: redline, from: String(begin) });
    expect(all.candles).toEqual([{ at: begin, open: 31, high: 31, low: 31, close: 31, count: 1, volume: null }]);
  });

  it('tells the highest buy orders, on one marketplace and over all', async () => {
    const begin = Math.floor(startAt / 3_600_000) * 3_600_000;
    const series = { game: 'CS2', name: redline, phase: null } as const;
    await kept.store.append([
      bidOf({ ...series, marketplaceId: csfloat }, begin - 3_600_000, 25_000),
      bidOf({ ...series, marketplaceId: csfloat }, begin, 27_000),
      bidOf({ ...series, marketplaceId: skinport }, begin + 1, 26_000),
    ]);
    const about = { game: 'CS2', name: redline, of: 'bid', from: String(begin / 1000) };
    const { body } = await served.get('/tape/candles', { ...about, marketplace: 'CSFloat' });
    const { body: all } = await served.get('/tape/candles', about);

    const at = begin / 1000;
    expect(body).toMatchObject({ of: 'bid', marketplace: 'CSFloat' });
    expect(body.candles).toEqual([{ at, open: 27, high: 27, low: 27, close: 27, count: 1, volume: null }]);
    expect(all.candles).toEqual([{ at, open: 25, high: 27, low: 25, close: 27, count: 2, volume: null }]);
  });

  it('tells sales with what they came to, by day', async () => {
    const { body } = await served.get('/tape/candles', { ...item, of: 'sale', interval: '1d' });
    expect(body.candles.map(({ close, count, volume }: Record<string, number>) => [close, count, volume])).toEqual([
      [30.04, 1, 30.04],
      [30.01, 1, 30.01],
      [30, 1, 30],
    ]);
  });

  it.each([
    { from: '1790000000', to: '1780000000' },
    { from: '1700000000', interval: '5m' },
    { from: 'yesterday' },
    { interval: '2h' },
    { of: 'bids' },
  ])('refuses %j', async (query) => {
    expect((await served.get('/tape/candles', { ...item, ...query } as Record<string, string>)).body.code).toBe(
      'INVALID_PARAMS',
    );
  });

  it('knows no item that nobody has seen', async () => {
    expect((await served.get('/tape/candles', { game: 'CS2', name: 'Nothing' })).status).toBe(404);
  });
});

describe('GET /tape/deals', () => {
  const seller = {
    side: 'seller',
    percent: 2,
    asOf: '2026-09-01',
    source: 'shop.example',
    evidence: 'single',
  } as const;
  const fees = new Map<number, readonly Fee[]>([
    [csfloat, [seller]],
    [
      skinport,
      [
        { ...seller, percent: 8 },
        { ...seller, side: 'buyer', percent: 0 },
      ],
    ],
  ]);
  const seenAt = Math.floor((startAt - 60_000) / 1000);
  let knowing: ServedApi;

  beforeAll(async () => {
    const book = createBook(fees);
    fillBook(book);
    book.apply([buyOrderRecord('CS2', redline, 'fb2', 40_000)], {
      marketplaceId: csfloat,
      source: 'test',
      at: startAt,
    });
    const old = { marketplaceId: dmarket, source: 'test', at: startAt - 2 * 3_600_000 };
    book.apply([quoteRecord('CS2', redline, 10_000, 1)], old);
    const guessed = { ...sourceHealth, slug: 'dmarket', evidence: 'inferred' as const, yields: ['quote' as const] };
    knowing = await serveApi(kept.store, { book, fees, health: () => [sourceHealth, guessed] });
  });
  afterAll(() => knowing.close());

  const dealsOf = async (query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await knowing.get('/tape/deals', { game: 'CS2', ...query });
    expect(status).toBe(200);
    return body.deals;
  };

  it('tells what is bought where and sold where, after fees, with depth, age and what is doubtful', async () => {
    const [best, next] = await dealsOf({ way: 'bid' });
    expect(best).toEqual({
      name: redline,
      itemPhase: null,
      buy: {
        marketplace: 'DMarket',
        price: 10,
        afterFees: null,
        count: 1,
        seenAt: Math.floor((startAt - 2 * 3_600_000) / 1000),
        flags: ['feeUnknown', 'inferred', 'outlier', 'stale', 'thin'],
      },
      sell: {
        marketplace: 'CSFloat',
        price: 40,
        afterFees: 39.2,
        count: 2,
        seenAt: Math.floor(startAt / 1000),
        way: 'bid',
        flags: [],
      },
      profit: 29.2,
      profitPercent: 292,
      liquidity: 30,
    });
    expect(next).toMatchObject({
      buy: { marketplace: 'SkinPort', price: 30.75, afterFees: 30.75, count: 212, seenAt, flags: [] },
      profit: 8.46,
    });
  });

  it('leaves out what is not wanted', async () => {
    const pairsOf = async (query: Readonly<Record<string, string>>) =>
      (await dealsOf(query)).map((deal: { buy: { marketplace: string }; sell: { marketplace: string; way: string } }) =>
        [deal.buy.marketplace, deal.sell.marketplace, deal.sell.way].join(' '),
      );
    const fromSkinport = 'SkinPort CSFloat bid';
    const fromSteam = 'SteamMarket CSFloat bid';

    expect(await pairsOf({ without: 'stale', way: 'bid' })).toEqual([fromSkinport, fromSteam]);
    expect(await pairsOf({ without: 'FEEUNKNOWN,thin' })).toEqual([fromSkinport, 'SkinPort CSFloat list']);
    expect(await pairsOf({ maxAgeSeconds: '3600', way: 'bid' })).toEqual([fromSkinport, fromSteam]);
    expect(await pairsOf({ minProfit: '8', from: 'skinport,steam' })).toEqual([fromSkinport]);
    expect(await pairsOf({ maxPrice: '10' })).toEqual([
      'DMarket CSFloat bid',
      'DMarket CSFloat list',
      'DMarket SkinPort list',
    ]);
    expect(await pairsOf({ to: 'skinport' })).toEqual(['DMarket SkinPort list']);
    expect(await pairsOf({ limit: '1', sort: 'percent' })).toEqual(['DMarket CSFloat bid']);
    expect(await pairsOf({ to: 'dmarket' })).toEqual([]);
  });

  it('takes and tells amounts in the currency asked for', async () => {
    const wanted = { currency: 'EUR', maxPrice: '27', without: 'thin,stale', way: 'bid' };
    // 30.745 dollars at 0.8706; the profit of 8.455 dollars at the rate that is in the ask
    expect((await dealsOf({ ...wanted, minProfit: '7.3' }))[0]).toMatchObject({
      buy: { marketplace: 'SkinPort', price: 29.25 },
      profit: 8.04,
    });
    expect(await dealsOf({ ...wanted, minProfit: '7.4' })).toEqual([]);
    expect(await dealsOf({ ...wanted, maxPrice: '26' })).toEqual([]);
  });

  it.each([
    [{ game: 'chess' }, 404, 'not known'],
    [{ game: 'CS2', minProfit: '-1' }, 400, 'give a number from 0'],
    [
      { game: 'CS2', without: 'old' },
      400,
      'give some of afterGap, feeUnknown, inferred, outlier, partialRead, rateOld, stale, thin, variantUnknown',
    ],
    [{ game: 'CS2', from: 'skinprt' }, 404, 'did you mean SkinPort'],
    [{ game: 'CS2', currency: 'CNY', minProfit: '1' }, 400, 'no usable rate for CNY'],
  ])('refuses %o', async (query, status, text) => {
    const refused = await knowing.get('/tape/deals', query as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toContain(text);
  });
});

describe('GET /tape/offers', () => {
  const offersOf = async (query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await served.get('/tape/offers', { game: 'CS2', ...query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const pricesOf = async (query: Readonly<Record<string, string>>) =>
    (await offersOf(query)).offers.map(({ price }: { price: number }) => price);

  it('tells offers of all marketplaces, with what others ask and what their stickers are asked for', async () => {
    const sticker = quoteRecord('CS2', 'Sticker | Crown (Foil)', 700_000, 3);
    served.book.apply([sticker], { marketplaceId: skinport, source: 'test', at: startAt });
    const { offers, ...rest } = await offersOf({ limit: '2', currency: 'eur' });

    expect(rest).toMatchObject({ game: 'CS2', currency: 'EUR', next: expect.any(String) });
    expect(offers[0]).toEqual({
      name: redline,
      itemPhase: null,
      marketplace: 'SteamMarket',
      price: 30,
      othersAsk: 29.28,
      belowOthersPercent: -2.46,
      usualAsk: null,
      float: 0.2341,
      paintIndex: 282,
      paintSeed: 611,
      stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
      stickersAsk: 666.67,
      daysTradeLocked: 2,
      purchaseLink: 'https://example.test/CS2-1',
      inspectLink: null,
      foundAt: Math.floor((startAt - 60_000) / 1000),
      updatedAt: Math.floor((startAt - 60_000) / 1000),
      seenAt: Math.floor((startAt - 60_000) / 1000),
    });
  });

  it('tells what its marketplace usually asks, once that has been known for a day', async () => {
    const book = createBook();
    const read = (usd: number, at: number) =>
      book.apply([offerRecord('CS2', redline, 'u1', usd)], { marketplaceId: csfloat, source: 'test', at });
    read(40_000, startAt - 2 * 86_400_000);
    read(30_000, startAt - 60_000);
    const usually = await serveApi(kept.store, { book });
    const rowIn = async (currency: string) =>
      (await usually.get('/tape/offers', { game: 'CS2', currency })).body.offers[0];

    expect(await rowIn('USD')).toMatchObject({ price: 30, othersAsk: null, usualAsk: 40 });
    const { price, usualAsk } = await rowIn('EUR');
    expect(usualAsk / price).toBeCloseTo(4 / 3, 3);
    await usually.close();
  });

  it('keeps to what is asked for, in the order asked for', async () => {
    expect(await pricesOf({})).toEqual([31.5, 32, 33]);
    expect(await pricesOf({ sort: 'PriceDown', query: 'redline ak' })).toEqual([33, 32, 31.5]);
    expect(await pricesOf({ minPrice: '32', maxPrice: '32.5' })).toEqual([32]);
    expect(await pricesOf({ marketplaces: 'csfloat', name: redline })).toEqual([32, 33]);
    expect(await pricesOf({ minFloat: '0.24' })).toEqual([]);
    expect(await pricesOf({ paintSeeds: '1, 611,', stickers: 'Sticker | Crown (Foil)' })).toEqual([31.5, 32, 33]);
    expect(await pricesOf({ stickers: 'Sticker | Crown (Foil);Sticker | Crown (Foil)' })).toEqual([]);
    expect(await pricesOf({ maxDaysTradeLocked: '1' })).toEqual([]);
    expect(await pricesOf({ maxDaysTradeLocked: '2' })).toHaveLength(3);
    expect(await pricesOf({ paintSeeds: ',', stickers: ';', marketplaces: ',' })).toHaveLength(3);
    expect(await pricesOf({ belowOthersPercent: '0' })).toEqual([]);
    expect(await pricesOf({ phase: 'ruby' })).toEqual([]);
  });

  it('goes on behind the last one of an answer', async () => {
    const first = await offersOf({ limit: '2' });
    const second = await offersOf({ limit: '2', after: first.next });
    expect([...first.offers, ...second.offers].map(({ price }) => price)).toEqual([31.5, 32, 33]);
    expect(second.next).toBeNull();
    const other = await served.get('/tape/offers', { game: 'CS2', sort: 'newest', after: first.next });
    expect([other.status, other.body.error]).toEqual([400, expect.stringContaining('give sort=price with it')]);
  });

  it.each([
    [{ name: 'nothing' }, 404, 'is not known in CS2'],
    [{ after: 'x' }, 400, 'give what "next" of an answer said'],
    [{ paintSeeds: '1,b' }, 400, 'give whole numbers from 0'],
    [{ sort: 'up' }, 400, 'give one of price, priceDown, newest, float, floatDown'],
    [{ stickers: 'a;'.repeat(11) }, 400, 'at most 10 are allowed'],
  ])('refuses %o', async (query, status, text) => {
    const refused = await served.get('/tape/offers', { game: 'CS2', ...query } as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toContain(text);
  });
});

describe('names', () => {
  it('work in every encoding a client sends', async () => {
    const strict = (text: string) =>
      encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
    const spellings: readonly ((name: string) => string)[] = [
      encodeURIComponent,
      strict,
      (name) => encodeURIComponent(name).replaceAll('%20', '+'),
      (name) => encodeURIComponent(name).replace(/%../g, (code) => code.toLowerCase()),
      (name) => `%20${encodeURIComponent(name)}+`,
      (name) => new URLSearchParams({ name }).toString().slice(5),
    ];
    for (const name of [...awkwardNames, redline]) {
      for (const spell of spellings) {
        const { status, body } = await served.get(`/v2/items?marketplace=SkinPort&game=CS2&name=${spell(name)}`);
        expect([status, body.name], spell(name)).toEqual([200, name]);
      }
    }
  });

  it('are exact: case and inner blanks matter', async () => {
    for (const name of [redline.toLowerCase(), redline.replace(' | ', '  | ')]) {
      const { status, body } = await served.get('/v2/items', { marketplace: 'SkinPort', game: 'CS2', name });
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      expect(body.error).toContain(`did you mean "${redline}"?`);
    }
  });

  it('wear stands in `condition` for CS2 alone', async () => {
    const knife = await served.get('/v2/items', { marketplace: 'skinport', game: 'CS2', name: '★ Karambit' });
    const hat = 'Hat (Field-Tested)';
    served.book.apply([quoteRecord('TF2', hat, 100, 1)], { marketplaceId: steamMarket, source: 'test', at: startAt });
    const painted = await served.get('/v2/items', { marketplace: 'steam', game: 'TF2', name: hat });

    expect([knife.body.condition, painted.body.condition]).toEqual([null, null]);
  });
});

describe('GET /tape/movers', () => {
  it('tells what moved against an hour ago, in the currency asked for, and as of when', async () => {
    const book = createBook();
    const read = (usd: number, at: number) =>
      book.apply([quoteRecord('CS2', redline, usd, 1)], { marketplaceId: csfloat, source: 'test', at });
    read(40_000, startAt - 2 * 3_600_000);
    read(30_000, startAt - 3_600_000);
    read(24_000, startAt - 60_000);
    const moving = await serveApi(kept.store, { book });
    const moversOf = async (query: Readonly<Record<string, string>>) =>
      (await moving.get('/tape/movers', { game: 'CS2', ...query })).body;

    const seenAt = Math.floor((startAt - 60_000) / 1000);
    const mover = {
      name: redline,
      marketplace: 'CSFloat',
      ask: 24,
      formerAsk: 40,
      change: -16,
      changePercent: -40,
      usualAsk: null,
      seenAt,
    };
    const since = Math.floor((startAt - 3_600_000) / 1000);
    expect(await moversOf({})).toEqual({ game: 'CS2', currency: 'USD', since, movers: [mover] });
    expect((await moversOf({ direction: 'up' })).movers).toEqual([]);
    expect((await moversOf({ minPrice: '41' })).movers).toEqual([]);
    expect(await moversOf({ hours: '2' })).toMatchObject({ since, movers: [{ formerAsk: 40 }] });
    await moving.close();
  });
});
