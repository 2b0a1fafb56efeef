import { type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import type { Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import {
  itemPage,
  keyedDepth,
  keyedSales,
  keyedTargets,
  parseBestPrices,
  parseDepthOrder,
  parseLastSale,
  parseOffer,
  parseTarget,
} from './parse.ts';
import { signed } from './sign.ts';
import { BestPrices, DepthOrder, gameIds, LastSale, ListedOffer, SaleList, Target, TargetList } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const base = 'https://api.dmarket.com';
const keys = 'DMARKET_KEYS';
const pageRows = 100;

const offers = (game: Game, more: WireRequest['query']): WireRequest => ({
  url: `${base}/marketplace-api/v2/offers`,
  query: { gameId: gameIds[game], limit: pageRows, ...more },
});

/** Of all titles, page by page, where none are named. */
const bestPrices = (game: Game, titles?: readonly string[], cursor = ''): WireRequest => ({
  method: 'POST',
  url: `${base}/marketplace-api/v1/aggregated-prices`,
  body: { filter: { game: gameIds[game], ...(titles && { titles }) }, limit: String(pageRows), cursor },
});

/** The cursor of the next page, which is empty on the last. */
function cursorAt(payload: unknown): string | null {
  const cursor = typeof payload === 'object' && payload !== null && 'cursor' in payload ? payload.cursor : null;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

export const dmarket: Connector = {
  slug: 'dmarket',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  itemPage,
  credentials: [
    {
      env: keys,
      about:
        'On dmarket.com open Settings, Trading API, generate a key pair, and join both with a colon: public:private.',
      carry: { in: 'signature', sign: signed },
    },
  ],
  sources: [
    lookup({
      name: 'quotes',
      yields: ['quote'],
      request: ({ game, item }) => bestPrices(game, [item]),
      together: {
        max: pageRows,
        request: ({ game, items }) =>
          bestPrices(
            game,
            items.map(({ item }) => item),
          ),
      },
      replaces: ['quote'],
      rowsAt: 'aggregatedPrices',
      row: BestPrices,
      parse: parseBestPrices,
    }),
    walk({
      name: 'catalogue',
      yields: ['quote'],
      covers: 'all',
      request: ({ game, cursor }) => bestPrices(game, undefined, cursor ?? ''),
      rowsAt: 'aggregatedPrices',
      row: BestPrices,
      parse: parseBestPrices,
      cursorAt: 'nextCursor',
      pages: 1000,
    }),
    lookup({
      name: 'depth',
      yields: ['buyOrder'],
      request: ({ game, item }) => ({
        url: `${base}/marketplace-api/v1/market-depth`,
        query: { gameId: gameIds[game], title: item },
      }),
      replaces: ['buyOrder'],
      envelope: TargetList,
      rowsAt: keyedDepth,
      row: DepthOrder,
      decides: { 'attributes.*': 'a condition of the buyer, and an order without conditions is another one' },
      parse: parseDepthOrder,
    }),
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
      request: ({ game, cursor }) => offers(game, { orderBy: 'createdAt', orderDir: 'desc', cursor: cursor ?? '' }),
      rowsAt: 'items',
      row: ListedOffer,
      parse: parseOffer,
      cursorAt,
      pages: 3,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ game, item }) => offers(game, { title: item, orderBy: 'price', orderDir: 'asc' }),
      replaces: ['offer'],
      pageRows,
      rowsAt: 'items',
      row: ListedOffer,
      parse: parseOffer,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      request: ({ game, item }) => ({
        url: `${base}/trade-aggregator/v1/last-sales`,
        query: { gameId: gameIds[game], title: item, limit: 20, offset: 0 },
      }),
      replaces: [],
      envelope: SaleList,
      rowsAt: keyedSales,
      row: LastSale,
      parse: parseLastSale,
    }),
    lookup({
      name: 'targets',
      yields: ['buyOrder'],
      request: ({ game, item }) =>
        // A title with a slash reaches another route even when it is encoded
        item.includes('/')
          ? null
          : { url: `${base}/marketplace-api/v1/targets-by-title/${gameIds[game]}/${urlPart(item)}` },
      replaces: ['buyOrder'],
      envelope: TargetList,
      rowsAt: keyedTargets,
      row: Target,
      parse: parseTarget,
    }),
  ],
};
