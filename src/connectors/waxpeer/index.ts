import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { secondsTime } from '../../contract/time.ts';
import type { Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import {
  events,
  eventsIn,
  gameOfEvent,
  itemPage,
  listingsIn,
  parseBest,
  parseEvent,
  parseListed,
  parsePriced,
} from './parse.ts';
import { Best, Event, Listed, Listings, Priced } from './wire.ts';

const { bulk, feed, lookup, walk } = sourcesOf(facts);

const games: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust', TF2: 'tf2' };

const massInfo = (game: Game, names: readonly string[]): WireRequest => ({
  method: 'POST',
  url: 'https://api.waxpeer.com/v1/mass-info',
  query: { game: games[game] },
  body: { name: names, sell: 1 },
});

export const waxpeer: Connector = {
  slug: 'waxpeer',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => ({
        url: 'https://api.waxpeer.com/v1/prices',
        query: { game: games[game], minified: 1 },
      }),
      refusal,
      rowsAt: 'items',
      row: Priced,
      parse: parsePriced,
    }),
    bulk({
      name: 'best-orders',
      yields: ['buyOrder'],
      request: ({ game }) => ({
        url: 'https://api.waxpeer.com/v1/buy-orders/snapshot',
        query: { game: games[game] },
      }),
      refusal,
      madeAt: (payload) => secondsTime((payload as { readonly timestamp?: unknown } | null)?.timestamp),
      rowsAt: 'offers',
      row: Best,
      parse: parseBest,
    }),
    // It lists only Dopplers, so it says nothing about other offers and cannot be a bulk source
    walk({
      name: 'dopplers',
      yields: ['offer'],
      games: ['CS2'],
      covers: 'newest',
      request: () => ({
        url: 'https://api.waxpeer.com/v1/prices/dopplers',
        query: { phase: 'any', minified: 0 },
      }),
      cursorAt: () => null,
      pages: 1,
      refusal,
      rowsAt: 'items',
      row: Listed,
      parse: parseListed,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ game, item }) => massInfo(game, [item]),
      together: {
        max: 50,
        request: ({ game, items }) =>
          massInfo(
            game,
            items.map(({ item }) => item),
          ),
      },
      replaces: ['offer'],
      refusal,
      envelope: Listings,
      rowsAt: listingsIn,
      row: Listed,
      parse: parseListed,
    }),
    feed({
      name: 'items',
      yields: ['offer', 'withdrawal'],
      dialect: { name: 'socket-io', parser: 'default', events },
      url: 'wss://waxpeer.com/socket.io/',
      // The documentation says subscribe, its last measured answer followed sub; the server ignores the other one
      join: ({ games: wanted }) =>
        wanted.flatMap((game) => ['subscribe', 'sub'].map((event) => [event, { name: games[game] }])),
      silenceSeconds: 60,
      rowsAt: eventsIn,
      row: Event,
      gameOf: gameOfEvent,
      parse: parseEvent,
    }),
  ],
};

/** Failures can have a success status too. A message alone is not a failure, since successful answers have one. */
function refusal(payload: unknown): OutcomeOverride | null {
  const { success, msg } = (payload ?? {}) as { readonly success?: unknown; readonly msg?: unknown };
  if (success !== false) return null;
  return typeof msg === 'string' && /\bapi\b/i.test(msg) ? 'refused' : 'retry';
}
