import { type Game, isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedBuyOrder, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, onlyFor, wholeNumber } from '../routes.ts';
import { centsText, floatPartOf, gameIds, phaseWord, writeOffer, writeStickers } from './dmarket-offer.ts';
import { isSigned } from './dmarket-signature.ts';

const slug = 'dmarket';
const pageLimit = 100;
const saleLimit = 20;
/** Totals and result sets are capped here. */
const resultLimit = 10_000;

const gameById = new Map<string, Game>([
  ...Object.entries(gameIds).map(([game, id]) => [id, game as Game] as const),
  ['csgo', 'CS2'],
  ['dota2', 'Dota2'],
]);

const fail = (status: number, message: string): StageReply => ({ status, body: { code: status, message } });

const signed = onlyFor(isSigned, fail(401, 'Unauthorized'));

/** A cursor, opaque to clients: the number of rows already returned. */
const cursorAfter = (index: number): string => Buffer.from(`after ${index}`).toString('base64');
const positionOf = (cursor: string): number =>
  wholeNumber(/^after (\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1] ?? null, 0);

const orders: Readonly<Record<string, (a: PlayedListing, b: PlayedListing) => number>> = {
  price: (a, b) => a.priceUsd - b.priceUsd || a.number - b.number,
  createdAt: (a, b) => a.listedAt - b.listedAt || a.number - b.number,
  title: (a, b) => a.item.name.localeCompare(b.item.name) || a.number - b.number,
  float: (a, b) => (a.float ?? 1) - (b.float ?? 1) || a.number - b.number,
};

/** The title is matched as a prefix, so longer names also match. */
const listingsTitled = (world: World, game: Game, title: string): readonly PlayedListing[] => {
  if (title === '') return world.newestListings(slug, game, resultLimit);
  const wanted = title.toLowerCase();
  return world
    .items(game)
    .filter((item) => item.name.toLowerCase().startsWith(wanted))
    .flatMap((item) => world.listings(slug, item));
};

const withinPrices = (query: URLSearchParams): ((listing: PlayedListing) => boolean) => {
  const from = wholeNumber(query.get('priceFrom'), 0);
  const to = wholeNumber(query.get('priceTo'), 0) || Number.POSITIVE_INFINITY;
  return ({ priceUsd }) => Number(centsText(priceUsd)) >= from && Number(centsText(priceUsd)) <= to;
};

const offers = (request: StageRequest, world: World): StageReply => {
  const { query, now } = request;
  const game = gameById.get(query.get('gameId') ?? '');
  const limit = wholeNumber(query.get('limit'), 20);
  const order = orders[query.get('orderBy') || 'title'];
  if (game === undefined) return fail(400, 'gameId is invalid');
  if (order === undefined) return fail(400, 'orderBy is invalid');
  if (limit < 1 || limit > pageLimit) return fail(400, `limit must be between 1 and ${pageLimit}`);
  const sign = query.get('orderDir') === 'desc' ? -1 : 1;
  const found = listingsTitled(world, game, query.get('title') ?? '').filter(withinPrices(query));
  const sorted = found.toSorted((a, b) => sign * order(a, b)).slice(0, resultLimit);
  const start = positionOf(query.get('cursor') ?? '');
  const end = start + limit;
  return {
    body: {
      items: sorted.slice(start, end).map((listing) => writeOffer(listing, now)),
      cursor: end < sorted.length ? cursorAfter(end) : '',
    },
  };
};

const writeTarget = (order: PlayedBuyOrder, quantity: number, usd: number, floatPart: string) => ({
  amount: String(quantity),
  price: centsText(usd),
  title: order.item.name,
  // Only CS2 targets can specify more than the title
  attributes:
    order.item.game === 'CS2'
      ? {
          floatPartValue: floatPart,
          paintSeed: 'any',
          phase: order.phase === null ? 'any' : phaseWord(order.phase),
        }
      : {},
});

/** The world's orders, and for some painted items one more for the best part of the wear band. */
const targetsByTitle = (_request: StageRequest, world: World, parts: readonly string[]): StageReply => {
  const game = gameById.get(parts[0] ?? '');
  if (game === undefined) return fail(400, 'game is invalid');
  const item = world.itemNamed(game, parts[1] ?? '');
  const found = item === null ? [] : world.buyOrders(slug, item);
  const targets = found.map((order) => writeTarget(order, order.quantity, order.priceUsd, 'any'));
  const lowest = found.at(-1);
  const best = item?.minFloat ?? null;
  if (lowest !== undefined && best !== null && lowest.item.index % 3 === 0) {
    targets.push(writeTarget(lowest, 1, lowest.priceUsd * 0.9, floatPartOf(best)));
  }
  return { body: { orders: targets } };
};

