import { type AskedItem, type Connector, lookup, walk } from '../../contract/connector.ts';
import { goodsOf, nextPage, ordersWithGoods, Page, pageRows, refusal, refusalOfStranger } from '../families/buff.ts';
import { Bill, BuyOrderRow, Goods, SellOrder } from '../families/buff-rows.ts';
import { parseBill, parseBuyOrder, parseGoods, parseSellOrder } from './parse.ts';

const session = 'BUFFMARKET_SESSION';
const base = 'https://api.buff.market/api/market/goods';
const headers = {
  'accept-language': 'en-US,en;q=0.9',
  origin: 'https://buff.market',
  referer: 'https://buff.market/',
};

/** Unlike BUFF163, a name will do where their number of the item is not known. */
const ofItem =
  (path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ item, marketplaceItemId }: AskedItem) => {
    const named = marketplaceItemId === null ? { market_hash_name: item } : { goods_id: marketplaceItemId };
    return { url: `${base}/${path}`, query: { game: 'csgo', ...named, ...query }, headers };
  };

// Nothing here has been seen as it was sent: all of it is concluded from clients
const evidence = 'inferred';

export const buffmarket: Connector = {
  slug: 'buffmarket',
  games: ['CS2'],
  credentials: [
    {
      env: session,
      about: 'Log in at buff.market with Steam and copy the value of the cookie "session".',
      carry: { in: 'cookie', name: 'session' },
    },
  ],
  budgets: {
    anonymous: { requests: 12, perSeconds: 60, scope: 'ip' },
    account: { requests: 12, perSeconds: 60, scope: 'key' },
  },
  sources: [
    walk({
      name: 'goods',
      yields: ['quote'],
      evidence,
      covers: 'all',
      budget: 'anonymous',
      everySeconds: 14_400,
      request: ({ cursor }) => ({
        url: base,
        query: { game: 'csgo', page_num: cursor ?? 1, page_size: 50, tab: 'selling' },
        headers,
      }),
      refusal: refusalOfStranger,
      envelope: Page,
      rowsAt: 'data.items',
      row: Goods,
      parse: parseGoods,
      cursorAt: nextPage,
      pages: 1000,
    }),
    lookup({
      name: 'goods-info',
      yields: ['quote'],
      evidence,
      budget: 'anonymous',
      request: ofItem('info'),
      refusal: refusalOfStranger,
      rowsAt: goodsOf,
      row: Goods,
      parse: parseGoods,
      replaces: [],
      everySeconds: 600,
    }),
    lookup({
      name: 'sell-orders',
      yields: ['offer'],
      evidence,
      budget: 'account',
      credential: session,
      request: ofItem('sell_order', { page_num: 1, page_size: pageRows, sort_by: 'price.asc' }),
      refusal,
      envelope: Page,
      rowsAt: ordersWithGoods,
      row: SellOrder,
      parse: parseSellOrder,
      replaces: ['offer'],
      pageRows,
      everySeconds: 300,
    }),
    lookup({
      name: 'buy-orders',
      yields: ['buyOrder'],
      evidence,
      budget: 'anonymous',
      request: ofItem('buy_order', { page_num: 1 }),
      refusal: refusalOfStranger,
      envelope: Page,
      rowsAt: 'data.items',
      row: BuyOrderRow,
      parse: parseBuyOrder,
      replaces: ['buyOrder'],
      pageRows,
      everySeconds: 600,
    }),
    lookup({
      name: 'bill-orders',
      yields: ['sale'],
      evidence,
      budget: 'account',
      credential: session,
      request: ofItem('bill_order', { page_num: 1, page_size: pageRows }),
      refusal,
      envelope: Page,
      rowsAt: 'data.items',
      row: Bill,
      parse: parseBill,
      replaces: [],
      everySeconds: 3600,
    }),
  ],
};
