import { type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import { conditionOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseListing } from './parse.ts';
import { Listing } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const pageRows = 120;

const search = (query: WireRequest['query']): WireRequest => ({
  url: 'https://api.skinbid.com/api/search/auctions',
  query: { take: pageRows, sellType: 'fixed_price', currency: 'EUR', goodDeals: 'false', popular: 'false', ...query },
});

/** A full page can be followed by another. */
function nextSkip(payload: unknown, cursor: string | null): string | null {
  const items = typeof payload === 'object' && payload !== null && 'items' in payload ? payload.items : null;
  return Array.isArray(items) && items.length >= pageRows ? String(Number(cursor ?? '0') + pageRows) : null;
}

/** The search takes weapon and finish separately, "AK-47" and "Redline"; null for an item without a finish. */
function partsOf(item: string): { readonly type: string; readonly name: string } | null {
  const wear = conditionOf('CS2', item);
  const bare = wear === null ? item : item.slice(0, -` (${wear})`.length);
  const [type = '', name, ...rest] = bare
    .replace(/^★ /, '')
    .replace(/^(?:StatTrak™|Souvenir) /, '')
    .split(' | ');
  return wear === null || name === undefined || rest.length > 0 ? null : { type, name };
}

export const skinbid: Connector = {
  slug: 'skinbid',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
      request: ({ cursor }) => search({ skip: cursor ?? '0', sort: 'created#desc' }),
      cursorAt: nextSkip,
      pages: 3,
      rowsAt: 'items',
      row: Listing,
      parse: parseListing,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) => {
        const parts = partsOf(item);
        if (parts === null) return null;
        const isStatTrak = item.includes('StatTrak™');
        return search({ skip: 0, sort: 'price#asc', ...parts, Category: `StatTrak#${isStatTrak}` });
      },
      replaces: ['offer'],
      pageRows,
      rowsAt: 'items',
      row: Listing,
      parse: parseListing,
    }),
  ],
};