/** Price levels, cheapest offers and best orders first; an order for any item of the title has no attributes. */
const marketDepth = ({ query }: StageRequest, world: World): StageReply => {
  const game = gameById.get(query.get('gameId') ?? '');
  if (game === undefined) return fail(400, 'gameId is invalid');
  const item = world.itemNamed(game, query.get('title') ?? '');
  if (item === null) return { body: { offers: [], orders: [] } };
  const steps = new Map<string, PlayedListing[]>();
  for (const listing of world.listings(slug, item)) {
    const price = centsText(listing.priceUsd);
    steps.set(price, [...(steps.get(price) ?? []), listing]);
  }
  return {
    body: {
      offers: [...steps].map(([price, listings]) => ({
        price,
        amount: String(listings.length),
        attributes: listings.map(({ float, paintSeed, phase }) => ({
          floatValue: String(float ?? ''),
          paintSeed: String(paintSeed ?? ''),
          phaseTitle: phase ?? '',
        })),
      })),
      orders: world.buyOrders(slug, item).map(({ priceUsd, quantity, phase }) => ({
        price: centsText(priceUsd),
        amount: String(quantity),
        attributes: phase === null ? [] : [{ floatPartValue: 'any', paintSeed: 'any', phaseTitle: phase }],
      })),
    },
  };
};

const operationOf = (sale: PlayedSale): string => (sale.number % 3 === 0 ? 'Target' : 'Offer');

/** Sale prices are dollars with two decimals, unlike the cents of offers and targets. */
const writeSale = (sale: PlayedSale) => ({
  price: sale.priceUsd.toFixed(2),
  date: String(Math.floor(sale.soldAt / 1000)),
  txOperationType: operationOf(sale),
  offerAttributes:
    sale.float === null
      ? {}
      : {
          floatValue: sale.float,
          paintSeed: sale.paintSeed,
          phaseTitle: sale.phase,
          ...(sale.stickers.length === 0 ? {} : { stickers: writeStickers(sale) }),
        },
  orderAttributes: operationOf(sale) === 'Target' ? { isAdvanced: true } : {},
});

const lastSales = ({ query }: StageRequest, world: World): StageReply => {
  const game = gameById.get(query.get('gameId') ?? '');
  const limit = wholeNumber(query.get('limit'), saleLimit);
  if (game === undefined) return fail(400, 'gameId is invalid');
  if (limit > saleLimit) return fail(400, `limit must not exceed ${saleLimit}`);
  const item = world.itemNamed(game, query.get('title') ?? '');
  const operation = query.get('txOperationType') ?? '';
  const offset = wholeNumber(query.get('offset'), 0);
  const sales = item === null ? [] : world.sales(slug, item);
  const wanted = operation === '' ? sales : sales.filter((sale) => operationOf(sale) === operation);
  return { body: { sales: wanted.slice(offset, offset + limit).map(writeSale) } };
};

const best = (usd: number | undefined) => (usd === undefined ? null : { Currency: 'USD', Amount: centsText(usd) });

const aggregate = (world: World, item: CatalogueItem) => {
  const bids = world.buyOrders(slug, item);
  const asks = world.listings(slug, item);
  return {
    title: item.name,
    orderBestPrice: best(bids[0]?.priceUsd),
    orderCount: String(bids.reduce((sum, order) => sum + order.quantity, 0)),
    offerBestPrice: best(asks[0]?.priceUsd),
    offerCount: String(asks.length),
  };
};

const aggregatedPrices = (request: StageRequest, world: World): StageReply => {
  const { filter, limit, cursor } = bodyObject(request.body);
  const requested = isObject(filter) ? filter : {};
  const game = gameById.get(String(requested['game'] ?? ''));
  if (game === undefined) return fail(400, 'filter.game is invalid');
  const size = Math.min(pageLimit, wholeNumber(String(limit ?? ''), pageLimit));
  const titles = Array.isArray(requested['titles']) ? requested['titles'].map(String) : [];
  const items = titles.length === 0 ? world.items(game) : titles.flatMap((title) => world.itemNamed(game, title) ?? []);
  const start = positionOf(typeof cursor === 'string' ? cursor : '');
  return {
    body: {
      aggregatedPrices: items.slice(start, start + size).map((item) => aggregate(world, item)),
      nextCursor: start + size < items.length ? cursorAfter(start + size) : '',
    },
  };
};

export const dmarket: Player = {
  slug,
  hosts: ['api.dmarket.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/exchange\/v1\/market\/items$/, answer: () => fail(410, 'Gone') },
    { method: 'GET', path: /^\/marketplace-api\/v2\/offers$/, answer: signed(offers) },
    { method: 'GET', path: /^\/marketplace-api\/v1\/market-depth$/, answer: marketDepth },
    { method: 'GET', path: /^\/marketplace-api\/v1\/targets-by-title\/([^/]+)\/(.+)$/, answer: signed(targetsByTitle) },
    { method: 'GET', path: /^\/trade-aggregator\/v1\/last-sales$/, answer: signed(lastSales) },
    { method: 'POST', path: /^\/marketplace-api\/v1\/aggregated-prices$/, answer: aggregatedPrices },
  ]),
};
