import type { AskedItem, Connector } from '../../contract/connector.ts';
import { buffSources, pageRows } from '../families/buff-sources.ts';
import * as parsers from './parse.ts';
import { terms } from './terms.ts';

const session = 'BUFFMARKET_SESSION';
const base = 'https://api.buff.market/api/market/goods';
const headers = {
  'accept-language': 'en-US,en;q=0.9',
  origin: 'https://buff.market',
  referer: 'https://buff.market/',
};

/** Unlike BUFF163, a name is enough where the marketplace's id of the item is not known. */
const ofItem =
  (path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ item, marketplaceItemId }: AskedItem) => {
    const named = marketplaceItemId === null ? { market_hash_name: item } : { goods_id: marketplaceItemId };
    return { url: `${base}/${path}`, query: { game: 'csgo', ...named, ...query }, headers };
  };

export const buffmarket: Connector = {
  slug: 'buffmarket',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  fees: [
    {
      side: 'seller',
      percent: 2.5,
      asOf: '2026-05-20',
      source: 'CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20), and a client',
      evidence: 'agreed',
    },
  ],
  terms,
  bansAccounts: true,
  credentials: [
    {
      env: session,
      about: 'Log in at buff.market with Steam and copy the value of the cookie "session".',
      carry: { in: 'cookie', name: 'session' },
    },
  ],
  budgets: {
    anonymous: { requests: 12, perSeconds: 60, scope: 'ip', atOnce: 1 },
    account: { requests: 12, perSeconds: 60, scope: 'key', atOnce: 1 },
  },
  sources: buffSources({
    // No answer has been seen: everything is inferred from clients
    evidence: 'inferred',
    permission: 'tolerated',
    session,
    isListForMembers: false,
    list: (_game, page) => ({
      url: base,
      query: { game: 'csgo', page_num: page, page_size: 50, tab: 'selling' },
      headers,
    }),
    goods: ofItem('info'),
    sellOrders: ofItem('sell_order', { page_num: 1, page_size: pageRows, sort_by: 'price.asc' }),
    buyOrders: ofItem('buy_order', { page_num: 1 }),
    bills: ofItem('bill_order', { page_num: 1, page_size: pageRows }),
    parsers,
  }),
};
