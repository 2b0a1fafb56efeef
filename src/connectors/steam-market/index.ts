import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { decodePage, listAt, memberOf, rowsOfPage } from './page.ts';
import {
  filtersOf,
  itemPage,
  parseFoundItem,
  parseItemOrderBook,
  parseListingRow,
  parsePageRow,
  parseSearchResult,
} from './parse.ts';
import { FoundItem, Listing, ListingsPage, OrderBook, PageRow, SearchPage, SearchResult } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const base = 'https://steamcommunity.com/market';

export const steamMarket: Connector = {
  slug: 'steam-market',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    walk({
      name: 'search',
      yields: ['quote'],
      covers: 'all',
      // Without a log-in a page has 10 rows, whatever is requested; sorted by name, rows move least between pages
      request: ({ game, cursor }) => ({
        url: `${base}/search/render/`,
        query: {
          norender: 1,
          appid: appIdOf(game),
          start: cursor ?? 0,
          count: 100,
          sort_column: 'name',
          sort_dir: 'asc',
        },
      }),
      refusal: refusedSearch,
      envelope: SearchPage,
      rowsAt: 'results',
      row: SearchResult,
      decides: { sell_price_text: 'nothing else gives the currency of the price' },
      parse: parseSearchResult,
      cursorAt: (payload, cursor) => {
        const next = Number(cursor ?? 0) + rowCount(payload);
        return rowCount(payload) > 0 && next < Number(memberOf(payload, 'total_count')) ? String(next) : null;
      },
      pages: 6000,
    }),
    walk({
      name: 'search-action',
      insteadOf: 'search',
      yields: ['quote'],
      covers: 'all',
      // A page has 30 rows; their prices are texts in the language of the visitor
      request: ({ game, cursor }) => ({
        url: `${base}/actions`,
        query: { q: 'Search', qp: JSON.stringify([searchFrom(appIdOf(game), Number(cursor ?? 0))]) },
        headers: { 'x-valve-request-type': 'queryAction', 'accept-language': 'en-US,en;q=0.9' },
      }),
      refusal: refusedPage,
      rowsAt: (payload) => listAt(unwrapped(payload), 'results'),
      row: FoundItem,
      parse: parseFoundItem,
      cursorAt: (payload, cursor) => {
        const rows = listAt(unwrapped(payload), 'results').length;
        const next = Number(cursor ?? 0) + rows;
        return rows > 0 && next < Number(memberOf(unwrapped(payload), 'total_count')) ? String(next) : null;
      },
      pages: 3000,
    }),
    lookup({
      name: 'listing-page',
      yields: ['offer', 'quote', 'buyOrder', 'pastPrice'],
      request: ({ game, item }) => ({
        url: itemPage(game, item),
        headers: {
          'accept-language': 'en-US,en;q=0.9',
          // A compressed page lacks its data
          'accept-encoding': 'identity',
        },
      }),
      decode: decodePage,
      rowsAt: rowsOfPage,
      row: PageRow,
      parse: parsePageRow,
      // A page has 20 listings of all wears together and the order book of one of them, so absence means nothing
      replaces: [],
    }),
    lookup({
      name: 'listings',
      yields: ['offer'],
      request: ({ game, item, marketplaceItemId }) => {
        // CS2 is asked for by the id of a group, which has all wears; elsewhere a name is its own group
        const strItemName = marketplaceItemId ?? (game === 'CS2' ? null : item);
        if (strItemName === null) return null;
        const asked = { ...firstPage, filters: filtersOf(game, item), appid: appIdOf(game), strItemName };
        return {
          url: `${base}/actions`,
          query: { q: 'QueryListingsForItem', qp: JSON.stringify([asked]) },
          headers: { 'x-valve-request-type': 'queryAction' },
        };
      },
      refusal: refusedAction,
      envelope: ListingsPage,
      rowsAt: (payload) => listAt(unwrapped(payload), 'listings'),
      row: Listing,
      parse: parseListingRow,
      // A throttled visitor gets an empty page of what was full a minute before
      replaces: [],
    }),
    lookup({
      name: 'orderbook',
      yields: ['quote', 'buyOrder'],
      request: ({ game, item }) => ({
        url: `${base}/orderbook`,
        query: { q: 'Load', qp: JSON.stringify([appIdOf(game), item]) },
        headers: { 'x-valve-request-type': 'queryAction' }, // without it, the answer is a page
      }),
      refusal: refusedAction,
      rowsAt: (payload) => [unwrapped(payload)],
      row: OrderBook,
      parse: parseItemOrderBook,
      replaces: ['buyOrder'],
    }),
  ],
};

const searchFrom = (appid: number, start: number) => ({
  appid,
  filters: {},
  accessoryFilters: {},
  price: { eCurrency: 1 },
  strQuery: '',
  start,
});

/** A throttled visitor gets a page without rows; only after the last item it is the end. */
function refusedPage(payload: unknown): OutcomeOverride | null {
  const page = unwrapped(payload);
  const total = Number(memberOf(page, 'total_count'));
  const isEnd = total > 0 && Number(memberOf(page, 'start') ?? Number.NaN) >= total;
  return listAt(page, 'results').length > 0 || isEnd ? null : 'retry';
}

const firstPage = { accessoryFilters: {}, propertyFilters: {}, start: 0 };

const rowCount = (payload: unknown): number => listAt(payload, 'results').length;

/** An empty page can occur although there are items. After the last item it is the end, which moves while pages are read. */
function refusedSearch(payload: unknown): OutcomeOverride | null {
  if (memberOf(payload, 'success') !== true || rowCount(payload) > 0) return null;
  const total = Number(memberOf(payload, 'total_count'));
  return total > 0 && Number(memberOf(payload, 'start') ?? Number.NaN) >= total ? null : 'retry';
}

/** Nested in `data` twice since August 2026, once before that, and bare on the page. */
function unwrapped(payload: unknown): unknown {
  const inner = memberOf(payload, 'data') ?? payload;
  return memberOf(inner, 'data') ?? inner;
}

/** `success` is true or 1, false for an unknown name, or one of Steam's result codes: 15 is "access denied". */
function refusedAction(payload: unknown): OutcomeOverride | null {
  const success = memberOf(memberOf(payload, 'data') ?? payload, 'success') ?? memberOf(payload, 'success');
  if (success === null || success === true || success === 1) return null;
  if (success === false) return 'gone';
  return success === 15 ? 'blocked' : 'retry';
}
