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
import { c5game } from './c5game.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(c5game, world, now, { 'accept-encoding': 'gzip, br, zstd, deflate' });
const merchant = 'https://openapi.c5game.com/merchant';
const doppler = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string, game: Game = 'CS2'): CatalogueItem => {
  const item = world.itemNamed(game, name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};
const post = (path: string, body: unknown, key = '?app-key=key') =>
  ask(`${merchant}/${path}${key}`, { method: 'POST', body: JSON.stringify(body) });
const prices = (appId: string, names: readonly string[]): Readonly<Record<string, Row>> =>
  jsonOf(post('product/price/batch', { appId, marketHashNames: names })).data;
const stats = (names: readonly string[]): Readonly<Record<string, Row>> =>
  jsonOf(post('market/v2/item/stat/hash/name', { appId: 730, marketHashNames: names })).data;
const offersOf = (name: string, pageNum = 1) =>
  jsonOf(post('market/v2/products/condition/hash/name', { appId: 730, marketHashName: name, pageNum, pageSize: 20 }))
    .data;
const webOffersOf = (name: string, page = 1) => {
  const { itemId } = prices('730', [name])[name] ?? {};
  return jsonOf(ask(`https://www.c5game.com/napi/trade/steamtrade/sga/sell/v3/list?itemId=${itemId}&page=${page}`))
    .data;
};
const names = world.items('CS2').map(({ name }) => name);
const yuan = (usd: number): number => Math.round(usd * world.rates.CNY * 100) / 100;

describe('C5Game as played', () => {
  it.each([
    ['730', 'CS2'],
    ['570', 'Dota2'],
    ['440', 'TF2'],
  ] as const)('prices the named items of %s in yuan, by name and with their ids', (appId, game) => {
    const answer = prices(appId, ['Unheard of', ...world.items(game).map(({ name }) => name)]);
    const listings = world.listings('c5game', itemOf(liquidNames[game], game));

    expect(Object.keys(answer)).toEqual(world.items(game).map(({ name }) => name));
    expect(new Set(Object.values(answer).map(({ itemId }) => itemId)).size).toBe(world.items(game).length);
    expect(answer[liquidNames[game]]).toMatchObject({
      price: yuan(listings[0]?.priceUsd ?? 0),
      count: listings.length,
      website: expect.stringContaining(`/${String(answer[liquidNames[game]]?.['itemId'])}/item/sell`),
    });
  });

  it('has short ids and ids of 19 digits', () => {
    const ids = Object.values(prices('730', names)).map(({ itemId }) => String(itemId).length);

    expect(new Set(ids)).toEqual(new Set([5, 19]));
  });

  it('gives the highest order if there is one', () => {
    const answer = stats(names);
    const orders = names.map((name) => world.buyOrders('c5game', itemOf(name))[0]);

    expect(names.map((name) => answer[name]?.['purchaseMaxPrice'])).toEqual(
      orders.map((order) => (order === undefined ? undefined : yuan(order.priceUsd))),
    );
    expect(orders).toContain(undefined);
  });

  it('lists offers twenty to a page from the cheapest, ten on the website', () => {
    const listings = world.listings('c5game', itemOf(liquidNames.CS2));
    const priced = listings.map(({ priceUsd }) => yuan(priceUsd));

    expect(offersOf(liquidNames.CS2).list.map((row: Row) => row['price'])).toEqual(priced.slice(0, 20));
    expect(webOffersOf(liquidNames.CS2, 2).list.map((row: Row) => row['price'])).toEqual(priced.slice(10, 20));
    expect(offersOf(liquidNames.CS2)).toMatchObject({ total: listings.length, limit: 20, page: 1 });
  });

  it('has one item for all phases, which its offers distinguish by style', () => {
    const rows: readonly Row[] = offersOf(doppler).list;
    const words = { 11: 'Phase 1', 12: 'Phase 2', 13: 'Phase 3', 14: 'Phase 4' } as const;
    const numbered = { ...words, 31: 'Ruby', 33: 'Sapphire', 34: 'Black Pearl' };
    const listings = world.listings('c5game', itemOf(doppler));

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => new Map(Object.entries(numbered)).get(Object(row['assetInfo']).styleId))).toEqual(
      listings.map(({ phase }) => phase),
    );
  });

  it('names stickers in English only with a key, some without a wear', () => {
    const stickersOf = (rows: readonly Row[]): readonly Row[] =>
      rows.flatMap((row) => Object(row['assetInfo']).stickers);
    const mine = names.flatMap((name) => stickersOf(offersOf(name).list));
    const shown = names.flatMap((name) => stickersOf(webOffersOf(name).list));

    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every((sticker) => typeof sticker['enName'] === 'string')).toBe(true);
    expect(mine.some((sticker) => sticker['wear'] === '')).toBe(true);
    expect(shown.some((sticker) => 'enName' in sticker)).toBe(false);
  });

  it('reports refusals with status 200', () => {
    const body = { appId: '730', marketHashNames: [doppler] };

    expect(post('product/price/batch', body, '')?.body).toMatchObject({ success: false, errorCode: 101 });
    expect(post('product/price/batch', body, '?app-key=elsewhere-1')?.body).toMatchObject({ errorCode: 499_103 });
    expect(post('product/price/batch', { appId: '252490', marketHashNames: [] })?.body).toMatchObject({
      success: false,
    });
    expect(post('product/price/info', {})).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'c5game');

describe.runIf(existsSync(recordings))('recorded answers of C5Game', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value on the website that the played one lacks', () => {
    const played = names.map((name) => webOffersOf(name));
    const leftOut = ['[].list[].inspectImageUrl', '[].list[].assetInfo.inspectImageUrl'];

    expect(missingFrom(played, [read('web_sell_list-1.json').data], leftOut)).toEqual([]);
  });

  it.each([
    ['price_batch-docs-1.json', () => prices('730', names)],
    ['item_stat_hash_name-docs-1.json', () => stats(names)],
  ])('have no key or kind of value in %s that the played figures lack', (file, played) => {
    expect(missingFrom(Object.values(played()), Object.values(read(file).data))).toEqual([]);
  });

  it('have the same refusal as the played one', () => {
    expect(post('product/price/batch', {}, '')?.body).toEqual(read('error_not_login-docs-1.json'));
  });
});
