import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
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
import { youpin898 } from './youpin898.ts';
import { templateIdOf } from './youpin898-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(youpin898, world, now);
const open = 'https://gw-openapi.youpin898.com/open/v1/api';
const site = 'https://api.youpin898.com/api';
const redline = liquidNames.CS2;
const doppler = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};

const [appKey = '', privateKey = ''] = createPlayedSecrets()('YOUPIN898_KEYS').split(':');
const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
const signatureOf = (text: string, by = key): string => sign('sha256', Buffer.from(text), by).toString('base64');
const time = '2026-01-15 20:00:00';

const post = (address: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask(address, { method: 'POST', body: JSON.stringify(body), headers });

const askGoods = (name: string, more: Row = {}) => {
  const { pageSize = 200, sortType = 1 } = more;
  const text = `appKey${JSON.stringify(appKey)}page1pageSize${pageSize}sortType${sortType}templateHashName${JSON.stringify(name)}timestamp"${time}"`;
  const body = { templateHashName: name, page: 1, pageSize, sortType, appKey, timestamp: time };
  return jsonOf(post(`${open}/goodsQuery`, { ...body, sign: signatureOf(text) }));
};

const askPrices = (requestList: readonly Row[]) => {
  const text = `appKey${JSON.stringify(appKey)}requestList${JSON.stringify(requestList)}timestamp"${time}"`;
  const body = { requestList, appKey, timestamp: time, sign: signatureOf(text) };
  return jsonOf(post(`${open}/batchGetOnSaleCommodityInfo`, body));
};

const yuan = (usd: number): string => (usd * world.rates.CNY).toFixed(2);

describe('YouPin as played', () => {
  it('lists the offers of a name, cheapest first, in yuan as text and without an English name', () => {
    const { code, data } = askGoods(redline);
    const listings = world.listings('youpin898', itemOf(redline));

    expect(code).toBe(0);
    expect(data.map((row: Row) => row['commodityPrice'])).toEqual(listings.map(({ priceUsd }) => yuan(priceUsd)));
    expect(data[0].commodityAbrade).toBe(String(listings[0]?.float));
    expect(JSON.stringify(data)).not.toContain('Redline');
    expect(askGoods(redline, { sortType: 2 }).data[0]).toEqual(data.at(-1));
  });

  it('calls the variants P1 to P4, and the stones by Chinese names', () => {
    const titles = askGoods(doppler).data.map(
      (row: { readonly commodityDoppler: Row }) => row.commodityDoppler['title'],
    );
    const words = new Set(['P1', 'P2', 'P3', 'P4', '红宝石', '蓝宝石', '黑珍珠']);

    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter((title: string) => !words.has(title))).toEqual([]);
    expect(askGoods('Kilowatt Case').data[0]).toMatchObject({ commodityDoppler: null, commodityAbrade: '' });
  });

  it('prices names and templates together, and omits unknown ones', () => {
    const { data } = askPrices([
      { templateHashName: redline },
      { templateId: templateIdOf(itemOf(doppler)) },
      { templateHashName: 'No such name' },
    ]);

    expect(
      data.map((row: { readonly saleTemplateResponse: Row }) => row.saleTemplateResponse['templateHashName']),
    ).toEqual([redline, doppler]);
    expect(data[0].saleCommodityResponse.sellNum).toBe(world.listings('youpin898', itemOf(redline)).length);
  });

  it("writes wear and quality with the site's words", () => {
    const { data } = askPrices([{ templateHashName: 'StatTrak™ AK-47 | Redline (Well-Worn)' }]);

    expect(data[0].saleTemplateResponse).toMatchObject({ exteriorName: '破损不堪', qualityName: 'StatTrak™' });
  });

  it('refuses requests with too many names or rows, or other page sizes', () => {
    const names = Array.from({ length: 201 }, () => ({ templateHashName: redline }));

    expect(askPrices(names)).toMatchObject({ code: 84_003, data: null });
    expect(askGoods(redline, { pageSize: 201 })).toMatchObject({ code: 84_003 });
    expect(askGoods('No such name')).toMatchObject({ code: 84_002, msg: '模板不存在' });
  });

  const fields = { appKey, page: 1, timestamp: time };
  const text = `appKey${JSON.stringify(appKey)}page1timestamp"${time}"`;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each([
    ['no signature', fields],
    ['a signature of other fields', { ...fields, sign: signatureOf(text.replace('page1', 'page2')) }],
    ['a signature without the quotes of texts', { ...fields, sign: signatureOf(text.replaceAll('"', '')) }],
    ['a signature by another key', { ...fields, sign: signatureOf(text, stranger) }],
    ['an invalid signature', { ...fields, sign: 'AAAA' }],
    ['another merchant', { ...fields, appKey: 'A'.repeat(342), sign: signatureOf(text) }],
    [
      'the time of another zone',
      { ...fields, timestamp: '2026-01-15 12:00:00', sign: signatureOf(text.replace('20:00', '12:00')) },
    ],
    [
      'a time in seconds',
      { ...fields, timestamp: now / 1000, sign: signatureOf(text.replace(`"${time}"`, `${now / 1000}`)) },
    ],
  ])('refuses %s in its own words', (_case, body) => {
    const reply = post(`${open}/goodsQuery`, body);

    expect(reply?.status ?? 200).toBe(200);
    expect(jsonOf(reply)).toMatchObject({ code: 84_001, msg: expect.stringContaining('签名验证失败'), data: null });
  });

  it('pages through all templates without a log-in', () => {
    const page = (pageIndex: number, more: Row = {}) =>
      jsonOf(
        post(`${site}/homepage/pc/goods/market/querySaleTemplate`, { gameId: '730', pageIndex, pageSize: 20, ...more }),
      );
    const total = world.items('CS2').length;
    const rows = [1, 2, 3, 4].flatMap((index) => page(index).Data);

    expect(page(1).TotalCount).toBe(total);
    expect(rows.map((row: Row) => row['commodityHashName'])).toEqual(world.items('CS2').map(({ name }) => name));
    expect(page(1, { gameId: '570' }).Code).not.toBe(0);
    expect(page(1, { pageSize: 101 }).Code).not.toBe(0);
  });

  it('shows purchase orders only with a session', () => {
    const address = `${site}/youpin/bff/trade/purchase/order/getTemplatePurchaseOrderListPC`;
    const body = { templateId: String(templateIdOf(itemOf(redline))), pageIndex: 1, pageSize: 30 };
    const login = { authorization: 'Bearer played-token', uk: 'played-uk' };
    const { data } = jsonOf(post(address, body, login));

    expect(data.purchaseOrderResponseList).toEqual(
      world
        .buyOrders('youpin898', itemOf(redline))
        .map(({ priceUsd, quantity }) => ({ purchasePrice: Number(yuan(priceUsd)), surplusQuantity: quantity })),
    );
    expect(jsonOf(post(address, body))).toMatchObject({ code: 401, data: null });
    expect(jsonOf(post(address, body, { authorization: login.authorization }))).toMatchObject({ code: 401 });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'youpin898');

describe.runIf(existsSync(recordings))('recorded answers of YouPin', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it.each([
    [
      'querySaleTemplate-1-partial.json',
      () =>
        jsonOf(
          post(`${site}/homepage/pc/goods/market/querySaleTemplate`, { gameId: '730', pageIndex: 1, pageSize: 100 }),
        ),
    ],
    ['open_batchGetOnSaleCommodityInfo-shape-synthetic-1.json', () => askPrices([{ templateHashName: redline }])],
    ['open_goodsQuery-shape-synthetic-1.json', () => askGoods(doppler)],
    [
      'getTemplatePurchaseOrderListPC-shape-synthetic-1.json',
      () =>
        jsonOf(
          post(
            `${site}/youpin/bff/trade/purchase/order/getTemplatePurchaseOrderListPC`,
            { templateId: templateIdOf(itemOf(redline)), pageIndex: 1, pageSize: 30 },
            { authorization: 'Bearer played-token', uk: 'played-uk' },
          ),
        ),
    ],
  ])('have no key or kind of value in %s that the played ones lack', (file, played) => {
    expect(missingFrom(played(), read(file))).toEqual([]);
  });
});
