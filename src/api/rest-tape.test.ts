import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { termsPaying } from '../../test/support/api/money-terms.ts';
import {
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
} from '../../test/support/api/served-api.ts';
import { bidOf } from '../../test/support/store/store-samples.ts';
import { Book } from '../book/book.ts';
import type { Fee, Terms } from '../schema/index.ts';

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

describe('GET /tape/search', () => {
  const search = async (more: Readonly<Record<string, string>>) =>
    (await served.get('/tape/search', { game: 'CS2', query: 'redline', ...more })).body;
  const names = async (more: Readonly<Record<string, string>>) =>
    (await search(more)).map(({ name }: { name: string }) => name);

  it('returns the items of a search in its order, each as a whole comparison', async () => {
    const { body: rows } = await served.get('/v2/items/search', { game: 'CS2', query: 'redline' });
    const inOrder = [...new Set(rows.map(({ name }: { name: string }) => name))];

    expect(await names({})).toEqual(inOrder);
    expect(await names({ limit: '1' })).toEqual(inOrder.slice(0, 1));
    for (const { game, thumbnail, isNear, ...item } of await search({ limit: '1' })) {
      const { body } = await served.get('/v2/items/compare', { game, name: item.name });
      expect(item).toEqual(body);
      expect([thumbnail, isNear, item.marketplaces.length]).toEqual([null, false, 3]);
    }
  });

  it('says, like the full rows of a search, whether names only resemble the query', async () => {
    const isNear = async (query: string) => {
      const rows = await served.get('/v2/items/search', { game: 'CS2', query, fields: 'full' });
      const all = [...(await search({ query })), ...rows.body].map((one: { isNear: boolean }) => one.isNear);
      return [...new Set(all)];
    };
    expect(await isNear('ak redline')).toEqual([false]);
    expect(await isNear('ak redlien')).toEqual([true]);
    const { body: plain } = await served.get('/v2/items/search', { game: 'CS2', query: 'ak redlien' });
    expect(plain[0]).not.toHaveProperty('isNear');
    expect((await search({ query: 'redllyen', nearest: 'true' }))[0]).toMatchObject({ isNear: true });
  });

  it('is limited to marketplaces, and returns the nearest names on request', async () => {
    const found = await search({ marketplaces: 'csfloat,steam' });
    expect(found.map(({ marketplaces }: { marketplaces: object[] }) => marketplaces)).toEqual([
      [expect.objectContaining({ marketplace: 'SteamMarket' }), expect.objectContaining({ marketplace: 'CSFloat' })],
    ]);
    expect(await names({ query: 'no such thing' })).toEqual([]);
    expect(await names({ query: 'redllyen' })).toEqual([]);
    expect(await names({ query: 'redllyen', nearest: 'true' })).toContain(redline);
  });
});

