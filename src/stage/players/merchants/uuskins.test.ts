import { createPrivateKey, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { createPlayedSecrets } from '../../played-secrets.ts';
import { uuskins } from './uuskins.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(uuskins, world, now);
const base = 'https://api.uuskins.com/api/vertex/commodity/query';
const redline = liquidNames.CS2;

const [appKey = '', privateKey = ''] = createPlayedSecrets()('UUSKINS_KEYS').split(':');
const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
const signatureOf = (text: string): string => sign('sha256', Buffer.from(text), key).toString('base64');

const post = (path: string, body: unknown) =>
  jsonOf(ask(`${base}/${path}`, { method: 'POST', body: JSON.stringify(body) }));

const askMarket = (pageIndex: number, pageSize: number) =>
  post('market/openapi/list', {
    pageIndex,
    pageSize,
    appKey,
    sign: signatureOf(`appKey${JSON.stringify(appKey)}pageIndex${pageIndex}pageSize${pageSize}`),
  });

const askNames = (names: readonly string[]) =>
  post('openapi/sku/list', {
    appKey,
    itemSize: 2,
    marketHashNameList: names,
    marketHashNamePageIndex: 1,
    marketHashNamePageSize: names.length,
    sign: signatureOf(
      `appKey${JSON.stringify(appKey)}itemSize2marketHashNameList${JSON.stringify(names)}marketHashNamePageIndex1marketHashNamePageSize${names.length}`,
    ),
  });

const search = (searchKeyword: string, more: Row = {}) =>
  post('sku/list', {
    filterCondition: {},
    searchKeyword,
    pageIndex: 1,
    pageSize: 50,
    sortType: 2,
    language: 'en',
    appId: '730',
    requestId: `${'a'.repeat(24)}==`,
    ...more,
  });

const listingsOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  return item === null ? [] : world.listings('uuskins', item);
};

describe('UUSkins as played', () => {
  it('gives merchants the lowest price of all names, page by page', () => {
    const rows = [1, 2, 3].flatMap((page) => askMarket(page, 25).data.items);

    expect(rows.map((row: Row) => row['market_hash_name'])).toEqual(world.items('CS2').map(({ name }) => name));
    expect(rows.find((row: Row) => row['market_hash_name'] === redline)).toEqual({
      market_hash_name: redline,
      min_price: listingsOf(redline)[0]?.priceUsd.toFixed(2),
      count: listingsOf(redline).length,
    });
  });

  it('shows without a key the offers that contain a keyword, cheapest first, with their wear as text', () => {
    const { code, data } = search('ak-47 | redline');
    const names = new Set(data.items.map((row: Row) => row['spuHashName']));
    const mine = data.items.filter((row: Row) => row['spuHashName'] === redline);
    const prices = data.items.map((row: Row) => Number(row['price']));

    expect(code).toBe(200);
    expect(names.size).toBeGreaterThan(3);
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.map((row: Row) => row['wearValue'])).toEqual(
      listingsOf(redline)
        .slice(0, mine.length)
        .map(({ float }) => String(float)),
    );
    expect(search('Fracture Case').data.items.every((row: Row) => row['wearValue'] === null)).toBe(true);
  });

  it.each([
    ['another game', { appId: '570' }],
    ['no request id', { requestId: undefined }],
    ['more rows than a page has', { pageSize: 51 }],
    ['another order', { sortType: 7 }],
  ])('does not answer a search with %s', (_case, more) => {
    expect(search(redline, more)).toMatchObject({ msg: 'Parameter error', data: null });
  });

  it.each([
    ['no signature', {}],
    ['a signature of another page', { sign: signatureOf(`appKey${JSON.stringify(appKey)}pageIndex2pageSize25`) }],
    ['a signature without the quotes of texts', { sign: signatureOf(`appKey${appKey}pageIndex1pageSize25`) }],
  ])('refuses %s in its own words', (_case, more) => {
    expect(post('market/openapi/list', { appKey, pageIndex: 1, pageSize: 25, ...more })).toMatchObject({
      msg: 'Invalid sign',
      data: null,
    });
  });

  it('refuses pages of more than 1,000 and more than 20 names', () => {
    expect(askMarket(1, 1001)).toMatchObject({ msg: 'Parameter error' });
    expect(askNames(Array.from({ length: 21 }, () => redline))).toMatchObject({ msg: 'Parameter error' });
  });
});

// Kept in the folder of its sister marketplace
const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'youpin898');

describe.runIf(existsSync(recordings))('recorded answers of UUSkins', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it.each([
    ['uuskins_market_list-shape-synthetic-1.json', () => askMarket(1, 100)],
    ['uuskins_sku_list-shape-synthetic-1.json', () => askNames([redline])],
  ])('have no key or kind of value in %s that the played ones lack', (file, played) => {
    expect(missingFrom(played(), read(file))).toEqual([]);
  });
});
