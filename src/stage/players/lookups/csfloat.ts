import type { CatalogueItem, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { isCommodity, isSouvenir, isStatTrak } from '../cs2-name.ts';
import { answerBy, bodyObject, type Route, wholeNumber } from '../routes.ts';
import {
  auctionOf,
  centsOf,
  numberOfId,
  type Row,
  rowOf,
  writeListing,
  writeOrder,
  writeSale,
} from './csfloat-listing.ts';

const slug = 'csfloat';
const pageLimit = 50;
const saleLimit = 40;
/** A search without a name covers the newest listings. */
const newestLimit = 2000;

const fail = (status: number, code: number | null, message: string): StageReply => ({
  status,
  body: { code, message },
});
const notFound: StageReply = { status: 404, body: { message: 'the given resource could not be found' } };

/** Any key of letters, digits, dash and underscore is accepted; "Bearer" in front of it is not recognised. */
const hasKey = ({ headers }: StageRequest): boolean => /^[A-Za-z0-9_-]{8,}$/.test(headers['authorization'] ?? '');

/** The only requests answered without a key, as sorted parameters. */
const keyless = new Set([
  'limit=40&min_ref_qty=20',
  'limit=5&min_price=500&min_ref_qty=20&type=buy_now',
  'limit=5&min_price=500&min_ref_qty=20&sort_by=most_recent&type=buy_now',
  'filter=unique&limit=5&min_price=500&min_ref_qty=20&sort_by=most_recent&type=buy_now',
]);

const isKeyless = (query: URLSearchParams): boolean => {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return keyless.has(sorted.toString());
};

type Order = (a: Row, b: Row) => number;
const byPrice: Order = (a, b) => a.cents - b.cents || a.listing.number - b.listing.number;
const byAge: Order = (a, b) => b.listing.listedAt - a.listing.listedAt || b.listing.number - a.listing.number;
const byFloat: Order = (a, b) => (a.listing.float ?? 2) - (b.listing.float ?? 2);

const orders: Readonly<Record<string, Order>> = {
  best_deal: byPrice,
  lowest_price: byPrice,
  highest_price: (a, b) => byPrice(b, a),
  most_recent: byAge,
  expires_soon: byAge,
  lowest_float: byFloat,
  highest_float: (a, b) => byFloat(b, a),
};

const categoryOf = (name: string): number => {
  if (isStatTrak(name)) return 2;
  return isSouvenir(name) ? 3 : 1;
};

/** Filters by a number; `phase` is accepted without effect, as on the real site. */
const filters: Readonly<Record<string, (row: Row, wanted: number) => boolean>> = {
  def_index: ({ listing }, wanted) => listing.item.defIndex === wanted,
  paint_index: ({ listing }, wanted) => listing.paintIndex === wanted,
  paint_seed: ({ listing }, wanted) => listing.paintSeed === wanted,
  min_float: ({ listing }, wanted) => listing.float !== null && listing.float >= wanted,
  max_float: ({ listing }, wanted) => listing.float !== null && listing.float <= wanted,
  min_price: ({ cents }, wanted) => cents >= wanted,
  max_price: ({ cents }, wanted) => cents <= wanted,
  category: ({ listing }, wanted) => categoryOf(listing.item.name) === wanted,
  min_ref_qty: () => true,
};

const mistakeIn = (query: URLSearchParams): StageReply | null => {
  for (const name of ['limit', ...Object.keys(filters)]) {
    const text = query.get(name);
    if (text !== null && (text === '' || Number.isNaN(Number(text)))) {
      return fail(400, 18, `schema: error converting value for "${name}"`);
    }
  }
  if (wholeNumber(query.get('limit'), pageLimit) > pageLimit) return fail(400, 4, 'limit is too high');
  if (!['', 'buy_now', 'auction'].includes(query.get('type') ?? '')) return fail(400, 4, 'invalid type');
  return (query.get('sort_by') ?? 'best_deal') in orders ? null : notFound;
};

const rowsOf = (world: World, item: CatalogueItem): readonly Row[] => {
  const listings = world.listings(slug, item);
  const auction = auctionOf(listings);
  return [...listings.map(rowOf), ...(auction === null ? [] : [auction])];
};

const candidates = (world: World, query: URLSearchParams): readonly Row[] => {
  const name = query.get('market_hash_name');
  if (name === null) return world.newestListings(slug, 'CS2', newestLimit).map(rowOf);
  const item = world.itemNamed('CS2', name);
  return item === null ? [] : rowsOf(world, item);
};

const search = (world: World, query: URLSearchParams): readonly Row[] => {
  const type = query.get('type') ?? '';
  const requested = Object.entries(filters).filter(([name]) => query.has(name));
  return candidates(world, query)
    .filter((row) => type === '' || row.auction === (type === 'auction'))
    .filter((row) => requested.every(([name, fits]) => fits(row, Number(query.get(name)))))
    .toSorted(orders[query.get('sort_by') ?? 'best_deal'] ?? byPrice);
};

/** A cursor, opaque to clients: the number of rows already returned. */
const cursorAfter = (position: number): string => Buffer.from(`after ${position}`).toString('base64url');
const positionOf = (cursor: string): number =>
  wholeNumber(/^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? null, 0);

const quantityOf = (world: World, { listing }: Row): number => world.listings(slug, listing.item).length;

const listings = (request: StageRequest, world: World): StageReply => {
  const { query } = request;
  if (!hasKey(request) && !isKeyless(query)) return fail(403, null, 'You need to be logged in to search listings');
  const mistake = mistakeIn(query);
  if (mistake !== null) return mistake;
  const start = positionOf(query.get('cursor') ?? '');
  const end = start + wholeNumber(query.get('limit'), pageLimit);
  const rows = search(world, query);
  const data = rows.slice(start, end).map((row) => writeListing(row, quantityOf(world, row)));
  return { body: { data, ...(end < rows.length ? { cursor: cursorAfter(end) } : {}) } };
};

const rowWithId = (world: World, id: string): Row | null => {
  const wanted = numberOfId(id);
  const listing = wanted === null ? null : world.listingNumbered(wanted.number);
  if (wanted === null || listing === null || listing.item.game !== 'CS2') return null;
  return (
    rowsOf(world, listing.item).find((row) => row.listing.number === wanted.number && row.auction === wanted.auction) ??
    null
  );
};

const oneListing: Route['answer'] = (_request, world, parts) => {
  const row = rowWithId(world, parts[0] ?? '');
  return row === null ? notFound : { body: writeListing(row, quantityOf(world, row)) };
};

const ordersOfListing: Route['answer'] = (request, world, parts) => {
  if (request.query.size > 0 && !hasKey(request)) return fail(403, null, 'You need to be logged in');
  const row = rowWithId(world, parts[0] ?? '');
  if (row === null) return notFound;
  const { item, phase } = row.listing;
  // Orders for other Doppler variants do not apply to this listing
  const fitting = world.buyOrders(slug, item).filter((order) => order.phase === null || order.phase === phase);
  return { body: fitting.slice(0, wholeNumber(request.query.get('limit'), 10)).map(writeOrder) };
};

/** The item matched by an index rule: "DefIndex == 7 and PaintIndex == 72". */
const itemOfRule = (world: World, expression: string): CatalogueItem | null => {
  const index = (name: string): number => Number(new RegExp(`${name} == (\\d+)`).exec(expression)?.[1] ?? -1);
  const [defIndex, paintIndex] = [index('DefIndex'), index('PaintIndex')];
  return (
    world
      .items('CS2')
      .find(
        (item) =>
          item.defIndex === defIndex &&
          (item.paintIndex === paintIndex || item.phases.some((variant) => variant.paintIndex === paintIndex)),
      ) ?? null
  );
};

const similarOrders: Route['answer'] = (request, world) => {
  if (!hasKey(request)) return fail(403, null, 'You need to be logged in');
  const { market_hash_name: name, expression } = bodyObject(request.body);
  if (typeof name !== 'string' && typeof expression !== 'string') return fail(400, 4, 'invalid expression');
  const item = typeof name === 'string' ? world.itemNamed('CS2', name) : itemOfRule(world, String(expression));
  const found = item === null ? [] : world.buyOrders(slug, item);
  return { body: { data: found.slice(0, wholeNumber(request.query.get('limit'), 10)).map(writeOrder) } };
};

const sales: Route['answer'] = (_request, world, parts) => {
  const item = world.itemNamed('CS2', parts[0] ?? '');
  if (item === null) return notFound;
  if (isCommodity(item)) return fail(400, 200, 'sales history is not available for commodities');
  const quantity = world.listings(slug, item).length;
  return {
    body: world
      .sales(slug, item)
      .slice(0, saleLimit)
      .map((sale) => writeSale(sale, quantity)),
  };
};

const byDay = (found: readonly PlayedSale[]) => {
  const days = new Map<string, number[]>();
  for (const { soldAt, priceUsd } of found) {
    const day = `${new Date(soldAt).toISOString().slice(0, 10)}T00:00:00Z`;
    days.set(day, [...(days.get(day) ?? []), priceUsd * 100]);
  }
  return [...days].map(([day, paid]) => ({
    count: paid.length,
    day,
    avg_price: Math.round((paid.reduce((sum, cents) => sum + cents, 0) / paid.length) * 10) / 10,
  }));
};

const graph: Route['answer'] = (request, world, parts) => {
  const item = world.itemNamed('CS2', parts[0] ?? '');
  if (item === null) return notFound;
  const index = request.query.get('paint_index');
  const found = world.sales(slug, item);
  return { body: byDay(index === null ? found : found.filter((sale) => sale.paintIndex === Number(index))) };
};

const priceList: Route['answer'] = (_request, world) => ({
  body: world.items('CS2').flatMap((item) => {
    const found = world.listings(slug, item);
    const cheapest = found[0];
    if (cheapest === undefined) return [];
    return [{ market_hash_name: item.name, quantity: found.length, min_price: centsOf(cheapest.priceUsd) }];
  }),
});

const dopplerPriceList: Route['answer'] = (_request, world) => ({
  body: {
    data: world.items('CS2').flatMap((item) => {
      const variants = new Map<number, number>();
      for (const { paintIndex, phase, priceUsd } of world.listings(slug, item))
        if (phase !== null && paintIndex !== null && !variants.has(paintIndex)) variants.set(paintIndex, priceUsd);
      return [...variants].map(([index, priceUsd]) => ({
        market_hash_name: item.name,
        paint_index: index,
        min_price: centsOf(priceUsd),
      }));
    }),
  },
});

const answer = answerBy([
  { method: 'GET', path: /^\/api\/v1\/listings\/price-list$/, answer: priceList },
  { method: 'GET', path: /^\/api\/v1\/listings\/price-list\/doppler$/, answer: dopplerPriceList },
  { method: 'GET', path: /^\/api\/v1\/listings$/, answer: listings },
  { method: 'GET', path: /^\/api\/v1\/listings\/([^/]+)$/, answer: oneListing },
  { method: 'GET', path: /^\/api\/v1\/listings\/([^/]+)\/buy-orders$/, answer: ordersOfListing },
  { method: 'POST', path: /^\/api\/v1\/buy-orders\/similar-orders$/, answer: similarOrders },
  { method: 'GET', path: /^\/api\/v1\/history\/(.+)\/sales$/, answer: sales },
  { method: 'GET', path: /^\/api\/v1\/history\/(.+)\/graph$/, answer: graph },
]);

/** What remains of a one-minute window, as if one request came every second. */
const rateHeaders = (now: number): Readonly<Record<string, string>> => {
  const second = Math.floor(now / 1000);
  const passed = second % 60;
  return {
    'x-ratelimit-limit': '200',
    'x-ratelimit-remaining': String(199 - passed),
    'x-ratelimit-reset': String(second - passed + 60),
  };
};

export const csfloat: Player = {
  slug,
  hosts: ['csfloat.com'],
  answer: (request, world) => {
    const reply = answer(request, world);
    return reply === null ? null : { ...reply, headers: { ...rateHeaders(request.now), ...reply.headers } };
  },
};
