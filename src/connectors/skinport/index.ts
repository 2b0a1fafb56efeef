import { bulk, type Connector, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import { parseHistory, parseItem } from './parse.ts';
import { History, Item } from './wire.ts';

const request = (path: string, game: Game, more: WireRequest['query'] = {}): WireRequest => ({
  url: `https://api.skinport.com/v1/${path}`,
  query: { app_id: appIdOf(game), currency: 'USD', ...more },
  headers: { 'accept-encoding': 'br' }, // anything else is answered 406
});

export const skinport: Connector = {
  slug: 'skinport',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  credentials: [],
  budgets: { api: { requests: 8, perSeconds: 300, scope: 'ip' } },
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
  ],
};
