import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csfloat,
  day,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { floorOf, saleOf } from '../../test/support/store/store-samples.ts';
import { noStore } from '../store/no-store.ts';

const item = { game: 'CS2', name: redline };
const hour = 3_600_000;
const minute = 60_000;
let testStore: TestStore;
let served: ServedApi;

const ask = async (more: Readonly<Record<string, string>> = {}) =>
  (await served.get('/tape/history', { ...item, ...more })).body;
const seconds = (at: number): string => String(Math.floor(at / 1000));

beforeAll(async () => {
  testStore = await openTestStore();
  const of = (name: string, marketplaceId: number) => ({ game: 'CS2', name, marketplaceId, phase: null }) as const;
  await testStore.store.append([
    floorOf(of('P250 | Sand Dune', csfloat), startAt - 90 * minute, 500),
    ...Array.from({ length: 80 }, (_, at) =>
      floorOf(of('P250 | Sand Dune', skinport), startAt - at * minute, 400 + at),
    ),
    floorOf(of('AWP | Asiimov', skinport), startAt - 400 * day, 9_000),
    {
      table: 'sales',
      row: saleOf({ game: 'CS2', name: 'P250 | Sand Dune', marketplaceId: skinport, soldAt: startAt - hour }),
    },
  ]);
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
});
afterEach(() => served.close());

describe('GET /tape/history', () => {
  it('has the lines of all marketplaces and the best of them, as price history and candles have them', async () => {
    const body = await ask({ interval: '1h', from: seconds(startAt - 14 * day) });
    const { candles } = (await served.get('/tape/candles', { ...item, interval: '1h' })).body;

    expect(body).toMatchObject({ ...item, itemPhase: null, unusualEffect: null, currency: 'USD', interval: '1h' });
    expect(body.best.at).toEqual(candles.map(({ at }: { at: number }) => at));
    expect(body.best.close).toEqual(candles.map(({ close }: { close: number }) => close));
    const { history } = (await served.get('/v2/price-history', { ...item, marketplace: 'SteamMarket' })).body;
    const line = body.lines.find(({ marketplace }: { marketplace: string }) => marketplace === 'SteamMarket');
    expect(line.price.at(-1)).toBe(history.at(-1).priceUSD);
    const sold = body.sales.map(({ at }: { at: number }) => at);
    expect(sold).toEqual([...sold].sort());
    expect(body.sold.count.reduce((sum: number, one: number) => sum + one, 0)).toBe(2);
    // A month of them, although the window is shorter
    const { sales, sold: hourly } = await ask({ from: seconds(startAt - hour) });
    expect([sales.length, hourly.count]).toEqual([2, []]);
  });

  it('begins with the first lowest ask, in intervals of which there are not too many', async () => {
    const name = 'P250 | Sand Dune';
    const young = await ask({ name });
    expect([young.interval, young.from]).toEqual(['1m', Math.floor((startAt - 90 * minute) / minute) * 60]);
    expect(young.lines.map(({ marketplace }: { marketplace: string }) => marketplace)).toEqual(['CSFloat', 'SkinPort']);
    expect(young.best.count.length).toBe(81);
    expect([young.sold.count, young.sales.map(({ marketplace }: { marketplace: string }) => marketplace)]).toEqual([
      [1],
      ['SkinPort'],
    ]);

    const old = await ask({ name: 'AWP | Asiimov', from: '0' });
    expect([old.interval, old.from]).toEqual(['1d', Math.floor((startAt - 400 * day) / day) * 86_400]);
    const narrow = await ask({ name: 'AWP | Asiimov', from: '0', interval: '1m' });
    expect(Math.ceil((narrow.to - narrow.from) / 60)).toBe(2_000);
  });

  it('is limited to the marketplaces that are named, and to what a key may see', async () => {
    const { lines, best } = await ask({ name: 'P250 | Sand Dune', marketplaces: 'CSFloat' });

    expect(lines.map(({ marketplace }: { marketplace: string }) => marketplace)).toEqual(['CSFloat']);
    expect(best.close).toEqual([0.5]);
    expect((await ask({ marketplaces: 'Nowhere' })).code).toBe('NOT_FOUND');
  });

  it.each([
    [{ name: 'Nothing' }, 404],
    [{ interval: '2h' }, 400],
    [{ from: 'yesterday' }, 400],
  ])('refuses %j with %d', async (query, status) => {
    expect((await served.get('/tape/history', { ...item, ...query })).status).toBe(status);
  });

  it('says in one sentence that there is no database', async () => {
    await served.close();
    served = await serveApi(noStore);
    const { status, body } = await served.get('/tape/history', item);

    expect([status, body.code]).toEqual([503, 'NO_DATABASE']);
    expect(body.error.split('. ')).toHaveLength(1);
  });
});
