import Type, { type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  awkwardNames,
  buyOrderRecord,
  csfloat,
  day,
  dmarket,
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
} from '../../test/support/api/served-api.ts';
import { floorOf, saleOf } from '../../test/support/store/store-samples.ts';
import type { BookRecord } from '../book/book-record.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import { games } from '../schema/index.ts';
import { routes } from './routes/index.ts';

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
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

/** Requirements of a strict client, written independently of the service's own schemas. */
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
    ['/tape/marketplaces', {}],
    ['/tape/best', { game, name: item.name }],
    ['/tape/deals', { game }],
    ['/tape/offers', { game }],
    ['/tape/movers', { game }],
    ['/tape/candles', item],
    ['/tape/history', { game, name: item.name }],
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

    expect(served.requested).toEqual([`CS2 ${redline}`, `TF2 ${wholeItems.TF2}`]);
  });

  it('waits for a lookup of offers where a quote tells of others than are listed, and says how many are', async () => {
    const waited: string[] = [];
    let lookUp: () => void = () => {};
    const other = await serveApi(testStore.store, {
      offersLookedUp: async (marketplaceId, game, name) => {
        waited.push(`${marketplaceId} ${game} ${name}`);
        lookUp();
      },
    });
    const listed = async (marketplace: string) => {
      other.clock.at += 60_000;
      const { body, headers } = await other.get('/v2/items', { ...query, marketplace });
      return [body.priceUSD, headers['x-tape-offers-listed'], ...waited.splice(0)];
    };
    const tell = (...records: BookRecord[]) =>
      other.book.apply(records, { marketplaceId: skinport, source: 'test', at: other.clock.at });
    const offerAt = (id: string, usd: number) => offerRecord('CS2', redline, id, usd);
    const quoted = (usd: number, count: number) => quoteRecord('CS2', redline, usd, count);
    const lookup = `${skinport} CS2 ${redline}`;

    lookUp = () => tell(offerAt('a', 30_000));
    expect(await listed('SkinPort')).toEqual([30, '1/212', lookup]);
    expect(await listed('SkinPort')).toEqual([30, '1/212']);
    expect(await listed('CSFloat')).toEqual([32, '2/2']);

    lookUp = () => {};
    tell(quoted(29_000, 1));
    expect(await listed('SkinPort')).toEqual([29, '1/2', lookup]);
    lookUp = () => {
      const { at } = other.clock;
      tell(offerAt('a', 30_000), offerAt('b', 29_500));
      const read = { kinds: ['offer'], seenBefore: at, at: at + 1, isCut: false } as const;
      other.book.sweepItem({ marketplaceId: skinport, game: 'CS2', name: redline, ...read });
    };
    expect(await listed('SkinPort')).toEqual([29.5, '2/2', lookup]);
    expect(await listed('SkinPort')).toEqual([29.5, '2/2']);
    tell(quoted(29_500, 1));
    expect(await listed('SkinPort')).toEqual([29.5, '2/2', lookup]);
    tell(quoted(29_500, 2));
    expect(await listed('SkinPort')).toEqual([29.5, '2/2']);
    await other.close();
  });

  it('says where no source yields single offers, so that none will be listed', async () => {
    let sources: SourceHealth[] = [
      { ...sourceHealth, yields: ['quote'] },
      { ...sourceHealth, state: 'off', yields: ['offer'] },
    ];
    const other = await serveApi(testStore.store, { health: () => sources });
    const listed = async (marketplace: string, more = {}) =>
      (await other.get('/v2/items', { ...query, marketplace, ...more })).headers['x-tape-offers-listed'];

    expect(await listed('SkinPort')).toBe('0/212; never');
    expect(await listed('SkinPort', { fields: 'full' })).toBe('0/212; never');
    expect(await listed('CSFloat')).toBe('2/2');
    sources = [sourceHealth];
    other.clock.at += 60_000;
    expect(await listed('SkinPort')).toBe('0/212');
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
    await testStore.store.append([{ table: 'sales', row }]);

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

describe('what is older than a year', () => {
  it('is told as far as it is kept, sales and prices alike', async () => {
    const name = 'Kept for long';
    const long = 500 * 86_400_000;
    await testStore.store.append([
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

  it('are exact: case matters', async () => {
    const name = redline.toLowerCase();
    const { status, body } = await served.get('/v2/items', { marketplace: 'SkinPort', game: 'CS2', name });

    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error).toContain(`did you mean "${redline}"?`);
  });

  it('wear stands in `condition` for CS2 alone', async () => {
    const knife = await served.get('/v2/items', { marketplace: 'skinport', game: 'CS2', name: '★ Karambit' });
    const hat = 'Hat (Field-Tested)';
    served.book.apply([quoteRecord('TF2', hat, 100, 1)], { marketplaceId: steamMarket, source: 'test', at: startAt });
    const painted = await served.get('/v2/items', { marketplace: 'steam', game: 'TF2', name: hat });

    expect([knife.body.condition, painted.body.condition]).toEqual([null, null]);
  });
});
