import type { Phase } from '../../../schema/index.ts';
import type {
  CatalogueItem,
  PlayedBuyOrder,
  PlayedChange,
  PlayedListing,
  PlayedSale,
  World,
} from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply } from '../../player.ts';
import { bareStickerName } from '../cs2-name.ts';
import { answerBy, bodyObject, type Route, wholeNumber } from '../routes.ts';
import { addressOf } from '../skinport-pages.ts';
import { classIdOf, inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'white-market';
const pageLimit = 100;

const productId = ({ number }: PlayedListing): string => uuidOf(slug, 'product', number);
const decimals = (usd: number, digits: number): string => usd.toFixed(digits);
const numberText = (value: number | null): string => (value === null ? '' : String(value));
const price = (usd: number) => ({ value: decimals(usd, 2), currency: 'USD' });

// "+0000", as PHP writes times
const instant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+0000`;

const linkOf = (listing: PlayedListing): string => (listing.float === null ? '' : inspectLinkOf(listing));

/** "Black Pearl" is "BLACK_PEARL", "Phase 2" is "PHASE2". */
const phaseValue = (phase: Phase): string => phase.replace('Phase ', 'Phase').replace(' ', '_').toUpperCase();

const priceRow = (item: CatalogueItem, phase: Phase | null, listings: readonly PlayedListing[]) => {
  const [cheapest] = listings;
  if (cheapest === undefined) return [];
  const page = `https://white.market/item?appId=730&nameHash=${encodeURIComponent(item.name)}`;
  return [
    {
      market_hash_name: item.name,
      price: decimals(cheapest.priceUsd, 3),
      market_product_link: phase === null ? page : `${page}&csgoPhase=${phaseValue(phase)}`,
      market_product_count: listings.length,
      cheapest_asset_id: Number(cheapest.assetId),
      cheapest_float: numberText(cheapest.float),
      paint_index: cheapest.paintIndex,
      paint_seed: cheapest.paintSeed,
      inspect_link: linkOf(cheapest),
    },
  ];
};

/** A row per name; a Doppler has one per variant. */
const priceFile: Route['answer'] = (_request, world) => ({
  body: world.items('CS2').flatMap((item) => {
    const listings = world.listings(slug, item);
    const variants = item.phases.length === 0 ? [null] : item.phases.map(({ phase }) => phase);
    return variants.flatMap((variant) => {
      const listed = listings.filter(({ phase }) => phase === variant);
      return priceRow(item, variant, listed);
    });
  }),
});

/** A product with all fields, whichever were requested. */
const writeProduct = (listing: PlayedListing) => ({
  id: productId(listing),
  slug: `${addressOf(listing.item.name.replace('™', 'tm'))}-${String(listing.number).padStart(16, '0')}`,
  price: price(listing.priceUsd),
  createdAt: instant(listing.listedAt),
  similarQty: 1,
  store: { slug: `store-${listing.sellerId.slice(-6)}` },
  item: {
    isAdditionalDataMissed: listing.float === null,
    description: { nameHash: listing.item.name, name: listing.item.name },
    ...(listing.float === null
      ? {}
      : {
          float: numberText(listing.float),
          paintIndex: numberText(listing.paintIndex),
          paintSeed: numberText(listing.paintSeed),
          phase: listing.phase,
          link: linkOf(listing),
          stickerTitles: listing.stickers.map(({ name }) => bareStickerName(name)),
        }),
  },
});

/** Every fourth buyer wants a float range. */
const writeOrder = (order: PlayedBuyOrder) => ({
  id: uuidOf(slug, 'order', order.number),
  appId: '730',
  nameHash: order.item.name,
  quantity: order.quantity,
  price: price(order.priceUsd),
  status: 'ACTIVE',
  params:
    order.number % 4 === 0 && order.item.maxFloat !== null ? [{ param: 'CSGO_FLOAT', value: ['0.15', '0.20'] }] : [],
  createdAt: instant(order.createdAt),
  expiredAt: null,
});

const writeDays = (sales: readonly PlayedSale[]) => {
  const days = new Map<string, number[]>();
  for (const { soldAt, priceUsd } of sales) {
    const date = new Date(soldAt).toISOString().slice(0, 10);
    days.set(date, [...(days.get(date) ?? []), priceUsd]);
  }
  return [...days].map(([date, paid]) => ({
    priceAvg: Math.round((paid.reduce((sum, usd) => sum + usd, 0) / paid.length) * 100) / 100,
    volume: paid.length,
    date,
  }));
};

