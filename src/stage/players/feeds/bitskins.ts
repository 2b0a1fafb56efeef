import { appIdOf, conditions, type Game, gameNamed, isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Member, PlayedFeed, Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, onlyFor, type Route } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';

const slug = 'bitskins';
const dayMs = 86_400_000;
const pageLimit = 500;

const thousandths = (usd: number): number => Math.max(1, Math.round(usd * 1000));
const skinIdOf = ({ index }: CatalogueItem): number => index + 1;
const itemOfId = (world: World, game: Game, id: unknown): CatalogueItem | null =>
  world.items(game).find((item) => skinIdOf(item) === id) ?? null;

const failure = (status: number, code: string, type: string): StageReply => ({
  status,
  body: { code, error_type: type },
});

const isKey = (key: unknown): boolean => typeof key === 'string' && /^[A-Za-z0-9_-]{8,}$/.test(key);

const keyed = onlyFor((request) => isKey(request.headers['x-apikey']), failure(401, 'AUTH_001', 'auth'));

const ofGame =
  (answer: (game: Game, request: StageRequest, world: World) => StageReply): Route['answer'] =>
  (request, world, parts) => {
    const game = gameNamed(parts[0] ?? String(bodyObject(request.body)['app_id']));
    return game === null ? failure(400, 'GLO_003', 'validation') : answer(game, request, world);
  };

const mean = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);

/** Lowest, highest and mean price, with keys in the order of the real site. */
const figures = (usd: readonly number[]) => {
  const prices = usd.map(thousandths);
  return { price_min: Math.min(...prices), price_max: Math.max(...prices), price_avg: mean(prices) };
};

const inSell = ofGame((game, _request, world) => ({
  body: {
    list: world.items(game).flatMap((item) => {
      const listings = world.listings(slug, item);
      if (listings.length === 0) return [];
      const prices = figures(listings.map(({ priceUsd }) => priceUsd));
      return [{ skin_id: skinIdOf(item), name: item.name, ...prices, quantity: listings.length }];
    }),
  },
}));

const names = ofGame((game, _request, world) => ({
  body: world.items(game).map((item) => ({
    id: skinIdOf(item),
    name: item.name,
    class_id: classIdOf(item),
    suggested_price: thousandths(item.basePrice * 1.1),
  })),
}));

/** 1 for Factory New to 5 for Battle-Scarred. */
const exteriorIdOf = (name: string): number | null => {
  const position = conditions.findIndex((condition) => name.endsWith(` (${condition})`));
  return position < 0 ? null : position + 1;
};

const phaseIdOf = ({ item, phase }: PlayedListing): number | null => {
  const position = item.phases.findIndex((one) => one.phase === phase);
  return position < 0 ? null : position + 1;
};

const botOf = ({ number }: PlayedListing) => {
  const bot = 1 + (number % 40);
  return { bot_id: bot, bot_steam_id: String(76_561_199_000_000_000n + BigInt(bot)) };
};

/** Holds are whole days from now, rounded up. */
const holdOf = ({ tradableAt }: PlayedListing, now: number): number =>
  tradableAt === null ? 0 : Math.max(0, Math.ceil((tradableAt - now) / dayMs));

const writeItem = (listing: PlayedListing, now: number) => ({
  id: String(listing.number),
  app_id: appIdOf(listing.item.game),
  skin_id: skinIdOf(listing.item),
  name: listing.item.name,
  class_id: classIdOf(listing.item),
  asset_id: listing.assetId,
  ...botOf(listing),
  price: thousandths(listing.priceUsd),
  suggested_price: thousandths(listing.item.basePrice * 1.1),
  discount: 5,
  tradehold: holdOf(listing, now),
  float_value: listing.float,
  float_id: listing.float === null ? null : listing.number % 1_000_000,
  paint_index: listing.paintIndex,
  paint_seed: listing.paintSeed,
  phase_id: phaseIdOf(listing),
  quality_id: 1,
  exterior_id: exteriorIdOf(listing.item.name),
  type_id: 1,
  typesub_id: 1,
  category_id: 1,
  status: 2,
  skin_status: 1,
  ss: 0,
  hightier: 0,
  sticker_counter: listing.stickers.length,
  stickers: listing.stickers.map(({ name, stickerId }) => ({ class_id: String(stickerId), name, skin_id: stickerId })),
  created_at: new Date(listing.listedAt).toISOString(),
});

const whole = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;

