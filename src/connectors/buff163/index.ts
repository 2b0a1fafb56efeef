import { type Connector, lookup, walk } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { goodsOf, nextPage, ordersWithGoods, Page, pageRows, refusal, refusalOfStranger } from '../families/buff.ts';
import { Bill, BuyOrderRow, Goods, SellOrder } from '../families/buff-rows.ts';
import { parseBill, parseBuyOrder, parseGoods, parseSellOrder } from './parse.ts';

const base = 'https://buff.163.com/api/market/goods';
// Names and messages are Chinese unless English is asked for; `market_hash_name` is English always
const headers = {
  'accept-language': 'en-US,en;q=0.9',
  referer: 'https://buff.163.com/market/',
  'x-requested-with': 'XMLHttpRequest',
};

const words: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Dota2: 'dota2', TF2: 'tf2' };

type Asked = { readonly game: Game; readonly marketplaceItemId: string | null };

/** Everything about one item is asked for by Buff's own number of it. */
const ofItem =
  (path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ game, marketplaceItemId }: Asked) => {
    if (marketplaceItemId === null) return null;
    return {
      url: `${base}/${path}`,
      query: { game: words[game] ?? '', goods_id: marketplaceItemId, ...query },
      headers,
    };
  };

export const buff163: Connector = {
  slug: 'buff163',
  games: ['CS2', 'Dota2', 'TF2'],
  credentials: [
    {
      env: 'BUFF163_SESSION',
      about: 'Log in at buff.163.com with an account that has Steam linked and copy the value of the cookie "session".',
      carry: { in: 'cookie', name: 'session' },
    },
  ],
  // Three calls at once are refused, and hours of steady calls have cost accounts
  budgets: {
    // Three calls at once are answered 429
    anonymous: { requests: 15, perSeconds: 60, scope: 'ip', atOnce: 1 },
    account: { requests: 10, perSeconds: 60, scope: 'key', atOnce: 1 },
  },
  sources: [
    walk({
      name: 'goods',
      yields: ['quote'],
      evidence: 'recorded',
      covers: 'all',
      budget: 'account',
      credential: 'BUFF163_SESSION',
      everySeconds: 14_400,
      request: ({ game, cursor }) => ({
        url: base,
        query: { game: words[game] ?? '', page_num: cursor ?? 1, page_size: 80, tab: 'selling' },
        headers,
      }),
      refusal,
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
      evidence: 'recorded',
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
      evidence: 'recorded',
      budget: 'account',
      credential: 'BUFF163_SESSION',
      request: ofItem('sell_order', { page_num: 1, sort_by: 'price.asc', allow_tradable_cooldown: 1 }),
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
      evidence: 'recorded',
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
      evidence: 'recorded',
      budget: 'account',
      credential: 'BUFF163_SESSION',
      request: ofItem('bill_order'),
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
