import { type Game, isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, onlyFor } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';

const slug = 'market-csgo';

const gameByHost: Readonly<Record<string, Game>> = {
  'market.csgo.com': 'CS2',
  'market.dota2.net': 'Dota2',
  'rust.tm': 'Rust',
  'tf2.tm': 'TF2',
};

type Currency = 'USD' | 'EUR' | 'RUB';

/** The real site truncates a list of names at this length. */
const nameLimit = 50;
const historyLimit = 100;

const fail = (error: string): StageReply => ({ body: { success: false, error } });

const gameOf = (request: StageRequest): Game => gameByHost[request.host.replace(/:\d+$/, '')] ?? 'CS2';

const amountIn = (world: World, usd: number, currency: Currency): number =>
  currency === 'USD' ? usd : usd * world.rates[currency];

// Roubles have two decimals, dollars and euros three
const decimalText = (world: World, usd: number, currency: Currency): string =>
  amountIn(world, usd, currency).toFixed(currency === 'RUB' ? 2 : 3);

const thousandths = (usd: number): number => Math.max(1, Math.round(usd * 1000));

type BulkRow = { readonly market_hash_name: string; readonly price: string; readonly volume: string };

const bulk = (
  request: StageRequest,
  currency: string,
  world: World,
  row: (item: CatalogueItem) => { readonly usd: number; readonly volume: number } | null,
): StageReply => {
  const items: BulkRow[] = [];
  for (const item of world.items(gameOf(request))) {
    const found = row(item);
    if (found === null) continue;
    const price = decimalText(world, found.usd, currency as Currency);
    items.push({ market_hash_name: item.name, price, volume: String(found.volume) });
  }
  return { body: { success: true, time: Math.floor(request.now / 1000), currency, items } };
};

/** One price for all Doppler variants: the bulk lists merge them. */
const prices = (request: StageRequest, world: World, parts: readonly string[]): StageReply =>
  bulk(request, parts[0] ?? 'USD', world, (item) => {
    const listings = world.listings(slug, item);
    const cheapest = listings[0];
    return cheapest === undefined ? null : { usd: cheapest.priceUsd, volume: listings.length };
  });

const orderPrices = (request: StageRequest, world: World, parts: readonly string[]): StageReply =>
  bulk(request, parts[0] ?? 'USD', world, (item) => {
    const orders = world.buyOrders(slug, item);
    const best = orders[0];
    return best === undefined
      ? null
      : { usd: best.priceUsd, volume: orders.reduce((sum, order) => sum + order.quantity, 0) };
  });

const firstId = 60_000;

const nameIds = (request: StageRequest, world: World): StageReply => ({
  body: {
    success: true,
    time: Math.floor(request.now / 1000),
    items: world.items(gameOf(request)).map((item) => ({ id: firstId + item.index, hash_name: item.name })),
  },
});

/** Any key of letters and digits is accepted; a missing or malformed one is refused with status 200. */
const keyed = onlyFor((request) => /^[A-Za-z0-9_-]{8,}$/.test(request.query.get('key') ?? ''), fail('Bad KEY'));

const namesOf = (query: URLSearchParams): readonly string[] =>
  [...query].flatMap(([name, value]) => (/^list_hash_name(\[\d*\])?$/.test(name) ? [value] : []));

/** PHP writes an empty map as an array. */
const byName = (entries: readonly (readonly [string, unknown])[]): unknown =>
  entries.length === 0 ? [] : Object.fromEntries(entries);

const eachNamed = (request: StageRequest, world: World, entry: (item: CatalogueItem) => unknown | null): StageReply => {
  const names = namesOf(request.query);
  if (names.length === 0) return fail('list_hash_name is empty');
  if (names.length > nameLimit) return fail(`Too many items in list_hash_name, maximum ${nameLimit}`);
  const entries = names.flatMap((name) => {
    const item = world.itemNamed(gameOf(request), name);
    const found = item === null ? null : entry(item);
    return found === null ? [] : [[name, found] as const];
  });
  return { body: { success: true, currency: 'USD', data: byName(entries) } };
};

const writeLot = (listing: PlayedListing) => ({
  id: listing.number,
  price: thousandths(listing.priceUsd),
  class: classIdOf(listing.item),
  instance: '188530139',
  extra: {
    asset: listing.assetId,
    ...(listing.float === null ? {} : { float: String(listing.float) }),
    ...(listing.stickers.length === 0
      ? {}
      : { stickers: listing.stickers.map((sticker) => String(1_000_000 + sticker.stickerId)).join('|') }),
  },
});

const lots = (request: StageRequest, world: World): StageReply =>
  eachNamed(request, world, (item) => {
    const listings = world.listings(slug, item);
    return listings.length === 0 ? null : listings.map(writeLot);
  });

const currencyUnits = (usd: number): number => Math.round(usd * 1000) / 1000;

const itemsInfo = (request: StageRequest, world: World): StageReply =>
  eachNamed(request, world, (item) => {
    const sales = world.sales(slug, item).slice(0, historyLimit);
    if (sales.length === 0) return null;
    const paid = sales.map((sale) => currencyUnits(sale.priceUsd));
    return {
      max: Math.max(...paid),
      min: Math.min(...paid),
      average: currencyUnits(paid.reduce((sum, price) => sum + price, 0) / paid.length),
      history: sales.map((sale, position) => [Math.floor(sale.soldAt / 1000), paid[position]]),
    };
  });

