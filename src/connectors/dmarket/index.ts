import { type Connector, lookup, type WireRequest, walk } from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import type { Game } from '../../schema/index.ts';
import { keyedSales, keyedTargets, parseLastSale, parseMarketItem, parseTarget } from './parse.ts';
import { signed } from './sign.ts';
import { gameIds, LastSale, MarketItem, SaleList, Target, TargetList } from './wire.ts';

const base = 'https://api.dmarket.com';
const keys = 'DMARKET_KEYS';
const pageRows = 100;

const marketItems = (game: Game, more: WireRequest['query']): WireRequest => ({
  url: `${base}/exchange/v1/market/items`,
  query: {
    side: 'market',
    gameId: gameIds[game],
    priceFrom: 0,
    priceTo: 0,
    treeFilters: '',
    types: 'dmarket',
    currency: 'USD',
    limit: pageRows,
    ...more,
  },
});

/** The text of the next page, empty on the last. */
function cursorAt(payload: unknown): string | null {
  const cursor = typeof payload === 'object' && payload !== null && 'cursor' in payload ? payload.cursor : null;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

export const dmarket: Connector = {
  slug: 'dmarket',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  credentials: [
    {
      env: keys,
      about:
        'On dmarket.com open Settings, Trading API, generate a key pair, and join both with a colon: public:private.',
      carry: { in: 'signature', sign: signed },
    },
  ],
  budgets: {
    site: { requests: 2, perSeconds: 1, scope: 'ip' },
    signed: { requests: 2, perSeconds: 1, scope: 'key' },
  },
  sources: [
    walk({
      name: 'newest',
      yields: ['offer'],
      evidence: 'recorded',
      covers: 'newest',
      budget: 'site',
      everySeconds: 60,
      request: ({ game, cursor }) =>
        marketItems(game, { title: '', orderBy: 'updated', orderDir: 'desc', cursor: cursor ?? '' }),
      rowsAt: 'objects',
      row: MarketItem,
      parse: parseMarketItem,
      cursorAt,
      pages: 3,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      evidence: 'recorded',
      budget: 'site',
      everySeconds: 120,
      request: ({ game, item }) => marketItems(game, { title: item, orderBy: 'price', orderDir: 'asc', cursor: '' }),
      replaces: ['offer'],
      pageRows,
      rowsAt: 'objects',
      row: MarketItem,
      parse: parseMarketItem,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      evidence: 'documented',
      budget: 'site',
      everySeconds: 900,
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
      evidence: 'documented',
      budget: 'signed',
      credential: keys,
      everySeconds: 300,
      request: ({ game, item }) =>
        // A slash within a title lands on another route even when encoded
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
