import { type Connector, feed, lookup, type Source, type WireRequest, walk } from '../contract/connector.ts';
import { games as allGames, type Game, gameNamed, type Marketplace, marketplaceNamed } from '../schema/index.ts';
import { type Lineage, lineageHeader } from './lineage.ts';
import { parseItem, parseMessage, parseSales, parseSearchRow } from './parse.ts';
import { ItemAnswer, Message, Sales, SearchRow } from './wire.ts';

/** Environment name of the key that the other service gave out. */
const upstreamKey = 'UPSTREAM_KEY';

export type Upstream = {
  /** http or https, with the path in front of /v2 where there is one. */
  readonly url: string;
  readonly marketplaces: readonly Marketplace[];
  /** Of a marketplace. */
  readonly gamesOf: (marketplace: Marketplace) => readonly Game[];
  readonly requestsPerMinute: number;
  readonly lineage: Lineage;
};

const credentials = [
  {
    env: upstreamKey,
    about: 'Made at the other service; with Itemtape: itemtape keys create <name>.',
    carry: { in: 'header', name: 'x-api-key' },
  },
] as const;

// Of what may be asked in all; the rest is for the items themselves
const searchShare = 0.2;
const salesShare = 0.2;

/** A connector for each marketplace that is taken from another service, all of them on one connection of its stream. */
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

/** So many a minute, however few. */
const budgetOf = (perMinute: number) =>
  perMinute >= 1
    ? ({ requests: Math.floor(perMinute), perSeconds: 60, scope: 'key' } as const)
    : ({ requests: 1, perSeconds: Math.ceil(60 / perMinute), scope: 'key' } as const);

function sourcesOf(upstream: Upstream, { name, slug }: Marketplace): Source[] {
  const base = upstream.url.replace(/\/+$/, '');
  const shared = {
    evidence: 'documented' as const,
    credential: upstreamKey,
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
      // What was missed without resuming is found by this; its share of the budget is what bounds it
      everySeconds: 30,
      pages: 500,
      request: ({ game, cursor }) => ask('items/search', { game, query: cursor ?? firstQuery, limit: mostRows }),
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
      onRequest: 'one request for each item; the stream of an Itemtape tells sales without',
      budget: 'sales',
      everySeconds: 3_600,
      // How a service says that this marketplace shows no sales
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

function streamOf(upstream: Upstream, base: string, slug: string, shared: Pick<Source, 'evidence' | 'barred'>): Source {
  return feed({
    ...shared,
    credential: upstreamKey,
    name: 'stream',
    shared: 'upstream',
    yields: ['offer', 'withdrawal', 'quote', 'buyOrder', 'cancellation', 'sale'],
    budget: 'stream',
    dialect: { name: 'tape' },
    url: `${base.replace(/^http/, 'ws')}/ws/v2/offers`,
    // Old clients of such services send their key here, so that all of them take it
    handshake: ({ secret }) => ({ query: { apiKey: secret ?? '' } }),
    join: () => [
      {
        subscribeTo: upstream.marketplaces.map(({ name }) => name),
        games: allGames.filter((game) => upstream.marketplaces.some((one) => upstream.gamesOf(one).includes(game))),
        newFloorOnly: false,
      },
    ],
    // A service that sends nothing but offers may be silent for long
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

const told = new Set<unknown>(['offer', 'buyOrder', 'price', 'sale']);

function isAbout(message: unknown, slug: string): boolean {
  const { type, marketplace } = message as { readonly type?: unknown; readonly marketplace?: unknown };
  return told.has(type) && typeof marketplace === 'string' && marketplaceNamed(marketplace)?.slug === slug;
}

const mostRows = 1_000;
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789★'"];
const firstQuery = letters[0] ?? 'a';
const longestQuery = 3;

/**
 * The interface lists no names but those that hold a text, so all of them are asked for letter by letter. Names that
 * begin with it come first: only when a full answer ends among them, it is asked for with each further letter.
 */
function nextQuery(payload: unknown, cursor: string | null): string | null {
  const query = cursor ?? firstQuery;
  const rows = Array.isArray(payload) ? payload : [];
  const last: unknown = rows.at(-1);
  const lastName = typeof last === 'object' && last !== null && 'name' in last ? String(last.name).toLowerCase() : '';
  const isCut = rows.length >= mostRows && lastName.startsWith(query) && [...query].length < longestQuery;
  return isCut ? query + firstQuery : after(query);
}

/** The next query of the same length, or of the one before it. */
function after(query: string): string | null {
  const parts = [...query];
  while (parts.length > 0) {
    const next = letters[letters.indexOf(parts.pop() ?? '') + 1];
    if (next !== undefined) return [...parts, next].join('');
  }
  return null;
}
