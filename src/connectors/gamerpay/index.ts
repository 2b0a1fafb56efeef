import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { conditionOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseListed, parsePriced, parseSoldName, soldNames } from './parse.ts';
import { Listed, Priced, SoldName } from './wire.ts';

const { bulk, lookup, walk } = sourcesOf(facts);

const base = 'https://api.gamerpay.gg';
// Pages are said to hold 40; a list of ten or more is not assumed to be complete
const pageRows = 10;

/** Query of the site's search, which has exterior, StatTrak and souvenir separate from the name. */
function search(item: string) {
  const wear = conditionOf('CS2', item);
  const bare = wear === null ? item : item.slice(0, -` (${wear})`.length);
  return {
    query: bare.replace(/^★ /, '').replace(/^(?:StatTrak™|Souvenir) /, ''),
    ...(wear === null ? {} : { wear }),
    stattrak: String(item.includes('StatTrak™')),
    souvenir: String(wear !== null && item.startsWith('Souvenir ')),
  };
}

/** The next page, if there is one. */
function nextPage(payload: unknown, cursor: string | null): string | null {
  const hasMore = typeof payload === 'object' && payload !== null && 'hasMore' in payload && payload.hasMore === true;
  return hasMore ? String(Number(cursor ?? '1') + 1) : null;
}

export const gamerpay: Connector = {
  slug: 'gamerpay',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => ({ url: `${base}/prices` }),
      rowsAt: '',
      row: Priced,
      parse: parsePriced,
    }),
    walk({
      name: 'newest',
      yields: ['offer', 'withdrawal'],
      covers: 'newest',
      request: ({ cursor }) => ({ url: `${base}/feed`, query: { page: cursor ?? '1', market: 'steam' } }),
      cursorAt: nextPage,
      pages: 3,
      rowsAt: 'items',
      row: Listed,
      parse: parseListed,
    }),
    lookup({
      name: 'offers',
      yields: ['offer', 'withdrawal'],
      request: ({ item }) => ({
        url: `${base}/feed`,
        query: { page: 1, ...search(item), sortBy: 'price', ascending: 'true', market: 'steam' },
      }),
      replaces: ['offer'],
      pageRows,
      rowsAt: 'items',
      row: Listed,
      parse: parseListed,
    }),
    bulk({
      name: 'sales',
      yields: ['sale'],
      request: () => ({ url: `${base}/v1/platform/sales` }),
      envelope: Type.Record(Type.String(), Type.Unknown()),
      rowsAt: soldNames,
      row: SoldName,
      parse: parseSoldName,
    }),
  ],
};
