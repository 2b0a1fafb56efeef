import { type AskedItem, type Connector, factsOf } from '../../contract/connector.ts';
import { buffSources, pageRows } from '../families/buff-sources.ts';
import facts from './facts.json' with { type: 'json' };
import * as parsers from './parse.ts';

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
  ...factsOf(facts),
  sources: buffSources({
    // No answer has been seen: everything is inferred from clients
    facts,
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
