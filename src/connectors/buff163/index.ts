import type { Connector } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { buffSources } from '../families/buff-sources.ts';
import * as parsers from './parse.ts';
import { terms } from './terms.ts';

const session = 'BUFF163_SESSION';
const base = 'https://buff.163.com/api/market/goods';
// Names and messages are Chinese unless English is requested; `market_hash_name` is always English
const headers = {
  'accept-language': 'en-US,en;q=0.9',
  referer: 'https://buff.163.com/market/',
  'x-requested-with': 'XMLHttpRequest',
};

const words: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Dota2: 'dota2', TF2: 'tf2' };

type RequestedItem = { readonly game: Game; readonly marketplaceItemId: string | null };

/** Requests about one item need Buff's own id of it. */
const ofItem =
  (path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ game, marketplaceItemId }: RequestedItem) => {
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
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    goods: { on: '2026-06-21', by: 'hoangduongZ/buff163-crawl-data @5a3e264, answers with and without log-in' },
    'goods-info': { on: '2026-06-21', by: 'hoangduongZ/buff163-crawl-data @5a3e264, answers with and without log-in' },
    'sell-orders': { on: '2026-06-21', by: 'hoangduongZ/buff163-crawl-data @5a3e264, answers with and without log-in' },
    'buy-orders': { on: '2026-06-21', by: 'hoangduongZ/buff163-crawl-data @5a3e264, answers with and without log-in' },
    'bill-orders': { on: '2026-06-21', by: 'hoangduongZ/buff163-crawl-data @5a3e264, answers with and without log-in' },
  },
  rules: {
    on: '2026-04-28',
    by: 'a study of Chinese platforms: automated reading breaks its terms; accounts were banned for it (puppylpg/oddish#32, hldh214/buff2steam#23)',
  },
  fees: [
    {
      side: 'seller',
      percent: 1.5,
      asOf: '2026-05-20',
      source:
        'CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20); a study of Chinese platforms of 2026-04-28; 2.5 % before 2026-04-14',
      evidence: 'agreed',
    },
    {
      side: 'buyer',
      percent: 0,
      note: 'from the balance; some ways of paying cost more, as its price_with_pay_fee tells for each',
      asOf: '2026',
      source:
        'clients of its purchase call that send the listed price and pay from the balance (jiajiaxd/Steamauto; one of 2026 in Python); its preview of a purchase, which tells the cost of each way of paying apart from the price',
      evidence: 'agreed',
    },
  ],
  terms,
  bansAccounts: true,
  credentials: [
    {
      env: session,
      about: 'Log in at buff.163.com with an account that has Steam linked and copy the value of the cookie "session".',
      carry: { in: 'cookie', name: 'session' },
    },
  ],
  // Three concurrent calls are answered 429, and hours of steady calls have cost users their accounts
  budgets: {
    anonymous: { requests: 15, perSeconds: 60, scope: 'ip', atOnce: 1 },
    account: { requests: 10, perSeconds: 60, scope: 'key', atOnce: 1 },
  },
  demands: [
    {
      hosts: ['buff.163.com'],
      limit: { requests: 10, perSeconds: 60 },
      budget: 'account',
      on: '2026-10-02',
      by: 'e6six/cs2-price-analytics-platform, directory of marketplaces, which stays at that with a session',
    },
  ],
  sources: buffSources({
    evidence: 'recorded',
    permission: 'againstTerms',
    session,
    isListForMembers: true,
    list: (game, page) => ({
      url: base,
      query: { game: words[game] ?? '', page_num: page, page_size: 80, tab: 'selling' },
      headers,
    }),
    goods: ofItem('info'),
    sellOrders: ofItem('sell_order', { page_num: 1, sort_by: 'price.asc', allow_tradable_cooldown: 1 }),
    buyOrders: ofItem('buy_order', { page_num: 1 }),
    bills: ofItem('bill_order'),
    parsers,
  }),
};
