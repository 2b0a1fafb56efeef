import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  day,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  type TestStore,
} from '../../../test/support/api/served-api.ts';

// tools/try-udf.mjs reads a running service with TradingView's own client

const now = Math.floor(startAt / 1000);
const redlineAsk = `CS2:all:ask:${redline}`;

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
  served = await serveApi(testStore.store, {
    settings: { cacheSeconds: 10, cacheMegabytes: 8, shapes: ['udf'] },
  });
});
afterAll(async () => {
  await served.close();
  await testStore.close();
});

/** Asks as charts do: with the key in the path, and with nothing else that the address does not have. */
const asked = (name: string, query: Readonly<Record<string, string>> = {}) =>
  served.get(`/shapes/udf/${served.key}/${name}`, query, { 'x-api-key': '' });

const history = async (symbol: string, query: Readonly<Record<string, string>>) =>
  (await asked('history', { symbol, resolution: '60', to: String(now + 1), ...query })).body;

describe('what charts of TradingView read', () => {
  it('begins with what there is to choose from', async () => {
    const { body } = await asked('config');
    expect(body).toMatchObject({ supports_search: true, supports_group_request: false, supports_time: true });
    expect(body.exchanges.map(({ value }: { value: string }) => value)).toContain('SkinPort');
    expect(body.symbols_types.map(({ value }: { value: string }) => value)).toEqual([
      ...['', 'CS2', 'Dota2', 'Rust', 'TF2'],
    ]);
    expect((await asked('time')).text).toBe(String(now));
  });

  it('finds items by words in capitals, with their asks, bids and sales', async () => {
    const { body } = await asked('search', { query: 'REDLINE II', type: '', exchange: '', limit: '30' });
    expect(body.map(({ ticker }: { ticker: string }) => ticker)).toEqual(
      ['ask', 'bid', 'sale'].map((of) => `CS2:all:${of}:${redline} II`),
    );
    const some = await asked('search', { query: 'bid:grin', type: 'Rust', exchange: 'SkinPort', limit: '30' });
    expect(some.body.map(({ ticker }: { ticker: string }) => ticker)).toEqual([
      ...['Rust:SkinPort:bid:Big Grin', 'Rust:SkinPort:bid:Big Grin II'],
    ]);
    expect((await asked('search', { query: '' })).body).toEqual([]);
  });

  it.each([
    [redline, redlineAsk],
    [redline.toUpperCase(), redlineAsk],
    [`skinport:${redline}`, `CS2:SkinPort:ask:${redline}`],
    ['RUST:BID:BIG GRIN', 'Rust:all:bid:Big Grin'],
    ['sale:cs2:Steam:★ Karambit [phase 2]', 'CS2:SteamMarket:sale:★ Karambit [Phase 2]'],
  ])('resolves %s', async (typed, ticker) => {
    const { status, body } = await asked('symbols', { symbol: typed, currencyCode: 'EUR' });
    expect([status, body.ticker, body.currency_code]).toEqual([200, ticker, 'EUR']);
    expect(body).toMatchObject({ session: '24x7', timezone: 'Etc/UTC', has_intraday: true, pricescale: 1_000 });
  });

  it('says in its own form what is wrong, since charts do not look at the status', async () => {
    const { status, body } = await asked('symbols', { symbol: 'No such item' });
    expect([status, body.s]).toEqual([404, 'error']);
    expect(body.errmsg).toContain('not known');
    const wrongKey = await served.get('/shapes/udf/wrong/symbols', { symbol: redline }, { 'x-api-key': '' });
    expect([wrongKey.status, wrongKey.body.s]).toEqual([401, 'error']);
    expect(await history(redlineAsk, { resolution: '7' })).toMatchObject({ s: 'error' });
  });

  it('takes the key from where all others do, too', async () => {
    expect((await served.get('/shapes/udf/config')).status).toBe(200);
    expect((await served.get('/shapes/udf/config', {}, { 'x-api-key': '' })).status).toBe(401);
  });
});

describe('bars', () => {
  it('are the candles of a range, oldest first', async () => {
    const body = await history(redlineAsk, { from: String(now - 4 * 3_600), countback: '2' });
    expect(body.s).toBe('ok');
    expect(body.t.length).toBe(5);
    expect(body.t.every((at: number) => at % 3_600 === 0)).toBe(true);
    expect(body.c.at(-1)).toBe(31);
    expect(body.v).toBeUndefined();
    const inEuros = await history(redlineAsk, { from: String(now - 3_600), currencyCode: 'EUR' });
    expect(inEuros.c.at(-1)).toBe(29.5);
  });

  it('are as many as wanted, however far back', async () => {
    const body = await history(redlineAsk, { resolution: '1', from: String(now - 60), countback: '20' });
    expect(body.t.length).toBe(20);
    const sales = await history(`CS2:all:sale:${redline}`, { resolution: '1D', from: String(now), countback: '3' });
    expect([sales.t.length, sales.v]).toEqual([3, [1, 1, 1]]);
  });

  it('are the last one without a range, and none of one that ends before it begins', async () => {
    const nextTime = expect.any(Number);
    expect((await history(redlineAsk, {})).t).toEqual([Math.floor(now / 3_600) * 3_600]);
    expect(await history(redlineAsk, { from: String(now + 9_000) })).toEqual({ s: 'no_data', nextTime });
  });

  it('begin before the range where it has none, unless so many are wanted', async () => {
    const [from, to] = [now - 39 * 86_400, now - 6 * 86_400].map(String) as [string, string];
    const last = Math.floor((startAt - 40 * day) / day) * 86_400;
    const sales = `CS2:all:sale:${redline}`;
    expect(await history(sales, { resolution: '1D', from, to })).toEqual({ s: 'no_data', nextTime: last });
    expect((await history(sales, { resolution: '1D', from, to, countback: '5' })).t).toEqual([last]);
    expect(await history(sales, { from: '-2208988800', to: '-2208988700', countback: '5' })).toEqual({ s: 'no_data' });
  });
});
