import { bulk, type Connector, feed, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import { gameOfSale, parseFeedSale, parseHistory, parseItem, salesIn } from './parse.ts';
import { terms } from './terms.ts';
import { FeedSale, History, Item } from './wire.ts';

const request = (path: string, game: Game, more: WireRequest['query'] = {}): WireRequest => ({
  url: `https://api.skinport.com/v1/${path}`,
  query: { app_id: appIdOf(game), currency: 'USD', ...more },
});

export const skinport: Connector = {
  slug: 'skinport',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  standing: { state: 'open', since: '2026-09-17', by: 'inspection of skinport.com for its fees' },
  seen: {
    items: { on: '2026-08', by: '2HParaa/cs2-arbitrage, price sources checked live' },
    'sales-history': {
      on: '2026-08-06',
      by: "probe of free price lists from a home address, kept in a client's changelog: 36,004 items",
    },
    'sale-feed': {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read; the call is printed in its documentation',
    },
  },
  fees: [
    {
      side: 'seller',
      percent: 8,
      asOf: '2026-09-01',
      source:
        'skinport.com/blog/lower-fees-for-everybody (2025-07), as quoted on 2026-07-26; a study of markets measured on 2026-09-01',
      evidence: 'documented',
    },
    {
      side: 'seller',
      percent: 6,
      from: { amount: 1_000_000, currency: 'EUR' },
      asOf: '2026-09-01',
      source:
        'skinport.com/blog/lower-fees-for-everybody (2025-07), as quoted on 2026-07-26; a study of markets measured on 2026-09-01',
      evidence: 'documented',
    },
    {
      side: 'seller',
      percent: 2,
      method: 'private sale',
      asOf: '2026-09-17',
      source: 'inspection of skinport.com, by reviews of others',
      evidence: 'single',
    },
    {
      side: 'buyer',
      percent: 0,
      asOf: '2026-10-02',
      source: "inspection of skinport.com by others on 2026-09-17; clients' lists checked on 2026-09-25 and 2026-10-02",
      evidence: 'agreed',
    },
  ],
  terms,
  credentials: [],
  budgets: {
    api: { requests: 8, perSeconds: 300, scope: 'ip' },
    // The socket is on a different host than the metered calls; no limit is stated
    socket: { requests: 6, perSeconds: 60, scope: 'ip' },
  },
  demands: [
    {
      hosts: ['api.skinport.com'],
      encodings: ['br'],
      on: '2026-10-02',
      by: 'e6six/cs2-price-analytics-platform, directory of marketplaces; a probe of 2026-08-06 was answered 406 without it',
    },
    {
      hosts: ['api.skinport.com'],
      limit: { requests: 8, perSeconds: 300 },
      budget: 'api',
      on: '2026-10-02',
      by: 'docs.skinport.com; e6six/cs2-price-analytics-platform, directory of marketplaces',
    },
  ],
  sources: [
    bulk({
      name: 'items',
      permission: 'official',
      yields: ['quote'],
      evidence: 'recorded',
      budget: 'api',
      everySeconds: 300,
      keptSeconds: 300,
      request: ({ game }) => request('items', game, { tradable: 0 }),
      rowsAt: '',
      row: Item,
      parse: parseItem,
    }),
    bulk({
      name: 'sales-history',
      permission: 'official',
      yields: ['pastPrice'],
      evidence: 'recorded',
      budget: 'api',
      everySeconds: 3600,
      request: ({ game }) => request('sales/history', game),
      rowsAt: '',
      row: History,
      parse: parseHistory,
    }),
    feed({
      name: 'sale-feed',
      permission: 'official',
      yields: ['offer', 'sale', 'withdrawal'],
      evidence: 'documented',
      budget: 'socket',
      dialect: { name: 'socket-io', parser: 'msgpack', events: ['saleFeed'] },
      url: 'wss://skinport.com/socket.io/',
      join: ({ games }) =>
        games.map((game) => ['saleFeedJoin', { currency: 'USD', locale: 'en', appid: appIdOf(game) }]),
      silenceSeconds: 120,
      rowsAt: salesIn,
      row: FeedSale,
      gameOf: gameOfSale,
      parse: parseFeedSale,
    }),
  ],
};
