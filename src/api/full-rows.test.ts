import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  csfloat,
  day,
  dmarket,
  europeanRate,
  fillBook,
  offerRecord,
  openTestStore,
  quoteRecord,
  redline,
  type ServedApi,
  serveApi,
  sourceHealth,
  startAt,
  steamMarket,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { Book } from '../book/book.ts';
import { flags, type Rate } from '../schema/index.ts';
import { FullRows } from './full-rows.ts';
import { routes } from './routes/index.ts';

const added = ['id', 'phase', 'unusualEffect', 'native', 'rate', 'seenAt', 'stale', 'flags'];
const ofPiece = ['charms', 'nameTag', 'statTrakCount', 'patches', 'fade'];
// A sticker has a slot without them, too
const ofName = ['kind', 'slot', 'collections', 'classes', 'minFloat', 'maxFloat'];
const ofTf2 = ['quality', 'elevatedQuality', 'craftNumber', 'crateSeries'];
const seconds = (at: number) => Math.floor(at / 1000);
const knife = '★ Karambit | Doppler (Factory New)';
const lisSkins = 14;
const box = 'Kilowatt Case';
const key = 'Mann Co. Supply Crate Key';

const rates: readonly Rate[] = [
  { ...europeanRate, perUsd: 0.8, ratedAt: startAt - 5 * day },
  { currency: 'PLN', perUsd: 4.25, ratedAt: startAt, source: 'ecb' },
  { currency: 'KEY', perUsd: 0.5, ratedAt: startAt - day / 24, source: 'backpack.tf' },
];

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
  const book = new Book();
  fillBook(book);
  const stamp = (marketplaceId: number, at: number) => ({ marketplaceId, source: 'test', at });
  const chinese = { ...quoteRecord('CS2', redline, 10_000, 1), localName: 'AK-47 | 红线 (久经沙场)' };
  book.apply([chinese], stamp(dmarket, startAt - day));
  book.apply([{ ...quoteRecord('CS2', box, 900, 4), tradableAmount: 950 }], stamp(lisSkins, startAt));
  const european = { amount: 8_000, currency: 'EUR' as const };
  const old = { ...quoteRecord('CS2', redline, 10_000, 1), lowest: european };
  book.apply([{ ...old, prices: { USD: 10_000, EUR: 8_000, CNY: null, RUB: null } }], stamp(dmarket, startAt - day));
  book.apply(
    [
      { ...offerRecord('CS2', knife, 'k1', 900_000), phase: 'Ruby' },
      { ...offerRecord('CS2', knife, 'k2', 700_000), phase: null },
    ],
    stamp(csfloat, startAt),
  );
  book.apply(
    [{ ...quoteRecord('TF2', key, 4_400, 3), lowest: { amount: 2_000_009, currency: 'TF2' } }],
    stamp(steamMarket, startAt),
  );
  book.apply(
    [{ ...quoteRecord('CS2', 'Fracture Case', 6_800, 3), lowest: { amount: 28_900, currency: 'PLN' } }],
    stamp(steamMarket, startAt),
  );
  const health = [
    { ...sourceHealth, lastGap: { from: startAt - day, to: sourceHealth.lastReadAt ?? 0 } },
    { ...sourceHealth, slug: 'dmarket', evidence: 'inferred' as const, state: 'changed' as const },
  ];
  served = await serveApi(testStore.store, { book, rates: () => rates, health: () => health });
});
afterAll(async () => {
  await served.close();
  await testStore.close();
});

const questions: readonly (readonly [string, Record<string, string>])[] = [
  ['/v2/items', { marketplace: 'SteamMarket', game: 'CS2', name: redline }],
  ['/v2/items', { marketplace: 'CSFloat', game: 'CS2', name: redline }],
  ['/v2/items/compare', { game: 'CS2', name: redline }],
  ['/v2/items/search', { game: 'CS2', query: 'redline' }],
  ['/v2/sales', { marketplace: 'SteamMarket', game: 'CS2', name: redline }],
  ['/v2/buy-orders', { game: 'CS2' }],
];

