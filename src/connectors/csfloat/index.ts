import Type from 'typebox';
import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import facts from './facts.json' with { type: 'json' };
import {
  itemPage,
  keyedOrders,
  parseBuyOrder,
  parseDopplerRow,
  parseGraphDay,
  parseListing,
  parsePriceListRow,
  parseSale,
} from './parse.ts';
import { DopplerRow, GraphDay, KeyedOrder, Listing, PriceListRow, SoldListing } from './wire.ts';

const { bulk, lookup, walk } = sourcesOf(facts);

const base = 'https://csfloat.com/api/v1';
const history = (item: string) => `${base}/history/${urlPart(item)}`;

const orderCount = 10;

export const csfloat: Connector = {
  slug: 'csfloat',
  games: ['CS2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    bulk({
      name: 'price-list',
      yields: ['quote'],
      request: () => ({ url: `${base}/listings/price-list` }),
      refusal,
      rowsAt: '',
      row: PriceListRow,
      parse: parsePriceListRow,
      quotesOf: 'items',
    }),
    bulk({
      name: 'dopplers',
      yields: ['quote'],
      request: () => ({ url: `${base}/listings/price-list/doppler` }),
      refusal,
      rowsAt: 'data',
      row: DopplerRow,
      decides: { phase_name: 'the variant that is quoted', paint_index: 'the variant that is quoted' },
      parse: parseDopplerRow,
      quotesOf: 'variants',
    }),
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
      // Without a key exactly this combination is answered; any further parameter, even the cursor, gives a 403
      request: () => ({
        url: `${base}/listings`,
        query: { limit: 5, sort_by: 'most_recent', min_ref_qty: 20, type: 'buy_now', min_price: 500 },
      }),
      refusal,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
      cursorAt: () => null,
      pages: 1,
    }),
    walk({
      name: 'best-deals',
      yields: ['offer'],
      covers: 'newest',
      // The opening page of the site's search; like the one above, it accepts no further parameter
      request: () => ({ url: `${base}/listings`, query: { limit: 40, min_ref_qty: 20 } }),
      refusal,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
      cursorAt: () => null,
      pages: 1,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) => ({
        url: `${base}/listings`,
        query: { market_hash_name: item, limit: 50, sort_by: 'lowest_price', type: 'buy_now' },
      }),
      refusal,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
      replaces: ['offer'],
      pageRows: 50,
    }),
    lookup({
      name: 'buy-orders',
      yields: ['buyOrder'],
      request: ({ item }) => ({
        method: 'POST',
        url: `${base}/buy-orders/similar-orders`,
        query: { limit: orderCount },
        body: { market_hash_name: item },
      }),
      refusal,
      envelope: Type.Object({ data: Type.Array(Type.Unknown()) }),
      rowsAt: keyedOrders,
      row: KeyedOrder,
      parse: parseBuyOrder,
      replaces: ['buyOrder'],
      pageRows: orderCount,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      outcomes: { 400: 'gone' }, // commodities have no history: error code 200
      request: ({ item }) => ({ url: `${history(item)}/sales` }),
      refusal,
      rowsAt: '',
      row: SoldListing,
      parse: parseSale,
      replaces: [],
    }),
    lookup({
      name: 'graph',
      yields: ['pastPrice'],
      request: ({ item }) => ({ url: `${history(item)}/graph` }),
      refusal,
      rowsAt: '',
      row: GraphDay,
      parse: parseGraphDay,
      replaces: [],
    }),
  ],
};

/** An error body with status 200: code 20 is "too many requests", code 200 is the answer for the history of a commodity. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null || !('code' in payload)) return null;
  if (payload.code === 20) return 'limited';
  return payload.code === 200 ? 'gone' : 'retry';
}