const connection = (nodes: readonly unknown[], first: number) => ({
  totalCount: nodes.length,
  edges: nodes.slice(0, first).map((node) => ({ node })),
  pageInfo: { hasNextPage: nodes.length > first, endCursor: nodes.length > first ? String(first) : null },
});

const failure = (path: string, message: string, category: string): StageReply => ({
  body: { errors: [{ message, locations: [{ line: 2, column: 3 }], path: [path], extensions: { category } }] },
});

/** A string argument of a query, encoded as in JSON. */
const argument = (query: string, name: string): string | null => {
  const text = new RegExp(`\\b${name}:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(query)?.[1];
  return text === undefined ? null : String(JSON.parse(text));
};

type Field = (item: CatalogueItem, world: World, first: number) => unknown;

const fields: Readonly<Record<string, Field>> = {
  market_list: (item, world, first) => connection(world.listings(slug, item).map(writeProduct), first),
  order_list: (item, world, first) => connection(world.buyOrders(slug, item).map(writeOrder), first),
  market_stats_product: (item, world) => writeDays(world.sales(slug, item)),
};

const read: Route['answer'] = ({ body }, world) => {
  const { query } = bodyObject(body);
  const text = typeof query === 'string' ? query : '';
  const name = Object.keys(fields).find((field) => new RegExp(`\\b${field}\\s*\\(`).test(text));
  const field = fields[name ?? ''];
  if (name === undefined || field === undefined) return failure('query', 'Cannot query this field.', 'graphql');
  const item = world.itemNamed('CS2', argument(text, 'nameHash') ?? '');
  if (item === null) return { body: { data: { [name]: name === 'market_stats_product' ? [] : connection([], 0) } } };
  const first = wholeNumber(/\bfirst:\s*(\d+)/.exec(text)?.[1] ?? null, pageLimit);
  if (first > pageLimit) return failure(name, 'Too many items are asked for.', 'validation');
  return { body: { data: { [name]: field(item, world, first) } } };
};

const tokenPrefix = 'played.access.';

const partner: Route['answer'] = (request, world, parts) => {
  const { 'x-partner-token': key, authorization } = request.headers;
  if (key !== undefined && /\bauth_token\b/.test(request.body))
    return /^[A-Za-z0-9_-]{8,}$/.test(key)
      ? { body: { data: { auth_token: { accessToken: tokenPrefix + uuidOf(slug, key) } } } }
      : failure('auth_token', 'Invalid partner token.', 'auth.invalid');
  if (authorization?.startsWith(`Bearer ${tokenPrefix}`) === true) return read(request, world, parts);
  return { status: 401, body: { error: { code: 401, message: 'Expired JWT Token' } } };
};

const channel = 'market_products_updates';

const ids = (listing: PlayedListing) => ({
  id: productId(listing),
  app_id: '730',
  asset_id: listing.assetId,
  class_id: classIdOf(listing.item),
  instance_id: '302028390',
});

const numbers = ({ float, paintIndex, paintSeed }: PlayedListing) => ({
  float: numberText(float),
  paint_index: numberText(paintIndex),
  paint_seed: numberText(paintSeed),
});

const contentOf = ({ kind, listing }: PlayedChange): { readonly type: string; readonly content: unknown } => {
  const name_hash = listing.item.name;
  const priced = { price: decimals(listing.priceUsd, 3), name_hash };
  if (kind === 'removed') return { type: 'market_product_removed', content: { ...ids(listing), name_hash } };
  if (kind === 'repriced')
    return { type: 'market_product_edited', content: { ...ids(listing), ...priced, ...numbers(listing) } };
  const inspected = { inspect_url: linkOf(listing), delivery_type: 'semi' };
  return {
    type: 'market_product_added',
    content: { ...ids(listing), ...priced, ...inspected, ...numbers(listing) },
  };
};

const feed: PlayedFeed = {
  host: 'api.white.market',
  path: '/ws_endpoint',
  framing: {
    name: 'centrifugo',
    protocol: 2,
    channels: [channel],
    admits: (token) => token?.startsWith(tokenPrefix) === true,
  },
  games: ['CS2'],
  messagesOf: (changes) => changes.map((change) => ({ channel, data: { message: JSON.stringify(contentOf(change)) } })),
};

/** White.market: a public price file, GraphQL with and without a token, and a feed whose messages are JSON in JSON. */
export const whiteMarket: Player = {
  slug,
  hosts: ['export.white.market', 'api.white.market'],
  answer: answerBy([
    { method: 'GET', path: /^\/v1\/prices\/730\.json$/, answer: priceFile },
    { method: 'POST', path: /^\/graphql\/api$/, answer: read },
    { method: 'POST', path: /^\/graphql\/partner$/, answer: partner },
  ]),
  feeds: [feed],
};
