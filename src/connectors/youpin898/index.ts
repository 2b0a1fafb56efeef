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
import { keyedOrders, parseGoods, parseOrder, parsePriced, parseTemplate } from './parse.ts';
import { keys, loggedIn, login, signed } from './sign.ts';
import { Goods, OpenAnswer, Priced, PurchaseOrder, PurchaseOrderPage, Template, TemplatePage } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const open = (call: string, body: object): WireRequest => ({
  method: 'POST',
  url: `https://gw-openapi.youpin898.com/open/v1/api/${call}`,
  body,
});

const web = (path: string, body: object): WireRequest => ({
  method: 'POST',
  url: `https://api.youpin898.com/api/${path}`,
  headers: { 'app-version': '5.26.0', apptype: '1', platform: 'pc', 'secret-v': 'h5_v1' },
  body,
});

const pricesOf = (names: readonly string[]): WireRequest =>
  open('batchGetOnSaleCommodityInfo', { requestList: names.map((templateHashName) => ({ templateHashName })) });

const templateRows = 80;
const goodsRows = 200;
const orderRows = 30;

export const youpin898: Connector = {
  slug: 'youpin898',
  games: ['CS2'],
  ...factsOf(facts),
  credentials: [
    {
      env: keys,
      about:
        'Apply for the open platform of youpin898.com and join the appKey and the RSA private key (PKCS #8) whose public key you gave them: appKey:privateKey.',
      carry: { in: 'signature', sign: signed },
    },
    {
      env: login,
      about:
        'Log in at youpin898.com, look at a request of the page to api.youpin898.com and join its headers authorization (without "Bearer") and uk: token:uk.',
      carry: { in: 'signature', sign: loggedIn },
    },
  ],
  sources: [
    walk({
      name: 'templates',
      yields: ['quote'],
      covers: 'all',
      request: ({ cursor }) =>
        web('homepage/pc/goods/market/querySaleTemplate', {
          listSortType: '1',
          sortType: '0',
          pageSize: templateRows,
          pageIndex: Number(cursor ?? 1),
          gameId: '730',
        }),
      refusal: refusalOfTemplates,
      envelope: TemplatePage,
      rowsAt: 'Data',
      row: Template,
      parse: parseTemplate,
      cursorAt: nextTemplates,
      pages: 1000,
    }),
    lookup({
      name: 'prices',
      yields: ['quote'],
      request: ({ item }) => pricesOf([item]),
      together: { max: 200, request: ({ items }) => pricesOf(items.map(({ item }) => item)) },
      replaces: ['quote'],
      refusal,
      envelope: OpenAnswer,
      rowsAt: 'data',
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'goods',
      yields: ['offer'],
      request: ({ item }) => open('goodsQuery', { templateHashName: item, page: 1, pageSize: goodsRows, sortType: 1 }),
      replaces: ['offer'],
      pageRows: goodsRows,
      refusal,
      envelope: OpenAnswer,
      rowsAt: 'data',
      row: Goods,
      parse: parseGoods,
    }),
    lookup({
      name: 'purchase-orders',
      yields: ['buyOrder'],
      request: ({ marketplaceItemId: templateId }) =>
        templateId === null
          ? null
          : web('youpin/bff/trade/purchase/order/getTemplatePurchaseOrderListPC', {
              templateId,
              pageIndex: 1,
              pageSize: orderRows,
              minAbrade: 0,
              maxAbrade: 1,
              typeId: -1,
            }),
      replaces: ['buyOrder'],
      pageRows: orderRows,
      refusal,
      envelope: PurchaseOrderPage,
      rowsAt: keyedOrders,
      row: PurchaseOrder,
      parse: parseOrder,
    }),
  ],
};

const codes: Readonly<Record<string, OutcomeOverride>> = {
  401: 'refused',
  429: 'limited',
  900: 'limited',
  85100: 'refused', // log in and try again
};

/** Every answer has status 200. Few codes are known, so the text decides about the others. */
function refusal(payload: unknown): OutcomeOverride | null {
  const code = memberOf(payload, 'code') ?? memberOf(payload, 'Code');
  if (typeof code !== 'number' || code === 0) return null;
  const known = codes[code];
  if (known !== undefined) return known;
  const message = String(memberOf(payload, 'msg') ?? memberOf(payload, 'Msg'));
  if (/签名|验签|sign|appKey/i.test(message)) return 'refused';
  if (/频繁|过快/.test(message)) return 'limited';
  return message.includes('不存在') ? 'gone' : outcomeOfUnknown(message);
}

/** The same without a log-in: being asked for one means blocked, and an empty page within the list means throttled. */
function refusalOfTemplates(payload: unknown): OutcomeOverride | null {
  const outcome = refusal(payload);
  if (outcome !== null) return outcome === 'refused' ? 'blocked' : outcome;
  const rows = memberOf(payload, 'Data');
  return Array.isArray(rows) && rows.length === 0 && Number(memberOf(payload, 'TotalCount') ?? 0) > 0
    ? 'limited'
    : null;
}

function nextTemplates(payload: unknown, cursor: string | null): string | null {
  const page = Number(cursor ?? 1);
  const rows = memberOf(payload, 'Data');
  const total = memberOf(payload, 'TotalCount');
  const isFull = Array.isArray(rows) && rows.length >= templateRows;
  const hasMore = typeof total === 'number' ? page * templateRows < total : isFull;
  return hasMore ? String(page + 1) : null;
}