const plainPhase = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const ofPhase = <Row extends { readonly phase: string | null }>(rows: readonly Row[], phase: string): readonly Row[] =>
  phase === '' ? rows : rows.filter((row) => plainPhase(row.phase ?? '') === plainPhase(phase));

/** Price levels with the quantity at each. */
const levels = (rows: readonly { readonly usd: number; readonly total: number }[]) => {
  const totals = new Map<number, number>();
  for (const { usd, total } of rows) totals.set(thousandths(usd), (totals.get(thousandths(usd)) ?? 0) + total);
  return [...totals].map(([price, total]) => ({ price, total }));
};

const bidAsk = (request: StageRequest, world: World): StageReply => {
  const item = world.itemNamed(gameOf(request), request.query.get('hash_name') ?? '');
  if (item === null) return fail('Item not found');
  const phase = request.query.get('phase') ?? '';
  const bids = ofPhase(world.buyOrders(slug, item), phase);
  const asks = ofPhase(world.listings(slug, item), phase);
  return {
    body: {
      success: true,
      currency: 'USD',
      bid: levels(bids.map((order) => ({ usd: order.priceUsd, total: order.quantity }))),
      ask: levels(asks.map((listing) => ({ usd: listing.priceUsd, total: 1 }))),
    },
  };
};

const historyByDay = (sales: readonly PlayedSale[]) => {
  const days = new Map<string, number[]>();
  for (const sale of sales) {
    const day = `${new Date(sale.soldAt).toISOString().slice(0, 10)}T00:00:00Z`;
    days.set(day, [...(days.get(day) ?? []), sale.priceUsd]);
  }
  return [...days].map(([time, paid]) => ({
    price: Math.round((paid.reduce((sum, price) => sum + price, 0) / paid.length) * 100) / 100,
    time,
    count: paid.length,
    currency: 'USD',
  }));
};

const graphql = (request: StageRequest, world: World): StageReply => {
  const { variables, query } = bodyObject(request.body);
  const requested = isObject(variables) ? variables : {};
  const argument = (name: string): string => {
    const value = requested[name];
    if (typeof value === 'string') return value;
    return new RegExp(`${name}\\s*:\\s*"([^"]*)"`).exec(typeof query === 'string' ? query : '')?.[1] ?? '';
  };
  const name = argument('market_hash_name');
  if (name === '') return { body: { errors: [{ message: 'Variable "market_hash_name" is missing' }] } };
  const item = world.itemNamed(gameOf(request), name);
  const sales = item === null ? [] : ofPhase(world.sales(slug, item), argument('phase'));
  return { body: { data: { history: historyByDay(sales) } } };
};

const historyIds = (request: StageRequest, world: World): StageReply => ({
  body: { history: Object.fromEntries(world.items(gameOf(request)).map(({ name, index }) => [name, firstId + index])) },
});

const monthSeconds = 30 * 86_400;

/** All sales of an item, oldest first, in roubles, dollars and euros. */
const fullHistory = (request: StageRequest, world: World, parts: readonly string[]): StageReply | null => {
  const index = Number(parts[0]) - firstId;
  const item = world.items(gameOf(request)).find((one) => one.index === index);
  if (item === undefined) return null;
  const time = Math.floor(request.now / 1000);
  const history = world
    .sales(slug, item)
    .map(({ soldAt, priceUsd }) => [
      Math.floor(soldAt / 1000),
      ...(['RUB', 'USD', 'EUR'] as const).map((currency) => Number(decimalText(world, priceUsd, currency))),
    ])
    .toReversed();
  const sales30d = history.filter(([seconds = 0]) => seconds > time - monthSeconds).length;
  return { body: { time, data: { sales30d, history } } };
};

/** Market.CSGO and its sister sites for the other games: the same software on four hosts. */
export const marketCsgo: Player = {
  slug,
  hosts: Object.keys(gameByHost),
  answer: answerBy([
    { method: 'GET', path: /^\/api\/v2\/prices\/(USD|EUR|RUB)\.json$/, answer: prices },
    { method: 'GET', path: /^\/api\/v2\/prices\/orders\/(USD|EUR|RUB)\.json$/, answer: orderPrices },
    { method: 'GET', path: /^\/api\/v2\/dictionary\/names\.json$/, answer: nameIds },
    { method: 'GET', path: /^\/api\/v2\/full-history\/all\.json$/, answer: historyIds },
    { method: 'GET', path: /^\/api\/v2\/full-history\/(\d+)\.json$/, answer: fullHistory },
    { method: 'GET', path: /^\/api\/v2\/search-list-items-by-hash-name-all$/, answer: keyed(lots) },
    { method: 'GET', path: /^\/api\/v2\/get-list-items-info$/, answer: keyed(itemsInfo) },
    { method: 'GET', path: /^\/api\/v2\/bid-ask$/, answer: keyed(bidAsk) },
    { method: 'POST', path: /^\/api\/graphql$/, answer: graphql },
  ]),
};
