import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { memberOf } from '../../contract/rows.ts';
import type { Game } from '../../schema/index.ts';
import { Grouped, parseGrouped } from '../families/market-export.ts';
import facts from './facts.json' with { type: 'json' };
import { gameCodes, parseEvent, parseLot } from './parse.ts';
import { Event, Lot } from './wire.ts';

const { bulk, feed, lookup } = sourcesOf(facts);

const pageRows = 200;

const file = (name: string) => ({
  url: `https://lis-skins.com/market_export_json/${name}.json`,
  // Without one that it knows, the site's firewall answers
  agent: 'compatible' as const,
});

/** The token of one connection, from `{"data":{"token":"…"}}`. */
function tokenIn(answer: unknown): string {
  const token = memberOf(memberOf(answer, 'data'), 'token');
  if (typeof token !== 'string' || token === '')
    throw new Error('the answer of get-ws-token has no token at data.token');
  return token;
}

/** Every lot of a game in one file. */
const allLots = {
  yields: ['offer'],
  request: ({ game }: { readonly game: Game }) => file(`api_${gameCodes[game]}_full`),
  envelope: Type.Object({ status: Type.Literal('success') }),
  madeAt: (payload: unknown) => {
    const seconds = memberOf(payload, 'last_update');
    return typeof seconds === 'number' ? seconds * 1000 : null;
  },
  rowsAt: 'items',
  row: Lot,
  parse: parseLot,
} as const;

export const lisSkins: Connector = {
  slug: 'lis-skins',
  games: ['CS2', 'Dota2', 'Rust'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => file(gameCodes[game] ?? ''),
      rowsAt: '',
      row: Grouped,
      parse: parseGrouped,
    }),
    bulk({
      ...allLots,
      name: 'lots',
      games: ['CS2'],
    }),
    bulk({
      ...allLots,
      name: 'other-lots',
      games: ['Dota2', 'Rust'],
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ game, item }) => ({
        url: 'https://api.lis-skins.com/v1/market/search',
        query: { game: gameCodes[game] ?? '', 'names[]': [item], sort_by: 'lowest_price', per_page: pageRows },
      }),
      replaces: ['offer'],
      pageRows,
      rowsAt: 'data',
      row: Lot,
      parse: parseLot,
    }),
    feed({
      name: 'obtained',
      games: ['CS2'],
      yields: ['offer', 'withdrawal'],
      dialect: { name: 'centrifugo', protocol: 2 },
      url: 'wss://ws.lis-skins.com/connection/websocket',
      before: { url: 'https://api.lis-skins.com/v1/user/get-ws-token' },
      token: ({ answer }) => tokenIn(answer),
      join: () => ['public:obtained-skins'],
      silenceSeconds: 120,
      rowsAt: (message) => [memberOf(message, 'data')],
      row: Event,
      parse: parseEvent,
      mayLack: {
        item_float: 'only Counter-Strike has floats; a lot with neither can be of any game',
        game_id: 'as `item_float`',
      },
    }),
  ],
};
