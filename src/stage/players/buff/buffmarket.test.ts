import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { buffmarket } from './buffmarket.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(buffmarket, world, now);
const base = 'https://api.buff.market/api/market/goods';
const headers = { cookie: 'client_id=1; session=0123456789' };
const doppler = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};
const goods = (): readonly Row[] => jsonOf(ask(`${base}?game=csgo&page_num=1&page_size=80`)).data.items;
const named = (call: string, name: string, query = '') =>
  jsonOf(ask(`${base}/${call}?game=csgo&market_hash_name=${encodeURIComponent(name)}${query}`, { headers })).data;

/** All pages in sequence. */
const walked = (call: string, name: string): readonly Row[] => {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total_page } = named(call, name, `&page_num=${page}`);
    rows.push(...items);
    if (page >= total_page) return rows;
  }
};

describe('BUFF.Market as played', () => {
  it('lists the goods without a session, in dollars with at least one decimal', () => {
    const rows = goods();
    const [lowest] = world.listings('buffmarket', itemOf(liquidNames.CS2));
    const mine = rows.find((row) => row['market_hash_name'] === liquidNames.CS2);

    expect(rows.map((row) => row['market_hash_name'])).toEqual(world.items('CS2').map(({ name }) => name));
    expect(Number(mine?.['sell_min_price'])).toBe(lowest?.priceUsd);
    for (const row of rows) expect(row['sell_min_price']).toMatch(/^(?:0|\d+\.\d{1,2})$/);
  });

  it('finds goods by number and by name', () => {
    const mine = goods().find((row) => row['market_hash_name'] === doppler);

    expect(jsonOf(ask(`${base}/info?game=csgo&goods_id=${mine?.['id']}`)).data).toEqual(mine);
    expect(named('info', doppler)).toEqual(mine);
  });

  it('lists offers ten to a page from the cheapest, with its own spelling of the lock', () => {
    const rows = walked('sell_order', liquidNames.CS2);
    const listings = world.listings('buffmarket', itemOf(liquidNames.CS2));

    expect(named('sell_order', liquidNames.CS2).items.length).toBeLessThanOrEqual(10);
    expect(rows.map((row) => [row['id'], Number(row['price'])])).toEqual(
      listings.map(({ number, priceUsd }) => [String(number), priceUsd]),
    );
    expect(rows.map((row) => Object(row['asset_info']).tradeable_unfrozen_time)).toEqual(
      listings.map(({ tradableAt }) => (tradableAt === null ? null : Math.floor(tradableAt / 1000))),
    );
    expect(listings.some(({ tradableAt }) => tradableAt !== null)).toBe(true);
  });

  it('has one goods for all phases, which its offers and orders name', () => {
    const listings = world.listings('buffmarket', itemOf(doppler));
    const phases = walked('sell_order', doppler).map((row) => Object(row['asset_info']).info.phase_data.name);

    expect(listings.length).toBeGreaterThan(0);
    expect(phases).toEqual(listings.map(({ phase }) => phase?.replace('Phase ', 'P')));
    expect(walked('buy_order', doppler).map((row) => Object(row['specific']).length)).toEqual(
      world.buyOrders('buffmarket', itemOf(doppler)).map(({ phase }) => (phase === null ? 0 : 1)),
    );
  });

  it('numbers sales by their position', () => {
    const rows: readonly Row[] = named('bill_order', liquidNames.CS2).items;
    const sales = world.sales('buffmarket', itemOf(liquidNames.CS2)).slice(0, 10);

    expect(rows.map((row) => [row['id'], Number(row['price']), row['transact_time']])).toEqual(
      sales.map(({ priceUsd, soldAt }, index) => [index, priceUsd, Math.floor(soldAt / 1000)]),
    );
  });

  it.each([
    ['offers without a session', `/sell_order?game=csgo&market_hash_name=Kilowatt%20Case`, {}, 'Login Required'],
    ['sales without a session', `/bill_order?game=csgo&market_hash_name=Kilowatt%20Case`, {}, 'Login Required'],
    ['another game', '?game=dota2', headers, 'Invalid Argument'],
    ['large pages', '?game=csgo&page_size=81', headers, 'Invalid Argument'],
    ['unknown goods', '/info?game=csgo&goods_id=1', headers, 'Invalid Argument'],
    ['a dead path', '/price_history?game=csgo', headers, 'Path Not Found'],
  ])('refuses %s inside status 200', (_case, call, sent, code) => {
    const reply = ask(`${base}${call}`, { headers: sent });

    expect(reply?.status ?? 200).toBe(200);
    expect(reply?.body).toEqual({ code, error: expect.any(String), extra: null });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'buffmarket');

describe.runIf(existsSync(recordings))('recorded shapes of BUFF.Market', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played offers lack', () => {
    const played = [liquidNames.CS2, doppler].map((name) => named('sell_order', name));

    expect(missingFrom(played, [read('sell_order-shape-synthetic-1.json').data])).toEqual([]);
  });

  it('write prices as the played ones do', () => {
    const prices: readonly string[] = read('client_output-derived-1.json').map(({ price }: { price: string }) => price);

    expect(prices.length).toBeGreaterThan(10);
    for (const price of prices) expect(price).toMatch(/^\d+\.\d{1,2}$/);
  });
});