describe('GET /tape/items', () => {
  const listed = async (query: Readonly<Record<string, string>>) => {
    const names: string[] = [];
    for (let after = ''; ; after = names.at(-1) ?? '') {
      const { status, body } = await served.get('/tape/items', { ...query, after });
      expect(status).toBe(200);
      if (body.length === 0) return names;
      expect(body.length).toBeLessThanOrEqual(Number(query['limit'] ?? 500));
      names.push(...body.map(({ name }: { name: string }) => name));
    }
  };

  it('returns every item once with pages of any size, each as a comparison', async () => {
    const known = [...served.book.names('CS2')].sort((a, b) => (a < b ? -1 : 1));
    expect(known.length).toBeGreaterThan(3);
    for (const limit of ['1', '2', '1000']) expect(await listed({ game: 'CS2', limit }), limit).toEqual(known);

    const { body } = await served.get('/tape/items', { game: 'CS2' });
    for (const item of body) {
      const compared = await served.get('/v2/items/compare', { game: 'CS2', name: item.name });
      expect(item).toEqual(compared.body);
    }
  });

  it('is limited to marketplaces, and continues after a name that does not exist', async () => {
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
  it('returns the rates used for conversion now, and null for a currency without one', async () => {
    const { body } = await served.get('/tape/rates');
    const none = { perUSD: null, ratedAt: null, source: null };

    expect(body).toEqual([
      { currency: 'EUR', perUSD: 0.8706, ratedAt: Math.floor((startAt - day) / 1000), source: 'ecb' },
      { currency: 'CNY', ...none },
      { currency: 'RUB', ...none },
    ]);
  });

  it('returns those of keys and metal of TF2 once they are known', async () => {
    const key = { currency: 'KEY', perUsd: 0.6, ratedAt: startAt, source: 'backpack.tf' } as const;
    const rated = await serveApi(testStore.store, { rates: () => [key] });
    const { body } = await rated.get('/tape/rates');
    await rated.close();

    expect(body.at(-1)).toEqual({
      currency: 'KEY',
      perUSD: 0.6,
      ratedAt: Math.floor(startAt / 1000),
      source: 'backpack.tf',
    });
  });
});

describe('GET /tape/marketplaces', () => {
  const said = { asOf: '2026-09-01', source: 'shop.example', evidence: 'documented' } as const;
  const stated = { note: null, ...said };
  const fee = { side: 'seller', percent: 8, ...said } as const;
  const unstated = { fixed: null, min: null, from: null, method: null };
  const nothing = {
    payout: null,
    fees: [],
    payIn: [],
    payOut: [],
    itemHolds: [],
    moneyHolds: [],
    maxPrices: [],
    access: null,
    cancellations: [],
  };
  const fees = new Map<number, readonly Fee[]>([
    [skinport, [fee, { ...fee, percent: 6, from: { amount: 1_000_000, currency: 'EUR' } }]],
    [csfloat, [{ ...fee, percent: 0, min: { amount: 20, currency: 'USD' }, asOf: null, evidence: 'set' }]],
  ]);
  let knowing: ServedApi;

  beforeAll(async () => {
    const terms = new Map<number, Terms>([
      [
        skinport,
        {
          payout: { kind: 'money', note: 'to a bank', ...said },
          payIn: [{ percent: 2.8, fixed: { amount: 300, currency: 'USD' }, method: 'card', ...said }],
          payOut: [{ percent: 0, minSum: { amount: 10_000, currency: 'EUR' }, ...said }],
          itemHolds: [
            { days: 7, games: ['CS2'], ...said },
            { days: 0, ...said },
          ],
          moneyHolds: [{ days: 1.5, games: ['Dota2'], ...said }],
          maxPrices: [{ price: { amount: 2_000_000, currency: 'USD' }, ...said }],
          access: { about: 'Sellers need a bank.', ...said },
          cancellations: [{ by: [], about: 'Nothing can be undone.', ...said }],
        },
      ],
    ]);
    knowing = await serveApi(testStore.store, { fees, terms });
  });

  afterAll(() => knowing.close());

  const termsOf = async (marketplace: string) =>
    (await knowing.get('/tape/marketplaces', { marketplace })).body as { [field: string]: unknown }[];

  it('lists every marketplace in the order of the marketplaces, also if nothing is known', async () => {
    const { body } = await knowing.get('/tape/marketplaces');
    const { body: all } = await knowing.get('/v2/marketplaces');
    const namesIn = (rows: unknown) => (rows as { marketplace: string }[]).map(({ marketplace }) => marketplace);

    expect(namesIn(body)).toEqual(namesIn(all));
    expect(await termsOf('dmarket')).toEqual([{ marketplace: 'DMarket', ...nothing }]);
    expect((await knowing.get('/tape/marketplaces', { marketplace: 'skinprt' })).status).toBe(404);
  });

  it('returns the known fees, with amounts in units of their currency', async () => {
    const [ofSkinport] = await termsOf('skinport');

    expect(ofSkinport?.['fees']).toEqual([
      { ...unstated, ...stated, side: 'seller', percent: 8 },
      { ...unstated, ...stated, side: 'seller', percent: 6, from: { amount: 1000, currency: 'EUR' } },
    ]);
    expect(await termsOf('csfloat')).toEqual([
      {
        marketplace: 'CSFloat',
        ...nothing,
        fees: [
          {
            ...unstated,
            ...stated,
            side: 'seller',
            percent: 0,
            min: { amount: 0.02, currency: 'USD' },
            asOf: null,
            evidence: 'set',
          },
        ],
      },
    ]);
  });

  it('returns what one gets, and for holds the games to which they apply', async () => {
    const [ofSkinport] = await termsOf('skinport');
    const { body: all } = await knowing.get('/v2/marketplaces');
    const { games } = all.find(({ marketplace }: { marketplace: string }) => marketplace === 'SkinPort');
    const covered = games.map(({ game }: { game: string }) => game);
    const charge = { fixed: null, min: null, minSum: null, maxSum: null, method: null, ...stated };

    expect(covered).toContain('CS2');
    expect(ofSkinport).toMatchObject({
      payout: { kind: 'money', ...stated, note: 'to a bank' },
      payIn: [{ ...charge, percent: 2.8, fixed: { amount: 0.3, currency: 'USD' }, method: 'card' }],
      payOut: [{ ...charge, percent: 0, minSum: { amount: 10, currency: 'EUR' } }],
      itemHolds: [
        { days: 7, games: ['CS2'], ...stated },
        { days: 0, games: covered.filter((game: string) => game !== 'CS2'), ...stated },
      ],
      moneyHolds: [{ days: 1.5, games: ['Dota2'], ...stated }],
      maxPrices: [{ amount: 2000, currency: 'USD', ...stated }],
      access: { about: 'Sellers need a bank.', ...stated },
      cancellations: [{ by: [], about: 'Nothing can be undone.', games: covered, ...stated }],
    });
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

  it('returns the lowest ask and highest bid, and nothing after fees if no fee is known', async () => {
    const { body } = await served.get('/tape/best', { game: 'cs2', name: redline, payout: 'any' });
    expect(body).toEqual({
      name: redline,
      game: 'CS2',
      currency: 'USD',
      best: [
        {
          itemPhase: null,
          unusualEffect: null,
          ask: {
            marketplace: 'SkinPort',
            price: 30.75,
            afterFees: null,
            count: 212,
            seenAt,
            link: null,
          },
          bid: {
            marketplace: 'CSFloat',
            price: 30.1,
            afterFees: null,
            count: 1,
            seenAt,
            link: 'https://example.test/f2',
            payout: null,
          },
          askAfterFees: null,
          bidAfterFees: null,
          variantAsks: null,
          variantBids: null,
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
    const terms = termsPaying({ csfloat: 'money', 'steam-market': 'steamBalance' });
    const book = new Book(fees, terms);
    fillBook(book);
    const knowing = await serveApi(testStore.store, { book, fees, terms });
    const bestFor = async (payout: string) => {
      const { body } = await knowing.get('/tape/best', { game: 'CS2', name: redline, currency: 'eur', payout });
      return body.best[0];
    };
    const best = await bestFor('any');

    // 32.00 at CSFloat without a fee against 30.745 at SkinPort and 5 % on top
    expect(best.ask).toMatchObject({ marketplace: 'SkinPort', price: 29.25, afterFees: 30.71 });
    expect(best.askAfterFees).toMatchObject({ marketplace: 'CSFloat', price: 30.5, afterFees: 30.5 });
    expect(best.bid).toMatchObject({ marketplace: 'CSFloat', price: 28.6, afterFees: 25.74 });
    expect(best.bidAfterFees).toMatchObject({ marketplace: 'SteamMarket', price: 28.3, afterFees: 28.02 });
    expect((await bestFor('money')).bidAfterFees).toMatchObject({ marketplace: 'CSFloat', payout: 'money' });
    expect(await bestFor('')).toEqual(await bestFor('money'));
    expect((await bestFor('steamBalance')).bid).toMatchObject({ marketplace: 'SteamMarket', payout: 'steamBalance' });
    expect(await bestFor('items')).toMatchObject({ bid: null, spread: null, ask: { marketplace: 'SkinPort' } });
    await knowing.close();
  });

  it('is limited to tradable offers and to the requested marketplaces', async () => {
    const tradable = { ...offerRecord('CS2', redline, 'f3', 34_000), tradableAt: startAt - 1 };
    const book = new Book();
    fillBook(book);
    book.apply([tradable], { marketplaceId: csfloat, source: 'test', at: startAt });
    const here = await serveApi(testStore.store, { book });
    const bestOf = async (query: object) =>
      (await here.get('/tape/best', { game: 'CS2', name: redline, ...query })).body.best[0];

    expect((await bestOf({ lock: 'none' })).ask).toMatchObject({ marketplace: 'CSFloat', price: 34, count: 1 });
    expect(await bestOf({ lock: 'none', marketplaces: 'skinport' })).toMatchObject({
      ask: null,
      asking: 0,
      bid: null,
    });
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

describe('GET /tape/candles', () => {
  const item = { game: 'CS2', name: redline, marketplace: 'SteamMarket' };

  it('returns each hour with a price, of one marketplace and of all', async () => {
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

  it('returns the highest buy orders, on one marketplace and over all', async () => {
    const begin = Math.floor(startAt / 3_600_000) * 3_600_000;
    const series = { game: 'CS2', name: redline, phase: null } as const;
    await testStore.store.append([
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

  it('refuses a date that does not exist', async () => {
    const { status, body } = await served.get('/tape/candles', { ...item, from: '2026-09-31' });

    expect(status).toBe(400);
    expect(body.error).toContain('the parameter "from" is "2026-09-31"; give Unix seconds or an instant such as');
  });

  it('returns nothing dated later than now', async () => {
    const series = { game: 'CS2', name: redline, phase: null, marketplaceId: dmarket } as const;
    await testStore.store.append([
      bidOf(series, startAt - 8 * day, 25_000),
      // Recorded while the clock ran ahead
      bidOf(series, startAt + 3_600_000, 99_000),
    ]);
    const [from, to] = [-9, 9].map((days) => String(Math.floor((startAt + days * day) / 1000)));
    const params = { game: 'CS2', name: redline, marketplace: 'DMarket', of: 'bid', from, to } as Record<
      string,
      string
    >;
    const { body } = await served.get('/tape/candles', params);

    expect(body.candles.map(({ close }: { close: number }) => close)).toEqual([25]);
  });

  it('returns sales with their volume by day', async () => {
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
    const terms = termsPaying({ csfloat: 'money', skinport: 'money', 'steam-market': 'steamBalance' });
    const book = new Book(fees, terms);
    fillBook(book);
    book.apply([buyOrderRecord('CS2', redline, 'fb2', 40_000)], {
      marketplaceId: csfloat,
      source: 'test',
      at: startAt,
    });
    const old = { marketplaceId: dmarket, source: 'test', at: startAt - 2 * 3_600_000 };
    book.apply([quoteRecord('CS2', redline, 10_000, 1)], old);
    const guessed = { ...sourceHealth, slug: 'dmarket', evidence: 'inferred' as const, yields: ['quote' as const] };
    knowing = await serveApi(testStore.store, { book, fees, terms, health: () => [sourceHealth, guessed] });
  });
  afterAll(() => knowing.close());

  const dealsOf = async (query: Readonly<Record<string, string>> = {}) => {
    const all = { pairs: 'all', without: 'none' };
    const { status, body } = await knowing.get('/tape/deals', { game: 'CS2', ...all, ...query });
    expect(status).toBe(200);
    return body.deals;
  };

  it('returns where to buy and where to sell, after fees, with depth, age and flags', async () => {
    const [best, next] = await dealsOf({ way: 'bid' });
    expect(best).toEqual({
      name: redline,
      itemPhase: null,
      unusualEffect: null,
      buy: {
        marketplace: 'DMarket',
        price: 10,
        afterFees: null,
        count: 1,
        seenAt: Math.floor((startAt - 2 * 3_600_000) / 1000),
        link: null,
        holdDays: null,
        flags: ['feeUnknown', 'inferred', 'outlier', 'stale', 'thin'],
      },
      sell: {
        marketplace: 'CSFloat',
        price: 40,
        afterFees: 39.2,
        count: 2,
        seenAt: Math.floor(startAt / 1000),
        link: 'https://example.test/f2',
        payout: 'money',
        way: 'bid',
        holdDays: 8,
        flags: [],
      },
      holdDays: null,
      profit: 29.2,
      profitPercent: 292,
      liquidity: 30,
    });
    expect(next).toMatchObject({
      buy: { marketplace: 'SkinPort', price: 30.75, afterFees: 30.75, count: 212, seenAt, flags: [] },
      profit: 8.46,
    });
  });

  it('omits deals excluded by the parameters', async () => {
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
    expect(await pairsOf({ pairs: 'best' })).toEqual(['DMarket CSFloat bid']);
    expect(await pairsOf({ pairs: 'best', without: 'stale', way: 'bid' })).toEqual([fromSkinport]);
    expect(await pairsOf({ name: redline })).toEqual(await pairsOf({}));
    expect(await pairsOf({ maxHoldDays: '15' })).toEqual([fromSkinport, fromSteam, 'SkinPort CSFloat list']);
    expect(await pairsOf({ maxHoldDays: '14' })).toEqual([]);
    expect(await pairsOf({ payout: 'steamBalance' })).toEqual([]);
    expect(await pairsOf({ payout: 'any' })).toEqual(await pairsOf({ payout: 'money' }));
  });

  it('are by default the best of each item without doubtful sides, and say once what is not known', async () => {
    const { body } = await knowing.get('/tape/deals', { game: 'CS2' });
    expect(body.deals).toMatchObject([
      { buy: { marketplace: 'SkinPort', holdDays: 7 }, sell: { marketplace: 'CSFloat', way: 'bid' }, holdDays: 15 },
    ]);
    expect(body.unknown).toEqual([{ marketplace: 'CSFloat', fact: 'payOut' }]);
    const { body: every } = await knowing.get('/tape/deals', { game: 'CS2', pairs: 'all', without: 'none' });
    expect(every.unknown).toEqual([
      { marketplace: 'DMarket', fact: 'buyerFee' },
      { marketplace: 'SteamMarket', fact: 'buyerFee' },
      { marketplace: 'CSFloat', fact: 'payOut' },
      { marketplace: 'SkinPort', fact: 'payOut' },
    ]);
  });

  it('accepts and returns amounts in the requested currency', async () => {
    const wanted = { currency: 'EUR', maxPrice: '27', without: 'thin,stale', way: 'bid' };
    // 30.745 dollars at 0.8706; the profit of 8.455 dollars at the rate implied by the ask
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
      'allowed are afterGap, converted, feeUnknown, inferred, outlier, partialRead, rateOld, stale, thin, variantUnknown',
    ],
    [{ game: 'CS2', from: 'skinprt' }, 404, 'did you mean SkinPort'],
    [{ game: 'CS2', currency: 'CNY', minProfit: '1' }, 400, 'no usable rate for CNY'],
  ])('refuses %o', async (query, status, text) => {
    const refused = await knowing.get('/tape/deals', query as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toContain(text);
  });
});

describe('GET /tape/ratio', () => {
  const fee = (side: Fee['side'], percent: number): Fee => ({
    ...{ side, percent, asOf: '2026-09-01', source: 'shop.example', evidence: 'single' },
  });
  const fees = new Map<number, readonly Fee[]>([
    [csfloat, [fee('seller', 2), fee('buyer', 0)]],
    [steamMarket, [fee('seller', 15), fee('buyer', 0)]],
  ]);
  const terms = termsPaying({ csfloat: 'money', 'steam-market': 'steamBalance' });
  const sold = new Map([
    ['AK-47 | Redline (Field-Tested)', 7],
    ['Fracture Case', 70],
  ]);
  let knowing: ServedApi;

  beforeAll(async () => {
    const book = new Book(fees, terms);
    const put = (id: number, name: string, ask: number, bid: number) => {
      const orders = [1, 2].map((number) => buyOrderRecord('CS2', name, `${id} ${name} ${number}`, bid));
      const stamp = { marketplaceId: id, source: 'test', at: startAt };
      book.apply([quoteRecord('CS2', name, ask, 5), ...orders], stamp);
    };
    put(csfloat, redline, 100_000, 90_000);
    put(steamMarket, redline, 140_000, 130_000);
    put(csfloat, 'Fracture Case', 1_000, 900);
    put(steamMarket, 'Fracture Case', 1_500, 1_200);
    const store = { ...testStore.store, saleCounts: async () => sold };
    knowing = await serveApi(store, { book, fees, terms });
  });
  afterAll(() => knowing.close());

  const ratioOf = async (query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await knowing.get('/tape/ratio', { game: 'CS2', ...query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  it('returns the best items each way, and what they come to for a sum, by what is sold of them in a day', async () => {
    const { into, back, ...rest } = await ratioOf({ amount: '50' });

    expect(rest).toEqual({ game: 'CS2', currency: 'USD', amount: 50 });
    // 1.50 less 15 % is 1.275 for 1.00; 140 less 15 % is 119 for 100
    expect(into.rows).toMatchObject([
      {
        name: 'Fracture Case',
        ratio: 1.275,
        salesPerDay: 10,
        buy: { marketplace: 'CSFloat' },
        sell: { marketplace: 'SteamMarket', way: 'list', payout: 'steamBalance', holdDays: 8 },
        holdDays: 15,
      },
      { name: redline, ratio: 1.19, salesPerDay: 1 },
    ]);
    // Ten cases a day take 10 of the 50 dollars, at 1.275; the rest goes into the rifle, at 1.19
    expect([into.ratio, into.covered]).toEqual([1.207, 50]);
    // 100 less 2 % is 98 for 140; 1.00 less 2 % is 0.98 for 1.50
    expect(back.rows).toMatchObject([
      {
        name: redline,
        ratio: 0.7,
        buy: { marketplace: 'SteamMarket' },
        sell: { marketplace: 'CSFloat', payout: 'money' },
      },
      { name: 'Fracture Case', ratio: 0.6533 },
    ]);
    expect([back.ratio, back.covered]).toEqual([0.7, 50]);
  });

  it('says how much of the sum can be carried across, for one item too, in the requested currency', async () => {
    const { into } = await ratioOf({ name: 'Fracture Case', way: 'bid', currency: 'EUR' });
    // 1.20 less 15 % is 1.02; ten a day take 10 dollars, which are 8.71 euros
    expect(into).toMatchObject({ ratio: 1.02, rows: [{ name: 'Fracture Case', sell: { way: 'bid' } }] });
    expect(into.covered).toBeCloseTo(8.71, 2);
    expect((await ratioOf({ maxHoldDays: '14' })).into.rows).toEqual([]);
    const refused = await knowing.get('/tape/ratio', { game: 'CS2', name: 'Nothing' });
    expect(refused.status).toBe(404);
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

  it('returns offers of all marketplaces, with the asks of others and of their stickers', async () => {
    const sticker = quoteRecord('CS2', 'Sticker | Crown (Foil)', 700_000, 3);
    served.book.apply([sticker], { marketplaceId: skinport, source: 'test', at: startAt });
    const { offers, ...rest } = await offersOf({ limit: '2', currency: 'eur' });

    expect(rest).toMatchObject({ game: 'CS2', currency: 'EUR', next: expect.any(String) });
    expect(offers[0]).toEqual({
      name: redline,
      itemPhase: null,
      unusualEffect: null,
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
      charms: null,
      nameTag: null,
      statTrakCount: null,
      patches: null,
      fade: null,
      quality: null,
      elevatedQuality: null,
      craftNumber: null,
      crateSeries: null,
      daysTradeLocked: 2,
      purchaseLink: 'https://example.test/CS2-1',
      inspectLink: null,
      foundAt: Math.floor((startAt - 60_000) / 1000),
      updatedAt: Math.floor((startAt - 60_000) / 1000),
      seenAt: Math.floor((startAt - 60_000) / 1000),
    });
  });

  it('returns the usual ask of its marketplace, once it has been known for a day', async () => {
    const book = new Book();
    const read = (usd: number, at: number) =>
      book.apply([offerRecord('CS2', redline, 'u1', usd)], { marketplaceId: csfloat, source: 'test', at });
    read(40_000, startAt - 2 * 86_400_000);
    read(30_000, startAt - 60_000);
    const usually = await serveApi(testStore.store, { book });
    const rowIn = async (currency: string) =>
      (await usually.get('/tape/offers', { game: 'CS2', currency })).body.offers[0];

    expect(await rowIn('USD')).toMatchObject({ price: 30, othersAsk: null, usualAsk: 40 });
    const { price, usualAsk } = await rowIn('EUR');
    expect(usualAsk / price).toBeCloseTo(4 / 3, 3);
    await usually.close();
  });

  it('applies the filters and the requested order', async () => {
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

  it('continues after the last one of a page', async () => {
    const first = await offersOf({ limit: '2' });
    const second = await offersOf({ limit: '2', after: first.next });
    expect([...first.offers, ...second.offers].map(({ price }) => price)).toEqual([31.5, 32, 33]);
    expect(second.next).toBeNull();
    const other = await served.get('/tape/offers', { game: 'CS2', sort: 'newest', after: first.next });
    expect([other.status, other.body.error]).toEqual([400, expect.stringContaining('give sort=price with it')]);
  });

  it.each([
    [{ name: 'nothing' }, 404, 'is not known in CS2'],
    [{ after: 'x' }, 400, 'give the "next" of an answer'],
    [{ paintSeeds: '1,b' }, 400, 'give whole numbers from 0'],
    [{ sort: 'up' }, 400, 'give one of price, priceDown, newest, float, floatDown'],
    [{ stickers: 'a;'.repeat(11) }, 400, 'at most 10 are allowed'],
  ])('refuses %o', async (query, status, text) => {
    const refused = await served.get('/tape/offers', { game: 'CS2', ...query } as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toContain(text);
  });
});

describe('GET /tape/movers', () => {
  it('returns what changed within an hour, in the requested currency, with the time compared with', async () => {
    const book = new Book(new Map(), termsPaying({ csfloat: 'money' }));
    const read = (usd: number, at: number) => {
      const stamp = { source: 'test', at };
      book.apply([quoteRecord('CS2', redline, usd, 1)], { marketplaceId: csfloat, ...stamp });
      book.apply([quoteRecord('CS2', redline, usd - 1_000, 1)], { marketplaceId: steamMarket, ...stamp });
    };
    read(40_000, startAt - 2 * 3_600_000);
    read(30_000, startAt - 3_600_000);
    read(24_000, startAt - 60_000);
    const moving = await serveApi(testStore.store, { book });
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
    expect((await moversOf({ payout: 'any' })).movers).toMatchObject([{ marketplace: 'SteamMarket', formerAsk: 39 }]);
    expect(await moversOf({ hours: '2' })).toMatchObject({ since: since - 3_600, movers: [{ formerAsk: 40 }] });
    await moving.close();
  });
});
