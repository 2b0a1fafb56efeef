import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import type { Game } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { marketCsgo } from './market-csgo.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(marketCsgo, world, now);
const key = 'key=0123456789abcdef';
const redline = liquidNames.CS2;

const liquid = (game: Game): CatalogueItem => {
  const item = world.itemNamed(game, liquidNames[game]);
  if (item === null) throw new Error('the liquid item is missing');
  return item;
};

const listOf = (name: string): string => `list_hash_name[]=${encodeURIComponent(name)}`;
const rowOf = (address: string, name: string) =>
  jsonOf(ask(address)).items.find((row: { readonly market_hash_name: string }) => row.market_hash_name === name);

describe('Market.CSGO as played', () => {
  it.each([
    ['CS2', 'market.csgo.com'],
    ['Dota2', 'market.dota2.net'],
    ['Rust', 'rust.tm'],
    ['TF2', 'tf2.tm'],
  ] as const)('quotes the lowest price and the number of lots of %s on %s', (game, host) => {
    const listings = world.listings('market-csgo', liquid(game));

    expect(rowOf(`https://${host}/api/v2/prices/USD.json`, liquidNames[game])).toEqual({
      market_hash_name: liquidNames[game],
      price: listings[0]?.priceUsd.toFixed(3),
      volume: String(listings.length),
    });
  });

  it('never quotes an item without lots', () => {
    const { items, success, time, currency } = jsonOf(ask('https://market.csgo.com/api/v2/prices/USD.json'));

    expect([success, time, currency]).toEqual([true, now / 1000, 'USD']);
    expect(items.length).toBe(
      world.items('CS2').filter((item) => world.listings('market-csgo', item).length > 0).length,
    );
    expect(items.filter(({ volume }: { readonly volume: string }) => Number(volume) < 1)).toEqual([]);
  });

  it('converts by the rates of the world', () => {
    const usd = world.listings('market-csgo', liquid('CS2'))[0]?.priceUsd ?? 0;

    expect(rowOf('https://market.csgo.com/api/v2/prices/EUR.json', redline)?.price).toBe(
      (usd * world.rates.EUR).toFixed(3),
    );
    expect(rowOf('https://market.csgo.com/api/v2/prices/RUB.json', redline)?.price).toBe(
      (usd * world.rates.RUB).toFixed(2),
    );
  });

  it('lists the best buy order of each name', () => {
    const [best] = world.buyOrders('market-csgo', liquid('Rust'));

    expect(rowOf('https://rust.tm/api/v2/prices/orders/USD.json', liquidNames.Rust)?.price).toBe(
      best?.priceUsd.toFixed(3),
    );
  });

  it('numbers every name of the game', () => {
    const { items } = jsonOf(ask('https://tf2.tm/api/v2/dictionary/names.json'));

    expect(items.map((row: { readonly hash_name: string }) => row.hash_name)).toEqual(
      world.items('TF2').map(({ name }) => name),
    );
    expect(new Set(items.map((row: { readonly id: number }) => row.id)).size).toBe(items.length);
  });

  it('lists the lots of names with a key, in thousandths', () => {
    const { data } = jsonOf(
      ask(`https://market.csgo.com/api/v2/search-list-items-by-hash-name-all?${key}&${listOf(redline)}`),
    );
    const listings = world.listings('market-csgo', liquid('CS2'));

    expect(data[redline].map((lot: { readonly id: number; readonly price: number }) => [lot.id, lot.price])).toEqual(
      listings.map(({ number, priceUsd }) => [number, Math.round(priceUsd * 1000)]),
    );
    expect(data[redline][0].extra.float).toBe(String(listings[0]?.float));
  });

  it('gives the history of sales in currency units, and an empty history as an empty array', () => {
    const address = `https://market.csgo.com/api/v2/get-list-items-info?${key}`;
    const { data } = jsonOf(ask(`${address}&${listOf(redline)}&${listOf('No such name')}`));
    const [newest] = world.sales('market-csgo', liquid('CS2'));

    expect(Object.keys(data)).toEqual([redline]);
    expect(data[redline].history[0]).toEqual([Math.floor((newest?.soldAt ?? 0) / 1000), newest?.priceUsd]);
    expect(data[redline].min).toBeLessThanOrEqual(data[redline].average);
    expect(jsonOf(ask(`${address}&${listOf('No such name')}`)).data).toEqual([]);
  });

  it('has a book of bids and asks, of one Doppler variant if a phase is given', () => {
    const name = '★ Karambit | Doppler (Factory New)';
    const book = (phase: string) =>
      jsonOf(ask(`https://market.csgo.com/api/v2/bid-ask?${key}&hash_name=${encodeURIComponent(name)}&phase=${phase}`));
    const count = (rows: readonly { readonly total: number }[]) => rows.reduce((sum, { total }) => sum + total, 0);
    const item = world.itemNamed('CS2', name);
    const listings = item === null ? [] : world.listings('market-csgo', item);

    expect(listings.length).toBeGreaterThan(0);
    expect(count(book('').ask)).toBe(listings.length);
    expect(count(book('phase2').ask)).toBe(listings.filter(({ phase }) => phase === 'Phase 2').length);
  });

  it('answers the history query of its site without a key', () => {
    const body = JSON.stringify({ operationName: 'history', variables: { market_hash_name: redline, phase: '' } });
    const { history } = jsonOf(ask('https://market.csgo.com/api/graphql', { method: 'POST', body })).data;

    expect(history[0]).toEqual({
      price: expect.any(Number),
      time: expect.stringMatching(/^2026-01-1\dT00:00:00Z$/),
      count: expect.any(Number),
      currency: 'USD',
    });
    expect(history.reduce((sum: number, day: { readonly count: number }) => sum + day.count, 0)).toBe(
      world.sales('market-csgo', liquid('CS2')).length,
    );
  });

  it.each([
    ['no key', `search-list-items-by-hash-name-all?${listOf(redline)}`, 'Bad KEY'],
    ['an invalid key', `bid-ask?key=x&hash_name=${redline}`, 'Bad KEY'],
    ['no names', `get-list-items-info?${key}`, 'list_hash_name is empty'],
    ['too many names', `get-list-items-info?${key}${`&${listOf(redline)}`.repeat(51)}`, 'maximum 50'],
    ['an unknown name', `bid-ask?${key}&hash_name=nothing`, 'Item not found'],
  ])('refuses %s with status 200', (_case, call, error) => {
    const reply = ask(`https://market.csgo.com/api/v2/${call}`);

    expect(reply?.status ?? 200).toBe(200);
    expect(reply?.body).toEqual({ success: false, error: expect.stringContaining(error) });
  });

  it('rejects other paths', () => {
    expect(ask('https://market.csgo.com/api/v2/prices/CNY.json')).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'market-csgo');

describe.runIf(existsSync(recordings))('recorded answers of Market.CSGO', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value in the bulk prices that the played ones lack', () => {
    const played = jsonOf(ask('https://market.csgo.com/api/v2/prices/USD.json'));

    expect(missingFrom(played, read('prices-USD-1.json'))).toEqual([]);
  });
});
