import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import { termsPaying } from '../../../test/support/api/money-terms.ts';
import {
  buyOrderRecord,
  csfloat,
  dmarket,
  fillBook,
  offerRecord,
  redline,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
  steamMarket,
} from '../../../test/support/api/served-api.ts';
import { asleepStore } from '../../../test/support/store/asleep-store.ts';
import { Book } from '../../book/book.ts';
import type { Fee, Flag, Phase } from '../../schema/index.ts';

const store = asleepStore('values ask nothing of the store');
const seller: Fee = { side: 'seller', percent: 10, asOf: '2026-09-01', source: 'shop.example', evidence: 'single' };
const fees = new Map([[csfloat, [seller]]]);

let book: Book;
let served: ServedApi;

beforeEach(async () => {
  book = new Book(fees);
  fillBook(book);
  const at = startAt - 7_200_000;
  book.apply(
    [
      { ...buyOrderRecord('CS2', redline, 'more', 20_000), quantity: 3 },
      offerRecord('CS2', 'Fracture Case', 'case', 500),
    ],
    { marketplaceId: csfloat, source: 'test', at },
  );
  served = await serveApi(store, { book, fees });
});
afterEach(() => served.close());

async function value(body: object, headers: Record<string, string> = {}) {
  const reply = await inject(served.api.app, {
    method: 'POST',
    url: '/tape/value',
    headers: { 'x-api-key': served.key, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ payout: 'any', ...body }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe('POST /tape/value', () => {
  it('values at the highest buy order, before and after known fees, with flags', async () => {
    const { status, body } = await value({
      game: 'cs2',
      items: [{ name: redline, count: 3 }, { name: 'Fracture Case' }],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      side: 'bid',
      total: 90.3,
      totalAfterFees: 81.27,
      valuedCount: 1,
      valuedAfterFeesCount: 1,
      unknownCount: 0,
    });
    expect(body.lines[0]).toMatchObject({
      count: 3,
      best: { marketplace: 'CSFloat', price: 30.1, afterFees: 27.09, count: 2, flags: [] },
      soldCount: 3,
      total: 90.3,
      totalAfterFees: 81.27,
    });
    expect(body.lines[1]).toMatchObject({ isKnown: true, nearest: null, best: null, total: null, soldCount: 0 });
  });

  it('values only as many as existing buy orders want', async () => {
    const { body } = await value({ game: 'CS2', side: 'sellable', items: [{ name: redline, count: 100 }] });

    // Two at 30.10 and three at 20 on CSFloat, two at 29.804 on SteamMarket, whose fee is not known here
    expect(body.lines[0]).toMatchObject({ soldCount: 7, total: 179.81, soldAfterFeesCount: 5, totalAfterFees: 108.18 });
    const { body: few } = await value({ game: 'CS2', side: 'sellable', items: [{ name: redline, count: 3 }] });
    expect(few.lines[0]).toMatchObject({ soldCount: 3, total: 90, soldAfterFeesCount: 3, totalAfterFees: 72.18 });
  });

  it('values at the lowest ask of some marketplaces, in a currency', async () => {
    const items = [{ name: redline }, { name: 'Fracture Case' }];
    const { body } = await value({ game: 'CS2', side: 'ask', currency: 'EUR', marketplaces: ['csfloat'], items });

    expect(body.lines[0].best).toMatchObject({ marketplace: 'CSFloat', price: 30.5 });
    expect(body.lines[1].best.flags).toEqual(['stale', 'thin']);
    expect(body.lines[0].totalAfterFees).toBe(null);
    const { body: steam } = await value({ game: 'CS2', side: 'ask', marketplaces: ['SteamMarket'], items });
    expect([steam.total, steam.valuedCount]).toEqual([31.5, 1]);
  });

  describe('flags a price as other answers do', () => {
    const knife = '★ Huntsman Knife | Doppler (Factory New)';
    const offer = (id: string, usd: number, phase: Phase | null) => ({
      ...offerRecord('CS2', knife, id, usd),
      phase,
    });
    const put = (marketplaceId: number, ...records: Parameters<Book['apply']>[0]) =>
      book.apply(records, { marketplaceId, source: 'test', at: startAt - 60_000 });
    const flagsIn = async (side: string, marketplace: string, phase: Phase | null = null) => {
      const { body } = await value({ game: 'CS2', side, marketplaces: [marketplace], items: [{ name: knife, phase }] });
      return body.lines[0].best.flags;
    };

    it('of the variant that is cheapest there, or of none that is known', async () => {
      put(csfloat, offer('a', 273_900, 'Phase 3'), offer('b', 274_000, 'Phase 3'));
      put(skinport, offer('c', 280_000, null), offer('d', 280_000, null));
      put(dmarket, offer('e', 290_000, 'Phase 3'), offer('f', 2_000_000, 'Ruby'));
      put(steamMarket, offer('g', 300_000, 'Phase 3'), offer('h', 2_100_000, 'Ruby'));

      const { body } = await served.get('/v2/items/compare', { game: 'CS2', name: knife, fields: 'full' });
      const compared = body.marketplaces.map((one: { marketplace: string; flags: Flag[] }) => [
        one.marketplace,
        one.flags,
      ]);
      expect(compared).toEqual([
        ['CSFloat', []],
        ['SkinPort', ['variantUnknown']],
        ['DMarket', []],
        ['SteamMarket', []],
      ]);
      for (const [marketplace, flags] of compared) expect(await flagsIn('ask', marketplace)).toEqual(flags);
      // A Ruby costs seven times the lowest ask of the whole item, as Rubies do
      expect(await flagsIn('ask', 'DMarket', 'Ruby')).toEqual(['thin']);
    });

    it('of a buy order far above all asks, or in a currency whose rate is old', async () => {
      const [knife, phase] = ['★ Huntsman Knife | Fade (Factory New)', null];
      const offer = (id: string, usd: number) => ({ ...offerRecord('CS2', knife, id, usd), phase });
      put(csfloat, offer('a', 273_900), offer('b', 274_000));
      put(skinport, offer('c', 280_000), offer('d', 280_000));
      const order = buyOrderRecord('CS2', knife, 'bid', 900_000);
      put(dmarket, { ...order, price: { amount: 6_300_000, currency: 'CNY' } });

      const { body } = await served.get('/v2/buy-orders', { game: 'CS2', name: knife, fields: 'full' });
      expect(body[0].flags).toEqual(['outlier', 'rateOld', 'thin']);
      for (const side of ['bid', 'sellable']) {
        const { body: valued } = await value({
          game: 'CS2',
          side,
          marketplaces: ['DMarket'],
          items: [{ name: knife }],
        });
        expect(valued.lines[0].best.flags).toEqual(body[0].flags);
      }
    });
  });

  it('values a variant that nobody offers at the buy orders for any variant, whichever side is meant', async () => {
    const items = [{ name: redline, phase: 'Emerald', count: 2 }];
    const { body: sold } = await value({ game: 'CS2', side: 'sellable', items });
    const { body: bid } = await value({ game: 'CS2', side: 'bid', items });

    expect(sold.lines[0]).toMatchObject({ best: { price: 30.1 }, total: 60.2, totalAfterFees: 54.18 });
    expect(bid.lines[0]).toEqual(sold.lines[0]);
    const { body: asked } = await value({ game: 'CS2', side: 'ask', items });
    expect(asked.lines[0]).toMatchObject({ best: null, total: null });
  });

  it('counts only marketplaces that pay out money, or what is asked for', async () => {
    const terms = termsPaying({ csfloat: 'money', 'steam-market': 'steamBalance' });
    const paying = await serveApi(store, { book, fees, terms });
    const bestFor = async (payout: string | undefined, side: string) => {
      const reply = await inject(paying.api.app, {
        method: 'POST',
        url: '/tape/value',
        headers: { 'x-api-key': paying.key, 'content-type': 'application/json' },
        payload: JSON.stringify({ game: 'CS2', side, items: [{ name: redline }], payout }),
      });
      return reply.json().lines[0].best?.marketplace ?? null;
    };

    expect(await bestFor(undefined, 'bid')).toBe('CSFloat');
    expect(await bestFor('money', 'ask')).toBe('CSFloat');
    expect(await bestFor('any', 'ask')).toBe('SkinPort');
    for (const side of ['bid', 'ask', 'sellable']) expect(await bestFor('steamBalance', side)).toBe('SteamMarket');
    expect(await bestFor('coins', 'ask')).toBeNull();
    await paying.close();
  });

  it('does not know what an item with variants sells for until one is given', async () => {
    const knife = '★ Huntsman Knife | Doppler (Factory New)';
    const order = { ...buyOrderRecord('CS2', knife, 'any', 300_000), phase: null };
    const ruby = { ...buyOrderRecord('CS2', knife, 'ruby', 900_000), phase: 'Ruby' as const };
    book.apply([order, ruby, offerRecord('CS2', knife, 'o', 310_000)], {
      marketplaceId: csfloat,
      source: 'test',
      at: startAt,
    });
    const lineFor = async (side: string, phase: Phase | null) =>
      (await value({ game: 'CS2', side, items: [{ name: knife, phase }] })).body.lines[0];

    for (const side of ['bid', 'sellable'])
      expect(await lineFor(side, null)).toMatchObject({ needsVariant: true, best: null, total: null });
    expect(await lineFor('bid', 'Ruby')).toMatchObject({ needsVariant: false, total: 900 });
    expect(await lineFor('bid', 'Phase 2')).toMatchObject({ needsVariant: false, total: 300 });
    expect(await lineFor('ask', null)).toMatchObject({ needsVariant: false, total: 310 });
  });

  it('returns the nearest name for an unknown one, also for a thousand without blocking other requests', async () => {
    const items = Array.from({ length: 1_000 }, (_, at) => ({ name: `AK-47 | Redlyne ${at} (Field-Tested)` }));
    const { body } = await value({
      game: 'CS2',
      items: [{ name: 'AK-47 | Redlyne (Field-Tested)' }, ...items.slice(1)],
    });

    expect([body.unknownCount, body.total, body.lines.length]).toEqual([1_000, 0, 1_000]);
    expect(body.lines[0]).toMatchObject({ isKnown: false, nearest: redline });
  });

  it.each([
    ['no items', { items: [] }, 'INVALID_PARAMS'],
    ['too many', { items: Array.from({ length: 1_001 }, () => ({ name: redline })) }, 'INVALID_PARAMS'],
    ['a count of nothing', { items: [{ name: redline, count: 0 }] }, 'INVALID_PARAMS'],
    ['a variant there is not', { items: [{ name: redline, phase: 'Phase 9' }] }, 'INVALID_PARAMS'],
    ['a game there is not', { game: 'CS3', items: [{ name: redline }] }, 'NOT_FOUND'],
    ['a marketplace there is not', { items: [{ name: redline }], marketplaces: ['skinprt'] }, 'NOT_FOUND'],
  ])('refuses %s', async (_, body, code) => {
    expect((await value({ game: 'CS2', ...body })).body.code).toBe(code);
  });

  it('accepts a thousand long names, needs a key, and allows pages of other sites', async () => {
    const items = Array.from({ length: 1_000 }, (_, at) => ({ name: `${at} `.padEnd(250, 'x'), count: 1 }));
    expect((await value({ game: 'CS2', items })).status).toBe(200);
    expect((await value({ game: 'CS2', items }, { 'x-api-key': 'no key' })).status).toBe(401);
    const preflight = await inject(served.api.app, { method: 'OPTIONS', url: '/tape/value' });
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('Content-Type');
  });
});