/** An answer without the members that `fields=full` adds. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  // A sale has a rarity and a hero without them, too
  const ofItem = 'nameZH' in value ? ['nameZH', 'nameRU', 'rarity', 'hero', 'itemType'] : [];
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      [
        ...added,
        ...ofPiece,
        ...('kind' in value ? ofName : []),
        ...ofTf2,
        ...ofItem,
        'link',
        'tradable',
        'isNear',
        'liquidity',
      ].includes(name)
        ? []
        : [[name, plain(part)]],
    ),
  );
}

const full = async (path: string, query: Readonly<Record<string, string>>) => {
  const { status, body } = await served.get(path, { ...query, fields: 'full' });
  expect(status).toBe(200);
  return body;
};

const comparedWith = async (marketplace: string, name = redline, game = 'CS2') => {
  const { marketplaces } = await full('/v2/items/compare', { game, name });
  return marketplaces.find((row: { marketplace: string }) => row.marketplace === marketplace);
};

describe('fields=full', () => {
  it.each(questions)('adds to each row of %s %o, and changes nothing else of it', async (path, query) => {
    const before = await served.get(path, query);
    const body = await full(path, query);

    expect(JSON.stringify(plain(body))).toBe(JSON.stringify(before.body));
    const route = routes.find((one) => one.path === path);
    expect(Check(route?.answer ?? {}, body)).toBe(true);
    const rows = Array.isArray(body)
      ? body
      : (body.marketplaces ?? body.sales ?? [body, ...body.offers, ...body.buyOrders]);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining(added));
      expect(row.flags).toEqual(flags.filter((flag) => row.flags.includes(flag)));
      expect(row.stale).toBe(row.flags.includes('stale'));
    }
  });

  it.each(questions)('is refused by %s for an unknown word', async (path, query) => {
    const refused = await served.get(path, { ...query, fields: 'id,flags' });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: 'the parameter "fields" is "id,flags"; give full, or leave it out',
      code: 'INVALID_PARAMS',
    });
  });

  it('is ignored when empty, and accepted in any case', async () => {
    const [, query] = questions[2] ?? ['', {}];
    const path = '/v2/items/compare';
    const before = await served.get(path, query);
    expect((await served.get(path, { ...query, fields: '' })).body).toEqual(before.body);
    expect((await served.get(path, { ...query, fields: 'FULL' })).body).toEqual(await full(path, query));
  });

  it('gives the native price, the exchange rate and the flags', async () => {
    expect(await comparedWith('DMarket')).toMatchObject({
      id: null,
      native: { amount: 8, currency: 'EUR', metal: null },
      rate: 0.8,
      seenAt: seconds(startAt - day),
      stale: true,
      flags: ['inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin'],
    });
    expect(await comparedWith('SteamMarket')).toMatchObject({ id: 'CS2-1', rate: 1, flags: ['thin'] });
    expect(await comparedWith('SkinPort')).toMatchObject({ id: null, stale: false, flags: ['afterGap'] });
  });

  it('gives the lowest price of what can be traded at once, where a list has one', async () => {
    expect(await comparedWith('LisSkins', box)).toMatchObject({
      native: { amount: 0.9, currency: 'USD' },
      tradable: { amount: 0.95, currency: 'USD', metal: null },
    });
    expect(await comparedWith('DMarket')).toMatchObject({ tradable: null });
  });

  it('says that a price was converted, and what it was before', async () => {
    expect(await comparedWith('SteamMarket', 'Fracture Case')).toMatchObject({
      priceUSD: 6.8,
      native: { amount: 28.9, currency: 'PLN', metal: null },
      rate: 4.25,
      flags: ['converted'],
    });
  });

  it('tells keys and metal apart', async () => {
    expect(await comparedWith('SteamMarket', key, 'TF2')).toMatchObject({
      native: { amount: 2, currency: 'KEY', metal: 0.5 },
      rate: 0.5,
      flags: ['rateOld'],
    });
  });

  it('flags an unknown variant, and gives the variant that a price belongs to', async () => {
    const item = await full('/v2/items', { marketplace: 'CSFloat', game: 'CS2', name: knife });
    expect(item).toMatchObject({ id: 'k2', phase: null, flags: ['variantUnknown'] });
    expect(item.offers).toMatchObject([
      { id: 'k2', phase: null, flags: ['variantUnknown'] },
      { id: 'k1', phase: 'Ruby', flags: [] },
    ]);
  });

  it('names sales and buy orders by their ids', async () => {
    const { sales } = await full('/v2/sales', { marketplace: 'SteamMarket', game: 'CS2', name: redline });
    expect(sales).toMatchObject([
      { id: 'CS2-s1', native: { amount: 30, currency: 'USD' }, rate: 1, seenAt: null, stale: false, flags: [] },
      { id: 'CS2-s5' },
    ]);
    const [order] = await full('/v2/buy-orders', { game: 'CS2' });
    expect(order).toMatchObject({ id: order.orderId, seenAt: seconds(startAt - 60_000), flags: ['thin'] });
  });

  it('tells the name in the languages of marketplaces, once for an item', async () => {
    const inChinese = { nameZH: 'AK-47 | 红线 (久经沙场)', nameRU: null };
    const item = await full('/v2/items', { marketplace: 'SteamMarket', game: 'CS2', name: redline });

    expect(item).toMatchObject(inChinese);
    expect(item.offers.filter((row: object) => 'nameZH' in row)).toEqual([]);
    expect(await full('/v2/items/compare', { game: 'CS2', name: redline })).toMatchObject(inChinese);
    expect(await full('/v2/items/search', { game: 'CS2', query: 'redline' })).toContainEqual(
      expect.objectContaining(inChinese),
    );
    const missing = { nameZH: null, nameRU: null };
    expect(await full('/v2/items/compare', { game: 'CS2', name: knife })).toMatchObject(missing);
  });

  it('says how easily an item is traded, once for all marketplaces', async () => {
    const compared = await full('/v2/items/compare', { game: 'CS2', name: redline });
    const item = await full('/v2/items', { marketplace: 'SteamMarket', game: 'CS2', name: redline });
    // Two sales in the last week, 216 offers on four marketplaces, two buy orders
    const sum = (40 * 2) / 7 / (2 / 7 + 5) + (25 * 216) / 266 + (15 * 4) / 9 + (20 * 2) / 52;
    expect(compared.liquidity).toBe(Math.round(sum));
    expect(item.liquidity).toBe(compared.liquidity);
  });
});

describe('the full rows of an answer', () => {
  it('are compared with figures that are read once for each item', () => {
    const book = new Book();
    const offers = Array.from({ length: 300 }, (_, at) => offerRecord('CS2', redline, `o${at}`, 10_000 + at));
    book.apply(offers, { marketplaceId: csfloat, source: 'test', at: startAt });
    const calls = { askBasis: 0, asks: 0 };
    const [askBasis, asks] = [book.askBasis.bind(book), book.asks.bind(book)];
    Object.assign(book, {
      askBasis: (...of: Parameters<typeof askBasis>) => {
        calls.askBasis += 1;
        return askBasis(...of);
      },
      asks: (...of: Parameters<typeof asks>) => {
        calls.asks += 1;
        return asks(...of);
      },
    });
    const rows = new FullRows({ book, rates: () => rates, health: () => [], now: () => startAt }, 'CS2');
    for (const offer of book.offers(csfloat, 'CS2', redline)) rows.offer(offer, 300);

    expect(calls).toEqual({ askBasis: 1, asks: 1 });
  });
});
