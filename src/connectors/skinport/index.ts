import { bulk, type Connector, feed, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import { gameOfSale, parseFeedSale, parseHistory, parseItem, salesIn } from './parse.ts';
import { FeedSale, History, Item } from './wire.ts';

const request = (path: string, game: Game, more: WireRequest['query'] = {}): WireRequest => ({
  url: `https://api.skinport.com/v1/${path}`,
  query: { app_id: appIdOf(game), currency: 'USD', ...more },
  headers: { 'accept-encoding': 'br' }, // anything else is answered 406
});

export const skinport: Connector = {
  slug: 'skinport',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  credentials: [],
  budgets: {
    api: { requests: 8, perSeconds: 300, scope: 'ip' },
    // The socket is on another host than the metered calls; nobody states a limit
    socket: { requests: 6, perSeconds: 60, scope: 'ip' },
  },
  sources: [
    bulk({
      name: 'items',
      yields: ['quote'],
      evidence: 'recorded',
      budget: 'api',
      everySeconds: 300, // answers are kept for 5 minutes
      request: ({ game }) => request('items', game, { tradable: 0 }),
      rowsAt: '',
      streamed: true,
      row: Item,
      parse: parseItem,
    }),
    bulk({
      name: 'sales-history',
      yields: ['pastPrice'],
      evidence: 'recorded',
      budget: 'api',
      everySeconds: 3600,
      request: ({ game }) => request('sales/history', game),
      rowsAt: '',
      streamed: true,
      row: History,
      parse: parseHistory,
    }),
    feed({
      name: 'sale-feed',
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
