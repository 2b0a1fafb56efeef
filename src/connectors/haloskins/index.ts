import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import { decode, Product, refusalBy } from '../families/c5.ts';
import facts from './facts.json' with { type: 'json' };
import { parseFound, parseOffer } from './parse.ts';
import { Found, FoundPage } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const host = 'openapi.cs2dt.com';
const base = `https://${host}/v2/product`;
const pageRows = 50;

// 100001: the IP address is not on the merchant's allow list
const refusal = refusalBy({ 100001: 'blocked', 100002: 'refused' });

export const haloskins: Connector = {
  slug: 'haloskins',
  games: ['CS2', 'Dota2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'search',
      yields: ['quote'],
      covers: 'all',
      request: ({ game, cursor }) => ({
        url: `${base}/v2/search`,
        query: { appId: appIdOf(game), page: cursor ?? 1, limit: pageRows, orderBy: 1 },
      }),
      decode,
      refusal,
      envelope: FoundPage,
      rowsAt: 'data.list',
      row: Found,
      parse: parseFound,
      cursorAt: nextPage,
      pages: 2000,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ game, marketplaceItemId }) =>
        marketplaceItemId === null
          ? null
          : {
              url: `${base}/v1/sell/list`,
              // The documentation calls the order `sort`, clients send `orderBy`
              query: { appId: appIdOf(game), itemId: marketplaceItemId, page: 1, limit: pageRows, sort: 2, orderBy: 2 },
            },
      decode,
      refusal,
      rowsAt: 'data.list',
      row: Product,
      parse: parseOffer,
      replaces: ['offer'],
      pageRows,
    }),
  ],
};

function nextPage(payload: unknown, cursor: string | null): string | null {
  const page = Number(cursor ?? 1);
  const data = typeof payload === 'object' && payload !== null && 'data' in payload ? payload.data : null;
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return typeof pages === 'number' && page < pages ? String(page + 1) : null;
}
