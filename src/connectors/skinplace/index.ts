import { type Connector, lookup, type WireRequest, walk } from '../../contract/connector.ts';
import { parseItem } from './parse.ts';
import { Item, Page } from './wire.ts';

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
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: { newest: { on: '2026-07-21', by: 'GODrums/BetterFloat, src/lib/@typings/SkinplaceTypes.d.ts @2cf7f55' } },
  credentials: [],
  // No limit is known
  budgets: { site: { requests: 20, perSeconds: 60, scope: 'ip' } },
  sources: [
    walk({
      name: 'newest',
      permission: 'tolerated',
      yields: ['offer'],
      evidence: 'inferred',
      covers: 'newest',
      budget: 'site',
      everySeconds: 60,
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
      permission: 'tolerated',
      yields: ['offer'],
      evidence: 'inferred',
      budget: 'site',
      everySeconds: 300,
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
