import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asleepStore } from '../../../test/support/asleep-store.ts';
import {
  buyOrderRecord,
  csfloat,
  fillBook,
  offerRecord,
  redline,
  type ServedApi,
  serveApi,
  startAt,
} from '../../../test/support/served-api.ts';
import { createBook } from '../../book/create-book.ts';
import type { Fee } from '../../schema/index.ts';

const store = asleepStore('values ask nothing of the store');
const seller: Fee = { side: 'seller', percent: 10, asOf: '2026-09-01', source: 'shop.example', evidence: 'single' };
const fees = new Map([[csfloat, [seller]]]);

let served: ServedApi;

beforeEach(async () => {
  const book = createBook(fees);
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
  const reply = await served.api.app.inject({
    method: 'POST',
    url: '/tape/value',
    headers: { 'x-api-key': served.key, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
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
    const preflight = await served.api.app.inject({ method: 'OPTIONS', url: '/tape/value' });
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('Content-Type');
  });
});
