import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { secondsTime } from '../../contract/time.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { eventsIn, gameOfEvent, keyedSales, parseEvent, parseListed, parsePriced, parseSold } from './parse.ts';
import { Answer, Event, Listed, ListedPage, Priced, Sold, SoldPage } from './wire.ts';

const { bulk, feed, lookup, walk } = sourcesOf(facts);

const api = 'https://api.cs.deals/public/v1';
const pageRows = 1000;

export const csDeals: Connector = {
  slug: 'cs-deals',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
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
      yields: ['offer'],
      covers: 'all',
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
      yields: ['sale'],
      // A sale does not say whether an item of TF2 could be used in crafting
      games: ['CS2', 'Dota2', 'Rust'],
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
      yields: ['offer', 'repricing', 'sale', 'withdrawal'],
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
