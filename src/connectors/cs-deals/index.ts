import { bulk, type Connector, feed, lookup, type OutcomeOverride, walk } from '../../contract/connector.ts';
import { secondsTime } from '../../contract/time.ts';
import { appIdOf } from '../../schema/index.ts';
import { eventsIn, gameOfEvent, keyedSales, parseEvent, parseListed, parsePriced, parseSold } from './parse.ts';
import { terms } from './terms.ts';
import { Answer, Event, Listed, ListedPage, Priced, Sold, SoldPage } from './wire.ts';

const key = 'CS_DEALS_KEY';
const api = 'https://api.cs.deals/public/v1';
const pageRows = 1000;

export const csDeals: Connector = {
  slug: 'cs-deals',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    prices: {
      on: '2026-08-06',
      by: "probe of free price lists from a home address, kept in a client's changelog: 26 KB, a few hundred names",
    },
    listings: { on: '2026-10-09', by: "a client's read-only adapter, its documentation and notes of a live reading" },
    sales: { on: '2026-10-09', by: "a client's read-only adapter, its documentation and notes of a live reading" },
    events: {
      on: '2026-10-06',
      by: 'bekesibeni/csdeals-sdk, README.md @74cd4a1: the events that it misses were measured',
    },
  },
  fees: [
    {
      side: 'seller',
      percent: 2,
      asOf: '2026-09-01',
      source:
        'its own /config, by a study of markets measured on 2026-09-01; CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20)',
      evidence: 'documented',
    },
    {
      side: 'buyer',
      percent: 0,
      asOf: '2026-10-09',
      source: "cs.deals/fees, by a client's read-only adapter",
      evidence: 'documented',
    },
  ],
  terms,
  credentials: [
    {
      env: key,
      about: 'Log in at cs.deals, open Settings, Developer, and create an API key.',
      carry: { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    },
  ],
  budgets: {
    // No limit is stated
    prices: { requests: 6, perSeconds: 60, scope: 'ip' },
    // Each call is metered on its own
    listings: { requests: 1, perSeconds: 1, scope: 'key' },
    sales: { requests: 1, perSeconds: 5, scope: 'key' },
    // Three connections at most; no limit of new ones is stated
    socket: { requests: 6, perSeconds: 60, scope: 'key' },
  },
  sources: [
    bulk({
      name: 'prices',
      permission: 'official',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'prices',
      everySeconds: 300,
      request: ({ game }) => ({
        url: 'https://cs.deals/API/IPricing/GetLowestPrices/v1',
        query: { appid: appIdOf(game) },
      }),
      refusal,
      envelope: Answer,
      madeAt,
      rowsAt: 'response.items',
      row: Priced,
      parse: parsePriced,
    }),
    walk({
      name: 'listings',
      permission: 'official',
      yields: ['offer'],
      evidence: 'documented',
      covers: 'all',
      budget: 'listings',
      credential: key,
      everySeconds: 600,
      request: ({ game, cursor }) => ({
        url: `${api}/listings`,
        query: { app_id: appIdOf(game), limit: pageRows, ...(cursor === null ? {} : { cursor }) },
      }),
      envelope: ListedPage,
      rowsAt: 'listings',
      row: Listed,
      parse: parseListed,
      cursorAt,
      pages: 500,
    }),
    lookup({
      name: 'sales',
      permission: 'official',
      yields: ['sale'],
      // A sale does not say whether an item of TF2 could be used in crafting
      games: ['CS2', 'Dota2', 'Rust'],
      evidence: 'documented',
      budget: 'sales',
      credential: key,
      everySeconds: 3600,
      request: ({ game, item }) => ({
        url: `${api}/sales`,
        query: { app_id: appIdOf(game), market_hash_name: item, page: 1, limit: 100 },
      }),
      replaces: [],
      envelope: SoldPage,
      rowsAt: keyedSales,
      row: Sold,
      parse: parseSold,
    }),
    feed({
      name: 'events',
      permission: 'official',
      yields: ['offer', 'repricing', 'sale', 'withdrawal'],
      evidence: 'documented',
      budget: 'socket',
      credential: key,
      dialect: { name: 'json' },
      url: 'wss://api.cs.deals/public/v1/ws',
      handshake: ({ secret }) => ({ headers: { authorization: `Bearer ${secret}` } }),
      // Without a filter, everything is sent
      join: ({ games }) => [{ op: 'subscribe', app_ids: games.map(appIdOf) }],
      // It sends no heartbeat
      silenceSeconds: 600,
      rowsAt: eventsIn,
      row: Event,
      gameOf: gameOfEvent,
      parse: parseEvent,
    }),
  ],
};

/** The id of the last listing; null at the end. */
function cursorAt(payload: unknown): string | null {
  const next = typeof payload === 'object' && payload !== null && 'next_cursor' in payload ? payload.next_cursor : null;
  return typeof next === 'number' ? String(next) : null;
}

/** A failed call for the prices has a success status and reports the failure in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false
    ? 'retry'
    : null;
}

/** Called before the payload is validated. */
function madeAt(payload: unknown): number | null {
  const { response } = (payload ?? {}) as { readonly response?: { readonly time_updated?: unknown } | null };
  return secondsTime(response?.time_updated);
}
