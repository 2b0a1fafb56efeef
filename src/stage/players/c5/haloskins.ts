import { appIdOf, type Game } from '../../../schema/index.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import {
  accept,
  demandedEncodings,
  itemIdOf,
  productIdOf,
  refuse,
  viewOf,
  writeAsset,
  writeProduct,
} from './c5-product.ts';

const slug = 'haloskins';
const games: readonly Game[] = ['CS2', 'Dota2'];
const usualLimit = 10;
const mostLimit = 100;

/** An integer written in full, however long. */
const digits = (id: string): string => `#${id}`;

/** Ids are numbers here, longer than JavaScript could write them. */
const written = ({ body }: StageReply): StageReply => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body).replace(/"#(\d+)"/g, '$1'),
});

/** Any key is accepted, except that "elsewhere…" belongs to a different IP address and "unknown…" to nobody. */
const withKey =
  (answer: (request: StageRequest, world: World) => StageReply): Route['answer'] =>
  (request, world) => {
    const key = request.query.get('app-key') ?? '';
    if (key === '' || key.startsWith('unknown')) return refuse(100_002, 'app-key error');
    return key.startsWith('elsewhere') ? refuse(100_001, 'IP not in whitelist') : written(answer(request, world));
  };

const paged = <Row>(query: URLSearchParams, rows: readonly Row[]) => {
  const page = Math.max(1, wholeNumber(query.get('page'), 1));
  const limit = Math.min(mostLimit, Math.max(1, wholeNumber(query.get('limit'), usualLimit)));
  return {
    total: rows.length,
    pages: Math.ceil(rows.length / limit),
    page,
    limit,
    list: rows.slice((page - 1) * limit, page * limit),
  };
};

const stockOf = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const automatic = listings.find(({ number }) => number % 2 === 1);
  return {
    price: listings[0]?.priceUsd ?? 0,
    autoDeliverPrice: automatic?.priceUsd ?? null,
    quantity: listings.length,
  };
};

const writeFound = (world: World, item: CatalogueItem) => ({
  itemId: digits(itemIdOf(item)),
  itemName: item.name,
  marketHashName: item.name,
  imageUrl: '',
  priceInfo: stockOf(world, item),
});

/** The offers, in the order of the catalogue or by price. */
type Index = {
  readonly at: number;
  readonly plain: readonly CatalogueItem[];
  readonly cheapestFirst: readonly CatalogueItem[];
};

/** The search index is refreshed once a minute. */
const indexMs = 60_000;
const indexes = new WeakMap<World, Map<Game, Index>>();

const indexOf = (world: World, game: Game, now: number): Index => {
  const ofWorld = indexes.get(world) ?? new Map<Game, Index>();
  indexes.set(world, ofWorld);
  const known = ofWorld.get(game);
  if (known !== undefined && now >= known.at && now < known.at + indexMs) return known;
  const found = world.items(game).flatMap((item) => {
    const [first] = world.listings(slug, item);
    return first === undefined ? [] : [{ item, lowest: first.priceUsd }];
  });
  const items = (rows: typeof found) => rows.map(({ item }) => item);
  const cheapestFirst = items(found.toSorted((a, b) => a.lowest - b.lowest));
  const index = { at: now, plain: items(found), cheapestFirst };
  ofWorld.set(game, index);
  return index;
};

const search = ({ query, now }: StageRequest, world: World): StageReply => {
  const game = games.find((one) => String(appIdOf(one)) === query.get('appId'));
  if (game === undefined) return refuse(400, 'appId is not supported');
  const { plain, cheapestFirst } = indexOf(world, game, now);
  const orderBy = query.get('orderBy') ?? '0';
  const ordered = orderBy === '0' ? plain : orderBy === '1' ? cheapestFirst : cheapestFirst.toReversed();
  const keyword = (query.get('keyword') ?? '').toLowerCase();
  const found = keyword === '' ? ordered : ordered.filter(({ name }) => name.toLowerCase().includes(keyword));
  const { list, ...page } = paged(query, found);
  return accept({ ...page, list: list.map((item) => writeFound(world, item)) });
};

/** 2 is the default order. */
const sorts: Readonly<Record<string, 'listedAt' | 'priceUsd'>> = {
  0: 'listedAt',
  1: 'listedAt',
  2: 'priceUsd',
  3: 'priceUsd',
};

const sellList = ({ query }: StageRequest, world: World): StageReply => {
  const itemId = query.get('itemId');
  const item = games.flatMap((game) => world.items(game)).find((one) => itemIdOf(one) === itemId);
  const sort = query.get('orderBy') ?? query.get('sort') ?? '2';
  const by = sorts[sort];
  if (item === undefined || by === undefined) return refuse(400, 'parameter error');
  const sign = sort === '2' ? 1 : -1;
  const { list, ...page } = paged(
    query,
    world.listings(slug, item).toSorted((a, b) => sign * (a[by] - b[by])),
  );
  const rows = list.map((listing) => ({
    ...writeProduct(listing, listing.priceUsd, Math.round(listing.priceUsd * world.rates.CNY * 100) / 100),
    id: digits(productIdOf(listing.number)),
    itemId: digits(itemIdOf(item)),
    itemName: item.name,
    assetInfo: {
      ...writeAsset(listing, true),
      styleId: Number(writeAsset(listing, true).styleId),
      steamInspectUrl: viewOf(listing),
    },
  }));
  return accept({ ...page, list: rows });
};

/** HaloSkins through the public API of CS2DT, under both documented prefixes. */
export const haloskins: Player = {
  slug,
  hosts: ['openapi.cs2dt.com'],
  demands: [demandedEncodings('openapi.cs2dt.com')],
  answer: answerBy([
    { method: 'GET', path: /^\/v[12]\/product\/v2\/search$/, answer: withKey(search) },
    { method: 'GET', path: /^\/v[12]\/product\/v1\/sell\/list$/, answer: withKey(sellList) },
  ]),
};
