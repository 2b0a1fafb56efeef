import { bulk, type Connector, feed, lookup, type OutcomeOverride } from '../../contract/connector.ts';
import { factsOf } from '../../contract/facts.ts';
import facts from './facts.json' with { type: 'json' };
import { gameOfListed, parseListed, parsePriced, projects } from './parse.ts';
import { Listed, Priced } from './wire.ts';

const key = 'SHADOWPAY_KEY';
const socketToken = 'SHADOWPAY_SOCKET_TOKEN';
const base = 'https://api.shadowpay.com/api/v2/user';
const pageRows = 50;

export const shadowpay: Connector = {
  slug: 'shadowpay',
  games: ['CS2', 'Dota2', 'Rust'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      permission: 'official',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'api',
      credential: key,
      everySeconds: 300,
      request: ({ game }) => ({ url: `${base}/items/prices`, query: { project: projects[game] ?? '' } }),
      refusal,
      rowsAt: 'data',
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      permission: 'official',
      yields: ['offer'],
      evidence: 'inferred',
      budget: 'api',
      credential: key,
      everySeconds: 120,
      request: ({ game, item }) => ({
        url: `${base}/items`,
        query: {
          project: projects[game] ?? '',
          steam_market_hash_name: item,
          limit: pageRows,
          offset: 0,
          sort_column: 'price',
          sort_dir: 'asc',
        },
      }),
      replaces: ['offer'],
      pageRows,
      refusal,
      rowsAt: 'data',
      row: Listed,
      parse: parseListed,
      mayLack: { price_usd: '`price` is in dollars, as on the feed' },
    }),
    feed({
      name: 'listed',
      permission: 'official',
      yields: ['offer'],
      // New listings are recorded; how their end is announced has not been seen
      evidence: 'inferred',
      budget: 'api',
      credential: socketToken,
      dialect: { name: 'centrifugo', protocol: 1 },
      url: 'wss://ws.shadowpay.com/connection/websocket',
      token: ({ secret }) => secret ?? '',
      join: () => [], // the token contains its channels
      silenceSeconds: 120,
      gameOf: gameOfListed,
      rowsAt: 'data.offers',
      row: Listed,
      parse: parseListed,
    }),
  ],
};

/** Failures have their own status word. Their texts are not documented; only a fault of the token can be recognised. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null || !('status' in payload) || payload.status !== 'error')
    return null;
  const message = 'error_message' in payload ? payload.error_message : null;
  return typeof message === 'string' && /\b(?:token|auth|key)/i.test(message) ? 'refused' : 'retry';
}
