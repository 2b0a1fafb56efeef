import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csfloat,
  day,
  dmarket,
  openTestStore,
  type ServedApi,
  serveApi,
  startAt,
  type TestStore,
} from '../../../../test/support/api/served-api.ts';
import { saleOf } from '../../../../test/support/store/store-samples.ts';

const name = 'P250 | Sand Dune (Field-Tested)';
let testStore: TestStore;
let served: ServedApi;

const ask = async (more: Readonly<Record<string, string>> = {}) =>
  await served.get('/tape/sales', { game: 'cs2', name, ...more });
const idsIn = ({ body }: Awaited<ReturnType<typeof ask>>) => body.sales.map(({ id }: { readonly id: string }) => id);

beforeAll(async () => {
  testStore = await openTestStore();
  const sold = (saleId: string, daysAgo: number, change: Parameters<typeof saleOf>[0]) =>
    ({ table: 'sales', row: saleOf({ name, saleId, soldAt: startAt - daysAgo * day, ...change }) }) as const;
  const crown = { name: 'Sticker | Crown (Foil)', wear: 0.25, slot: 2 };
  await testStore.store.append([
    sold('a', 1, { marketplaceId: csfloat, float: 0.16, paintIndex: 99, paintSeed: 661, stickers: [crown] }),
    sold('b', 2, { marketplaceId: dmarket, float: 0.3, paintSeed: 7, side: 'bid' }),
    sold('c', 100, { marketplaceId: csfloat, phase: 'Phase 2' }),
    sold('d', 101, { marketplaceId: csfloat, charms: [{ name: "Charm | Lil' Ava", pattern: 7 }], nameTag: 'mine' }),
  ]);
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
});
afterEach(() => served.close());

describe('GET /tape/sales', () => {
  it('returns what was on each item that was sold, on all marketplaces, newest first', async () => {
    const { body } = await ask();

    expect(body.sales).toEqual([
      {
        ...{ marketplace: 'CSFloat', id: 'a', timestamp: Math.floor((startAt - day) / 1000) },
        ...{ itemPhase: null, unusualEffect: null, priceUSD: 5, priceEUR: 4.6, priceCNY: 36, priceRUB: 400 },
        ...{ charms: null, nameTag: null, statTrakCount: null, patches: null, fade: null },
        ...{ float: 0.16, paintIndex: 99, paintSeed: 661, side: null },
        stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0.25, slot: 2 }],
      },
      expect.objectContaining({ marketplace: 'DMarket', id: 'b', stickers: null, side: 'bid' }),
    ]);
    expect(body.next).toBeNull();
  });

  it.each([
    [{ minFloat: '0.2' }, ['b']],
    [{ maxFloat: '0.2' }, ['a']],
    [{ paintSeeds: '7, 8' }, ['b']],
    [{ stickers: 'Sticker | Crown (Foil)' }, ['a']],
    [{ marketplaces: 'dmarket' }, ['b']],
    [{ since: '0' }, ['a', 'b', 'c', 'd']],
    [{ since: '0', charm: 'ava LIL' }, ['d']],
    [{ since: '0', nameTag: 'true' }, ['d']],
    [{ since: '0', phase: 'phase 2' }, ['c']],
    [{ until: String(Math.floor((startAt - 1.5 * day) / 1000)) }, ['b']],
  ])('filters by %j', async (filter, ids) => {
    expect(idsIn(await ask(filter))).toEqual(ids);
  });

  it('continues after the last sale of a page', async () => {
    const first = await ask({ since: '0', limit: '2' });
    const second = await ask({ since: '0', limit: '2', after: first.body.next });

    expect([idsIn(first), idsIn(second), second.body.next]).toEqual([['a', 'b'], ['c', 'd'], expect.any(String)]);
  });

  it('says what is wrong with a request', async () => {
    expect((await ask({ after: 'none' })).body.code).toBe('INVALID_PARAMS');
    expect((await ask({ name: 'P250 | Sand Dun' })).body.code).toBe('NOT_FOUND');
  });
});
