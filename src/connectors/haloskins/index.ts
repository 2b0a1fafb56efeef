import { type Connector, lookup, walk } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import { decode, demandedEncodings, Product, refusalBy } from '../families/c5.ts';
import { parseFound, parseOffer } from './parse.ts';
import { terms } from './terms.ts';
import { Found, FoundPage } from './wire.ts';

const key = 'HALOSKINS_KEY';
const host = 'openapi.cs2dt.com';
const base = `https://${host}/v2/product`;
const pageRows = 50;

// 100001: the IP address is not on the merchant's allow list
const refusal = refusalBy({ 100001: 'blocked', 100002: 'refused' });

export const haloskins: Connector = {
  slug: 'haloskins',
  games: ['CS2', 'Dota2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    search: { on: '2026-03-08', by: "a merchant's client, its calls verified live" },
    offers: { on: '2026-03-08', by: "a merchant's client, its calls verified live" },
  },
  fees: [
    {
      side: 'seller',
      percent: 3,
      asOf: '2026-05-20',
      source: 'CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20), and two clients',
      evidence: 'agreed',
    },
    {
      side: 'buyer',
      percent: 0,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
  terms,
  bansAccounts: true,
  credentials: [
    {
      env: key,
      about:
        'Become a merchant of CS2DT, log in at admin.cs2dt.com, copy the app-key and allow the address of this machine.',
      carry: { in: 'query', name: 'app-key' },
    },
  ],
  // A client found 5 to be safe
  budgets: { merchant: { requests: 5, perSeconds: 1, scope: 'key' } },
  demands: [
    demandedEncodings(host),
    {
      hosts: [host],
      limit: { requests: 10, perSeconds: 1 },
      budget: 'merchant',
      on: '2025',
      by: 'opendoc.cs2dt.com, for lists of offers',
    },
    {
      hosts: [host],
      membership: 'The address of this machine has to be on the allow list of the merchant.',
      on: '2026-03-08',
      by: "opendoc.cs2dt.com; a merchant's client, its calls verified live",
    },
  ],
  sources: [
    walk({
      name: 'search',
      permission: 'official',
      yields: ['quote'],
      evidence: 'documented',
      covers: 'all',
      budget: 'merchant',
      credential: key,
      everySeconds: 1800,
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
      permission: 'official',
      yields: ['offer'],
      evidence: 'documented',
      budget: 'merchant',
      credential: key,
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
      everySeconds: 120,
    }),
  ],
};

function nextPage(payload: unknown, cursor: string | null): string | null {
  const page = Number(cursor ?? 1);
  const data = typeof payload === 'object' && payload !== null && 'data' in payload ? payload.data : null;
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return typeof pages === 'number' && page < pages ? String(page + 1) : null;
}
