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
import { ecosteam } from './ecosteam.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(ecosteam, world, now);
const redline = liquidNames.CS2;
const doppler = '★ Karambit | Doppler (Factory New)';

const [partner = '', privateKey = ''] = createPlayedSecrets()('ECOSTEAM_KEYS').split(':');
const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
const signatureOf = (text: string, by = key): string => sign('sha256', Buffer.from(text), by).toString('base64');
const seconds = String(now / 1000);

const post = (call: string, body: unknown) =>
  jsonOf(ask(`https://openapi.ecosteam.cn/Api/Market/${call}`, { method: 'POST', body: JSON.stringify(body) }));

const signed = (body: Row, text: string) => ({
  ...body,
  PartnerId: partner,
  Timestamp: seconds,
  Sign: signatureOf(text),
});

const askPrices = (): { readonly ResultCode: string; readonly ResultData: readonly Row[] } =>
  post(
    'GetHashNameAndPriceList',
    signed(
      { NeedStyleInfo: true, GameID: '730' },
      `GameID=730&NeedStyleInfo=True&PartnerId=${partner}&Timestamp=${seconds}`,
    ),
  );

const askGoods = (name: string, size = 100) =>
  post(
    'SellGoodsList',
    signed(
      { GameId: '730', HashName: name, PageIndex: 1, PageSize: size, GoodRange: 1, StyleName: null },
      `GameId=730&GoodRange=1&HashName=${name}&PageIndex=1&PageSize=${size}&PartnerId=${partner}&Timestamp=${seconds}`,
    ),
  );

const listingsOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  return item === null ? [] : world.listings('ecosteam', item);
};
const yuan = (usd: number): number => Math.round(usd * world.rates.CNY * 100) / 100;

describe('ECOSteam as played', () => {
  it('prices every name, and a Doppler once for each style, spelt without a space', () => {
    const rows = askPrices().ResultData;
    const knife = rows.filter(({ HashName }) => HashName === doppler);
    const phase1 = listingsOf(doppler).filter(({ phase }) => phase === 'Phase 1');

    expect(new Set(rows.map(({ HashName }) => HashName))).toEqual(new Set(world.items('CS2').map(({ name }) => name)));
    expect(knife.map(({ StyleName }) => StyleName)).toEqual([
      'Ruby',
      'Sapphire',
      'Black Pearl',
      'Phase1',
      'Phase2',
      'Phase3',
      'Phase4',
    ]);
    expect(knife.find(({ StyleName }) => StyleName === 'Phase1')).toMatchObject({
      SellingTotal: phase1.length,
      Price: phase1[0] === undefined ? 0 : yuan(phase1[0].priceUsd),
    });
    expect(rows.find(({ HashName }) => HashName === redline)).toMatchObject({
      StyleName: null,
      Price: yuan(listingsOf(redline)[0]?.priceUsd ?? 0),
    });
  });

  it('lists the offers of a name, cheapest first, with the price as number and the wear as text', () => {
    const { ResultCode, ResultData } = askGoods(redline);
    const listings = listingsOf(redline);

    expect(ResultCode).toBe('0');
    expect(ResultData.TotalRecord).toBe(listings.length);
    expect(ResultData.PageResult.map((row: Row) => [row['SellingPrice'], row['PaintWear']])).toEqual(
      listings.map(({ priceUsd, float }) => [yuan(priceUsd), String(float)]),
    );
    expect(askGoods(redline, 2).ResultData.PageResult).toEqual(ResultData.PageResult.slice(0, 2));
    expect(askGoods('No such name').ResultData).toMatchObject({ TotalRecord: 0, PageResult: [] });
  });

  it('reports missing fields, and refuses pages of more than 100', () => {
    expect(post('SellGoodsList', { GameId: '730' })).toEqual({
      ResultCode: '2001',
      ResultMsg: '参数缺失',
      ResultData: null,
    });
    expect(askGoods(redline, 101).ResultCode).toBe('2001');
  });

  const body = { GameID: '730', NeedStyleInfo: true };
  const text = `GameID=730&NeedStyleInfo=True&PartnerId=${partner}&Timestamp=${seconds}`;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each([
    ['a signature of other fields', signed(body, text.replace('730', '570'))],
    ['a boolean in lower case', signed(body, text.replace('True', 'true'))],
    [
      'fields in the order of sending',
      signed(body, `PartnerId=${partner}&Timestamp=${seconds}&GameID=730&NeedStyleInfo=True`),
    ],
    ['a signature by another key', { ...signed(body, text), Sign: signatureOf(text, stranger) }],
    ['another merchant', { ...signed(body, text), PartnerId: 'A'.repeat(342) }],
    ['milliseconds', { ...signed(body, text.replace(seconds, String(now))), Timestamp: String(now) }],
  ])('refuses %s in its own words', (_case, sent) => {
    expect(post('GetHashNameAndPriceList', sent)).toEqual({
      ResultCode: '5005',
      ResultMsg: '身份验证无效',
      ResultData: null,
    });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'ecosteam');

describe.runIf(existsSync(recordings))('recorded answers of ECOSteam', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it.each([
    ['GetHashNameAndPriceList-shape-synthetic-1.json', askPrices],
    ['SellGoodsList-shape-synthetic-1.json', () => askGoods(redline)],
    ['error-shape-synthetic-1.json', () => post('SellGoodsList', {})],
  ])('have no key or kind of value in %s that the played ones lack', (file, played) => {
    expect(missingFrom(played(), read(file))).toEqual([]);
  });
});
