import Type from 'typebox';
import { bulk, type Connector, feed, lookup } from '../../contract/connector.ts';
import { memberOf } from '../../contract/rows.ts';
import type { Game } from '../../schema/index.ts';
import { Grouped, parseGrouped } from '../families/market-export.ts';
import { gameCodes, parseEvent, parseLot } from './parse.ts';
import { Event, Lot } from './wire.ts';

const key = 'LIS_SKINS_KEY';
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
  permission: 'documented' as const,
  yields: ['offer'],
  budget: 'files',
  everySeconds: 600, // regenerated every few minutes
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
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    prices: { on: '2026-07', by: 'TryDreem/lis-skins-fetcher, app/services/lis_skins.py' },
    lots: {
      on: '2026-08-06',
      by: "probe of free price lists from a home address, kept in a client's changelog: 2,297,323 lots",
    },
    'other-lots': { on: '2026', by: 'a client that downloads the file of Dota 2; another counted the lots of Rust' },
    offers: {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read; the call is printed in its documentation',
    },
    obtained: {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read; the call is printed in its documentation',
    },
  },
  fees: [
    {
      side: 'buyer',
      percent: 0,
      asOf: '2026-07',
      source:
        "a client of 2026-07 and an earlier one, which buy through the documented call with the listed prices as the most they pay and book those as spent; a client's table of fees (2025-06)",
      evidence: 'agreed',
    },
  ],
  credentials: [
    {
      env: key,
      about: 'Log in at lis-skins.com, open your profile, API, and create a key.',
      carry: { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    },
  ],
  budgets: {
    files: { requests: 2, perSeconds: 60, scope: 'ip' },
    api: { requests: 200, perSeconds: 60, scope: 'key' },
  },
  demands: [
    {
      hosts: ['api.lis-skins.com'],
      limit: { requests: 200, perSeconds: 60 },
      budget: 'api',
      on: '2026-10-02',
      by: 'documentation of the API; e6six/cs2-price-analytics-platform, directory of marketplaces',
    },
  ],
  sources: [
    bulk({
      name: 'prices',
      permission: 'documented',
      yields: ['quote'],
      evidence: 'recorded',
      budget: 'files',
      everySeconds: 120,
      request: ({ game }) => file(gameCodes[game] ?? ''),
      rowsAt: '',
      row: Grouped,
      parse: parseGrouped,
    }),
    bulk({
      ...allLots,
      name: 'lots',
      games: ['CS2'],
      evidence: 'recorded',
      onRequest: 'each reading downloads 173 MB, and its offers take half a gigabyte of memory',
    }),
    bulk({
      ...allLots,
      name: 'other-lots',
      games: ['Dota2', 'Rust'],
      evidence: 'inferred', // the form is that of CS2, as clients say
    }),
    lookup({
      name: 'offers',
      permission: 'official',
      yields: ['offer'],
      evidence: 'documented',
      budget: 'api',
      credential: key,
      everySeconds: 60,
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
      permission: 'official',
      games: ['CS2'],
      yields: ['offer', 'withdrawal'],
      evidence: 'documented',
      budget: 'api',
      credential: key,
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
