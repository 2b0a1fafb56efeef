import { type Connector, factsOf } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { buffSources } from '../families/buff-sources.ts';
import facts from './facts.json' with { type: 'json' };
import * as parsers from './parse.ts';

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
  ...factsOf(facts),
  sources: buffSources({
    facts,
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
