import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import { memberOf } from '../../contract/rows.ts';
import facts from './facts.json' with { type: 'json' };
import { parseGoods, parsePriced, pricesIn } from './parse.ts';
import { keys, signed } from './sign.ts';
import { Goods, GoodsPage, Priced, PriceList } from './wire.ts';

const { bulk, lookup } = sourcesOf(facts);

const market = (call: string, body: object): WireRequest => ({
  method: 'POST',
  url: `https://openapi.ecosteam.cn/Api/Market/${call}`,
  headers: { language: '1' }, // English
  body,
});

const goodsRows = 100;

export const ecosteam: Connector = {
  slug: 'ecosteam',
  games: ['CS2'],
  ...factsOf(facts),
  credentials: [
    {
      env: keys,
      about:
        'Become a merchant of ecosteam.cn, have your address allowed there, and join the PartnerId and the RSA private key (PKCS #8) whose public key you gave them: PartnerId:privateKey.',
      carry: { in: 'signature', sign: signed },
    },
  ],
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => market('GetHashNameAndPriceList', { GameID: '730', NeedStyleInfo: true }),
      refusal,
      envelope: PriceList,
      rowsAt: pricesIn,
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'goods',
      yields: ['offer'],
      // The other endpoint spells it GameID
      request: ({ item }) =>
        market('SellGoodsList', { GameId: '730', HashName: item, PageIndex: 1, PageSize: goodsRows, GoodRange: 1 }),
      replaces: ['offer'],
      pageRows: goodsRows,
      refusal,
      envelope: GoodsPage,
      rowsAt: 'ResultData.PageResult',
      row: Goods,
      parse: parseGoods,
    }),
  ],
};

const refusals: ReadonlyMap<string, OutcomeOverride | null> = new Map([
  ['0', null],
  ['1', 'retry'],
  // A field is missing: the request is outdated, which the envelope check reports
  ['2001', null],
  ['4004', 'blocked'],
  ['5005', 'refused'],
  ['6001', 'limited'],
]);

/** Every answer has status 200; its ResultCode, a string, holds the result. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null || !('ResultCode' in payload)) return null;
  const { ResultCode: code } = payload;
  if (typeof code !== 'string') return null;
  const known = refusals.get(code);
  return known === undefined ? outcomeOfUnknown(memberOf(payload, 'ResultMsg')) : known;
}
