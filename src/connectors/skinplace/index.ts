import { type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseItem } from './parse.ts';
import { Item, Page } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const pageRows = 50;

const items = (query: WireRequest['query']): WireRequest => ({
  url: 'https://api.skin.place/api/market/get_items',
  query: { game: 'csgo', currency: 'USD', stack: 'false', limit: pageRows, ...query },
  headers: { origin: 'https://skin.place', referer: 'https://skin.place/' },
});

const rowsIn = (payload: unknown): number => {
  const rows = typeof payload === 'object' && payload !== null && 'items' in payload ? payload.items : null;
  return Array.isArray(rows) ? rows.length : 0;
};

export const skinplace: Connector = {
  slug: 'skinplace',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
      request: ({ cursor }) => items({ sort_column: 'time_created', sort_dir: 'desc', offset: cursor ?? '0' }),
      envelope: Page,
      rowsAt: 'items',
      row: Item,
      parse: parseItem,
      cursorAt: (payload, cursor) => (rowsIn(payload) < pageRows ? null : String(Number(cursor ?? '0') + pageRows)),
      pages: 3,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) => items({ sort_column: 'price', sort_dir: 'asc', search: item, offset: '0' }),
      envelope: Page,
      replaces: ['offer'],
      pageRows,
      rowsAt: 'items',
      row: Item,
      parse: parseItem,
    }),
  ],
};
