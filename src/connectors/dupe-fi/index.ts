import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseListing, parseSummary } from './parse.ts';
import { Listed, Listing, Summary } from './wire.ts';

const { bulk, lookup } = sourcesOf(facts);

const pageRows = 500;

const market = (call: string, query = {}) => ({ url: `https://dupe.fi/api/v1/market/${call}`, query });

export const dupeFi: Connector = {
  slug: 'dupe-fi',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => market('get-all-listings-summary'),
      refusal,
      rowsAt: '730',
      row: Summary,
      parse: parseSummary,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) =>
        market('get-listings', {
          game: 'cs2',
          hash_name: item,
          category: 'BUY_NOW',
          sort_by: 'price_asc',
          limit: pageRows,
        }),
      refusal,
      envelope: Listed,
      replaces: ['offer'],
      pageRows,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
    }),
  ],
};

/** A failed call reports it in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false
    ? 'retry'
    : null;
}
