import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { eventsIn, itemPage, parseDay, parseEvent, parseListed, parseOrdered, parsePriced } from './parse.ts';
import { Day, Event, Listed, Ordered, Priced } from './wire.ts';

const { bulk, feed, lookup } = sourcesOf(facts);

const pageRows = 100;

/** Strings in a GraphQL query are written as in JSON. */
const graphQl = (query: string, endpoint: 'api' | 'partner' = 'api'): WireRequest => ({
  method: 'POST',
  url: `https://api.white.market/graphql/${endpoint}`,
  body: { query },
});

const offersQuery = (name: string): string => `query {
  market_list(
    search: { appId: CSGO, nameHash: ${JSON.stringify(name)}, nameStrict: true, distinctValues: false, sort: { field: PRICE, type: ASC } }
    forwardPagination: { first: ${pageRows} }
  ) {
    edges { node {
      id price { value currency } store { slug }
      item { description { nameHash } ... on CSGOInventoryItem { float paintIndex paintSeed phase link stickerTitles } }
    } }
  }
}`;

const ordersQuery = (name: string): string => `query {
  order_list(
    search: { appId: CSGO, nameHash: ${JSON.stringify(name)}, nameStrict: true, sort: { field: PRICE, type: DESC } }
    forwardPagination: { first: ${pageRows} }
  ) {
    edges { node { id appId nameHash quantity price { value currency } status params { param value } } }
  }
}`;

const historyQuery = (name: string): string =>
  `query { market_stats_product(appId: CSGO, nameHash: ${JSON.stringify(name)}) { priceAvg volume date } }`;

export const whiteMarket: Connector = {
  slug: 'white-market',
  games: ['CS2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => ({ url: 'https://export.white.market/v1/prices/730.json' }),
      rowsAt: '',
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) => graphQl(offersQuery(item)),
      replaces: ['offer'],
      pageRows,
      refusal,
      rowsAt: 'data.market_list.edges',
      row: Listed,
      parse: parseListed,
    }),
    lookup({
      name: 'buy-orders',
      yields: ['buyOrder'],
      request: ({ item }) => graphQl(ordersQuery(item)),
      replaces: ['buyOrder'],
      pageRows,
      refusal,
      rowsAt: 'data.order_list.edges',
      row: Ordered,
      parse: parseOrdered,
    }),
    lookup({
      name: 'history',
      yields: ['pastPrice'],
      request: ({ item }) => graphQl(historyQuery(item)),
      replaces: [],
      refusal,
      rowsAt: 'data.market_stats_product',
      row: Day,
      parse: parseDay,
    }),
    feed({
      name: 'products',
      yields: ['offer', 'withdrawal'],
      dialect: { name: 'centrifugo', protocol: 2 },
      url: 'wss://api.white.market/ws_endpoint',
      before: graphQl('mutation { auth_token { accessToken } }', 'partner'),
      token: ({ answer }) => accessTokenIn(answer),
      join: () => ['market_products_updates'],
      silenceSeconds: 120,
      rowsAt: eventsIn,
      row: Event,
      parse: parseEvent,
    }),
  ],
};

/** GraphQL errors have status 200; only "not found" can be recognised in them. */
function refusal(payload: unknown): OutcomeOverride | null {
  const errors = typeof payload === 'object' && payload !== null && 'errors' in payload ? payload.errors : null;
  if (!Array.isArray(errors) || errors.length === 0) return null;
  return /"category":"[a-z._]*not_found"/.test(JSON.stringify(errors)) ? 'gone' : 'retry';
}

/** The token in `{"data":{"auth_token":{"accessToken":"…"}}}`; it is valid for a day. */
function accessTokenIn(answer: unknown): string {
  const { data } = (answer ?? {}) as {
    readonly data?: { readonly auth_token?: { readonly accessToken?: unknown } } | null;
  };
  const token = data?.auth_token?.accessToken;
  if (typeof token !== 'string' || token === '')
    throw new Error('the answer of auth_token has no token at data.auth_token.accessToken');
  return token;
}
