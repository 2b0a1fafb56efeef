import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { gameOfListed, parseListed, parsePriced, projects } from './parse.ts';
import { Listed, Priced } from './wire.ts';

const { bulk, feed, lookup } = sourcesOf(facts);

const base = 'https://api.shadowpay.com/api/v2/user';
const pageRows = 50;

export const shadowpay: Connector = {
  slug: 'shadowpay',
  games: ['CS2', 'Dota2', 'Rust'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => ({ url: `${base}/items/prices`, query: { project: projects[game] ?? '' } }),
      refusal,
      rowsAt: 'data',
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
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
      yields: ['offer'],
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
