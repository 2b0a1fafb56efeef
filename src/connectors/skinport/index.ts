import { type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { gameOfSale, parseFeedSale, parseHistory, parseItem, salesIn } from './parse.ts';
import { FeedSale, History, Item } from './wire.ts';

const { bulk, feed } = sourcesOf(facts);

const request = (path: string, game: Game, more: WireRequest['query'] = {}): WireRequest => ({
  url: `https://api.skinport.com/v1/${path}`,
  query: { app_id: appIdOf(game), currency: 'USD', ...more },
});

export const skinport: Connector = {
  slug: 'skinport',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'items',
      yields: ['quote'],
      cachedSeconds: 300,
      request: ({ game }) => request('items', game, { tradable: 0 }),
      rowsAt: '',
      row: Item,
      parse: parseItem,
    }),
    bulk({
      name: 'sales-history',
      yields: ['pastPrice'],
      request: ({ game }) => request('sales/history', game),
      rowsAt: '',
      row: History,
      parse: parseHistory,
    }),
    feed({
      name: 'sale-feed',
      yields: ['offer', 'sale', 'withdrawal'],
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
