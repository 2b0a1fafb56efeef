import { Check } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buyOrderRecord,
  offerRecord,
  quoteRecord,
  redline,
  type ServedApi,
  serveApi,
  startAt,
} from '../../../test/support/api/served-api.ts';
import { asleepStore } from '../../../test/support/store/asleep-store.ts';
import { parsePrice } from '../../connectors/market-csgo/parse.ts';
import { BulkList, BulkRow } from '../../connectors/market-csgo/wire.ts';

const store = asleepStore('shapes ask nothing of the store');
const settings = { cacheSeconds: 10, cacheMegabytes: 8, shapes: ['market-csgo', 'csgotrader'] };
const doppler = '★ Karambit | Doppler (Factory New)';
const buff = 1;

let served: ServedApi;

beforeEach(async () => {
  served = await serveApi(store, { settings });
  const at = startAt;
  served.book.apply(
    [
      { ...offerRecord('CS2', doppler, 'ruby', 900_000), phase: 'Ruby' as const },
      { ...offerRecord('CS2', doppler, 'two', 450_000), phase: 'Phase 2' as const },
      buyOrderRecord('CS2', doppler, 'wanted', 400_000),
      quoteRecord('CS2', redline, 27_250, 40),
    ],
    { marketplaceId: buff, source: 'test', at },
  );
});
afterEach(() => served.close());

/** Reads a file of one provider as clients do: a number, a price, or one side, with variants. */
const clientReads = (entry: unknown, mode: 'starting_at' | 'highest_order' | 'price' | 'plain') => {
  if (mode === 'plain') return { price: entry };
  if (mode === 'price') return entry;
  const { [mode]: side } = entry as Record<string, { price: number | null; doppler?: object }>;
  return { price: side?.price ?? null, ...(side?.doppler && { doppler: side.doppler }) };
};

describe('prices as Market.CSGO writes them', () => {
  it('are read by the connector of that marketplace as the lowest asks', async () => {
    const { status, body } = await served.get('/shapes/market-csgo/api/v2/prices/USD.json');

    expect(status).toBe(200);
    expect(Check(BulkList, body)).toBe(true);
    expect(body.items.every((row: unknown) => Check(BulkRow, row))).toBe(true);
    const quotes = body.items.map((row: BulkRow) => parsePrice(row, { game: 'CS2' } as never));
    expect(quotes.find(({ name }: { name: string }) => name === redline)).toMatchObject({
      lowest: { amount: 27_250, currency: 'USD' },
      offerCount: 2 + 212 + 1 + 40,
    });
    expect(quotes.find(({ name }: { name: string }) => name === doppler)?.lowest?.amount).toBe(450_000);
    expect(quotes.some(({ name }: { name: string }) => name === `${redline} II`)).toBe(false);
  });

  it('are those of some marketplaces, in a currency', async () => {
    const { body } = await served.get('/shapes/market-csgo/api/v2/prices/EUR.json', { marketplaces: 'skinport' });
    expect([body.currency, body.items.find((row: BulkRow) => row.market_hash_name === redline)]).toEqual([
      'EUR',
      { market_hash_name: redline, price: '29.245', volume: '212' },
    ]);
    expect((await served.get('/shapes/market-csgo/api/v2/prices/GBP.json')).status).toBe(404);
  });
});

describe('prices as csgotrader writes them', () => {
  it('are one file for each provider, variants beside', async () => {
    const { body } = await served.get('/shapes/csgotrader/latest/buff163.json');
    expect(clientReads(body[redline], 'starting_at')).toEqual({ price: 27.25 });
    expect(clientReads(body[redline], 'highest_order')).toEqual({ price: null });
    expect(clientReads(body[doppler], 'starting_at')).toEqual({
      price: 450,
      doppler: { Ruby: 900, 'Phase 2': 450 },
    });
    expect(clientReads(body[doppler], 'highest_order')).toMatchObject({ price: 400 });
    const { body: skinport } = await served.get('/shapes/csgotrader/latest/skinport.json');
    expect(skinport[redline]).toEqual({ suggested_price: null, starting_at: 30.75 });
  });

  it('are all of them in one', async () => {
    const { body } = await served.get('/shapes/csgotrader/latest/prices_v6.json');
    expect(body[redline]).toMatchObject({
      steam: { last_24h: null },
      buff163: { starting_at: { price: 27.25 } },
      skinport: { starting_at: 30.75 },
      csmoney: null,
      lootfarm: null,
    });
    expect((await served.get('/shapes/csgotrader/latest/other.json')).status).toBe(404);
  });
});

it('are told to nobody unless switched on, nor without a key', async () => {
  const path = '/shapes/csgotrader/latest/buff163.json';
  expect((await served.get(path, {}, { 'x-api-key': 'other' })).status).toBe(401);
  const off = await serveApi(store);
  expect((await off.get(path)).status).toBe(404);
  await off.close();
});