const search = ofGame((game, request, world) => {
  const { where, limit, offset } = bodyObject(request.body);
  const ids = isObject(where) && Array.isArray(where['skin_id']) ? where['skin_id'] : null;
  if (ids === null || whole(limit, 100) > pageLimit) return failure(400, 'GLO_003', 'validation');
  const listings = ids
    .flatMap((id) => {
      const item = itemOfId(world, game, id);
      return item === null ? [] : world.listings(slug, item);
    })
    .sort((a, b) => a.priceUsd - b.priceUsd);
  const from = whole(offset, 0);
  const page = listings.slice(from, from + whole(limit, 100));
  return {
    body: {
      counter: { total: listings.length, filtered: listings.length },
      list: page.map((listing) => writeItem(listing, request.now)),
    },
  };
});

const salesOf = (game: Game, { body }: StageRequest, world: World): readonly PlayedSale[] | null => {
  const item = itemOfId(world, game, bodyObject(body)['skin_id']);
  return item === null ? null : world.sales(slug, item);
};

const unknownName = failure(404, 'GLO_010', 'not found');

const pricingList = ofGame((game, request, world) => {
  const sales = salesOf(game, request, world);
  if (sales === null) return unknownName;
  return {
    body: sales.slice(0, whole(bodyObject(request.body)['limit'], 100)).map((sale) => ({
      price: thousandths(sale.priceUsd),
      created_at: new Date(sale.soldAt).toISOString(),
      float_value: sale.float,
      stickers: sale.stickers.map(({ name }) => ({ name })),
      phase_id: phaseIdOf(sale),
    })),
  };
});

const pricingSummary = ofGame((game, request, world) => {
  const { date_from: from, date_to: to } = bodyObject(request.body);
  const sales = salesOf(game, request, world);
  if (sales === null) return unknownName;
  const days = new Map<string, number[]>();
  for (const { soldAt, priceUsd } of sales) {
    const date = new Date(soldAt).toISOString().slice(0, 10);
    if (date >= String(from) && date <= String(to)) days.set(date, [...(days.get(date) ?? []), priceUsd]);
  }
  return { body: [...days].map(([date, paid]) => ({ date, ...figures(paid), counter: paid.length })) };
});

const channelOf = { added: 'listed', repriced: 'price_changed', removed: 'delisted_or_sold' } as const;
const channels: ReadonlySet<string> = new Set([...Object.values(channelOf), 'extra_info']);
const accepted = 'key accepted';

/** Accepted messages are echoed; everything else requires that the key was accepted. */
const receive = (message: unknown, { joined }: Member): readonly unknown[] => {
  if (!Array.isArray(message)) return [];
  const [action, data]: readonly unknown[] = message;
  if (action === 'WS_AUTH_APIKEY' && isKey(data)) {
    joined.add(accepted);
    return [[action, data]];
  }
  if (!joined.has(accepted)) return [[action, { code: 'AUTH_001', error_type: 'auth' }]];
  if (action !== 'WS_SUB' || typeof data !== 'string' || !channels.has(data)) return [];
  joined.add(data);
  return [[action, data]];
};

const writeChange = (change: PlayedChange): readonly [string, unknown] => {
  const { kind, listing } = change;
  const { item, number } = listing;
  const ids = { id: String(number), app_id: appIdOf(item.game), skin_id: skinIdOf(item) };
  const price = thousandths(listing.priceUsd);
  const named = {
    name: item.name,
    class_id: classIdOf(item),
    suggested_price: thousandths(item.basePrice * 1.1),
    asset_id: listing.assetId,
  };
  if (kind === 'removed') return [channelOf[kind], { ...ids, price }];
  if (kind === 'added') return [channelOf[kind], { ...ids, price, ...named }];
  return [channelOf[kind], { ...ids, price, ...named, old_price: Math.round(price * 1.02) }];
};

const feed: PlayedFeed = {
  host: 'ws.bitskins.com',
  path: '/',
  framing: { name: 'json' },
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  receive,
  messagesOf: (changes, { joined }) => changes.map(writeChange).filter(([channel]) => joined.has(channel)),
};

/** BitSkins: public lists, searches and sales with a key by id of the name, and a feed of [action, data] pairs. */
export const bitskins: Player = {
  slug,
  hosts: ['api.bitskins.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/market\/insell\/(\d+)$/, answer: inSell },
    { method: 'GET', path: /^\/market\/skin\/(\d+)$/, answer: names },
    { method: 'POST', path: /^\/market\/search\/(\d+)$/, answer: keyed(search) },
    { method: 'POST', path: /^\/market\/pricing\/list$/, answer: keyed(pricingList) },
    { method: 'POST', path: /^\/market\/pricing\/summary$/, answer: keyed(pricingSummary) },
  ]),
  feeds: [feed],
};
