import { type Connector, feed, lookup, type Source, type WireRequest, walk } from '../contract/connector.ts';
import { games as allGames, type Game, gameNamed, type Marketplace, marketplaceNamed } from '../schema/index.ts';
import { type Lineage, lineageHeader } from './lineage.ts';
import { parseItem, parseMessage, parseSales, parseSearchRow } from './parse.ts';
import { ItemAnswer, Message, Sales, SearchRow } from './wire.ts';

/** Environment variable with the key that the other service issued. */
const upstreamKey = 'UPSTREAM_KEY';

export type Upstream = {
  /** An http or https URL, with the path that precedes /v2 if any. */
  readonly url: string;
  readonly marketplaces: readonly Marketplace[];
  /** The games read of a marketplace. */
  readonly gamesOf: (marketplace: Marketplace) => readonly Game[];
  readonly requestsPerMinute: number;
  readonly lineage: Lineage;
};

const credentials = [
  {
    env: upstreamKey,
    about: 'Created at the other service; with Itemtape: itemtape keys create <name>.',
    carry: { in: 'header', name: 'x-api-key' },
  },
] as const;

// Shares of `requestsPerMinute`; the rest is for single items
const searchShare = 0.2;
const salesShare = 0.2;

/** A connector for each marketplace read from another service. All of them share one connection to its stream. */
export function upstreamConnectors(upstream: Upstream): Connector[] {
  const each = upstream.requestsPerMinute / Math.max(1, upstream.marketplaces.length);
  return upstream.marketplaces.map((marketplace) => ({
    slug: marketplace.slug,
    isDirect: true,
    games: upstream.gamesOf(marketplace),
    credentials,
    budgets: {
      search: budgetOf(each * searchShare),
      items: budgetOf(each * (1 - searchShare - salesShare)),
      sales: budgetOf(each * salesShare),
      stream: { requests: 30, perSeconds: 60, scope: 'key' },
    },
    sources: sourcesOf(upstream, marketplace),
  }));
}

/** A budget of `perMinute` requests a minute, which can be less than one. */
const budgetOf = (perMinute: number) =>
  perMinute >= 1
    ? ({ requests: Math.floor(perMinute), perSeconds: 60, scope: 'key' } as const)
    : ({ requests: 1, perSeconds: Math.ceil(60 / perMinute), scope: 'key' } as const);

const declared = { evidence: 'documented', permission: 'official', credential: upstreamKey } as const;

function sourcesOf(upstream: Upstream, { name, slug }: Marketplace): Source[] {
  const base = upstream.url.replace(/\/+$/, '');
  const shared = {
    ...declared,
    barred: (header: (name: string) => string | undefined) =>
      upstream.lineage.learn(slug, header(lineageHeader.toLowerCase())),
  };
  const ask = (path: string, query: NonNullable<WireRequest['query']>): WireRequest => ({
    url: `${base}/v2/${path}`,
    query: { marketplace: name, ...query },
  });
  return [
    walk({
      ...shared,
      name: 'search',
      yields: ['quote'],
      budget: 'search',
      covers: 'newest',
      // Finds what was missed where the stream could not resume. Its share of the budget is the real limit
      everySeconds: 30,
      pages: 500,
      request: ({ game, cursor }) => ask('items/search', { game, query: cursor ?? firstQuery, limit: maxRows }),
      cursorAt: nextQuery,
      rowsAt: '',
      row: SearchRow,
      parse: parseSearchRow,
    }),
    lookup({
      ...shared,
      name: 'items',
      yields: ['quote', 'offer', 'buyOrder'],
      replaces: ['offer', 'buyOrder'],
      budget: 'items',
      everySeconds: 60,
      request: ({ game, item, marketplaceItemId }) =>
        marketplaceItemId === null ? null : ask('items', { game, name: item }),
      rowsAt: (payload) => [payload],
      row: ItemAnswer,
      parse: parseItem,
    }),
    lookup({
      ...shared,
      name: 'sales',
      yields: ['sale'],
      replaces: [],
      onRequest: 'takes one request for each item; the stream of an Itemtape sends sales without it',
      budget: 'sales',
      everySeconds: 3_600,
      // The answer for a marketplace without sales
      outcomes: { 400: 'gone' },
      request: ({ game, item, marketplaceItemId }) =>
        marketplaceItemId === null ? null : ask('sales', { game, name: item, days: 30 }),
      rowsAt: (payload) => [payload],
      row: Sales,
      parse: parseSales,
    }),
    streamOf(upstream, base, slug, shared),
  ];
}

function streamOf(
  upstream: Upstream,
  base: string,
  slug: string,
  shared: Pick<Source, 'evidence' | 'permission' | 'barred'>,
): Source {
  return feed({
    ...shared,
    credential: upstreamKey,
    name: 'stream',
    shared: 'upstream',
    yields: ['offer', 'withdrawal', 'quote', 'buyOrder', 'cancellation', 'sale'],
    budget: 'stream',
    dialect: { name: 'tape' },
    url: `${base.replace(/^http/, 'ws')}/ws/v2/offers`,
    // Old clients of v2 services send their key here, so all of them accept it
    handshake: ({ secret }) => ({ query: { apiKey: secret ?? '' } }),
    join: () => [
      {
        subscribeTo: upstream.marketplaces.map(({ name }) => name),
        games: allGames.filter((game) => upstream.marketplaces.some((one) => upstream.gamesOf(one).includes(game))),
        newFloorOnly: false,
      },
    ],
    // A service that sends only offers can be silent for long
    silenceSeconds: 300,
    refusal: (message) => {
      const { type, code } = message as { readonly type?: unknown; readonly code?: unknown };
      if (type !== 'error') return null;
      return code === 'FELL_BEHIND' ? 'retry' : 'gone';
    },
    completes: (message) => (message as { readonly type?: unknown }).type === 'snapshotEnd',
    rowsAt: (message) => (isAbout(message, slug) ? [message] : []),
    row: Message,
    gameOf: ({ game }) => gameNamed(game),
    parse: parseMessage,
  });
}

const recordTypes = new Set<unknown>(['offer', 'buyOrder', 'price', 'sale']);

function isAbout(message: unknown, slug: string): boolean {
  const { type, marketplace } = message as { readonly type?: unknown; readonly marketplace?: unknown };
  return recordTypes.has(type) && typeof marketplace === 'string' && marketplaceNamed(marketplace)?.slug === slug;
}

const maxRows = 1_000;
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789★'"];
const firstQuery = letters[0] ?? 'a';
const maxQueryLength = 3;

/**
 * The interface only lists names that contain a text, so they are searched letter by letter. Names that begin with the
 * query come first: when a full answer ends within them, the query is repeated with each further letter.
 */
function nextQuery(payload: unknown, cursor: string | null): string | null {
  const query = cursor ?? firstQuery;
  const rows = Array.isArray(payload) ? payload : [];
  const last: unknown = rows.at(-1);
  const lastName = typeof last === 'object' && last !== null && 'name' in last ? String(last.name).toLowerCase() : '';
  const isCut = rows.length >= maxRows && lastName.startsWith(query) && [...query].length < maxQueryLength;
  return isCut ? query + firstQuery : after(query);
}

/** The next query of the same length or shorter; null after the last one. */
function after(query: string): string | null {
  const parts = [...query];
  while (parts.length > 0) {
    const next = letters[letters.indexOf(parts.pop() ?? '') + 1];
    if (next !== undefined) return [...parts, next].join('');
  }
  return null;
}
