import { bulk, type Connector, lookup, type OutcomeOverride } from '../../contract/connector.ts';
import { parseListing, parseSummary } from './parse.ts';
import { Listed, Listing, Summary } from './wire.ts';

const key = 'DUPE_FI_KEY';
const pageRows = 500;

const market = (call: string, query = {}) => ({ url: `https://dupe.fi/api/v1/market/${call}`, query });

export const dupeFi: Connector = {
  slug: 'dupe-fi',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    prices: { on: '2026', by: 'a client whose test holds a row of this call' },
    offers: { on: '2026', by: 'a client that types the rows of this call' },
  },
  credentials: [
    {
      env: key,
      about: 'Log in at dupe.fi, open its API page, and create a key.',
      carry: { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    },
  ],
  budgets: {
    summary: { requests: 10, perSeconds: 60, scope: 'key' },
    listings: { requests: 15, perSeconds: 60, scope: 'key', atOnce: 1 },
  },
  sources: [
    bulk({
      name: 'prices',
      permission: 'official',
      yields: ['quote'],
      evidence: 'inferred',
      budget: 'summary',
      credential: key,
      everySeconds: 300,
      request: () => market('get-all-listings-summary'),
      refusal,
      rowsAt: '730',
      row: Summary,
      parse: parseSummary,
    }),
    lookup({
      name: 'offers',
      permission: 'official',
      yields: ['offer'],
      evidence: 'documented',
      budget: 'listings',
      credential: key,
      everySeconds: 60,
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
