import { appIdOf, type Game, gameNamed, games } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import type {
  CatalogueItem,
  PlayedBuyOrder,
  PlayedChange,
  PlayedListing,
  PlayedSale,
  World,
} from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply, StageRequest } from '../../player.ts';
import { colorOf, exteriorOf, isSouvenir, isStatTrak } from '../cs2-name.ts';
import { answerBy, bodyObject, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { addressOf } from '../skinport-pages.ts';
import { uuidOf } from '../steam-ids.ts';

const slug = 'mannco-store';
const tierLimit = 5;
const itemsPerGame = 1_000_000;
const dayMs = 86_400_000;

const content = (value: unknown): StageReply => ({ body: { err: false, success: true, message: '', content: value } });

/** The marketplace's own errors have status 300; their text is in `message`. */
const refused = (status: number, message: string): StageReply => ({
  status,
  body: { err: true, success: false, message, content: null },
});
const notFound = refused(300, 'Item not found');

const cents = (usd: number): number => Math.round(usd * 100);

/** Item numbers are unique across games. */
const itemIdOf = ({ game, index }: CatalogueItem): number => (games.indexOf(game) + 1) * itemsPerGame + index + 1;
const wordOf = ({ game, name }: CatalogueItem): string => `${appIdOf(game)}-${addressOf(name.replace('™', ''))}`;

const itemNumbered = (world: World, id: number): CatalogueItem | null => {
  const game = games[Math.floor(id / itemsPerGame) - 1];
  const position = (id % itemsPerGame) - 1;
  return game === undefined ? null : (world.items(game).find(({ index }) => index === position) ?? null);
};

/** By number or by the slug of its page. */
const requestedItem = (world: World, requested: string): CatalogueItem | null => {
  if (/^\d+$/.test(requested)) return itemNumbered(world, Number(requested));
  const [appId = '', ...words] = requested.split('-');
  const game = gameNamed(appId);
  if (game === null) return null;
  // Cheaper than making every slug. Names with an apostrophe are compared too, since their slug drops it within a word
  const word = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  const mayBe = (name: string): boolean => name.toLowerCase().includes(word) || /['’]/.test(name);
  return world.items(game).find((item) => mayBe(item.name) && wordOf(item) === requested) ?? null;
};

const ofItem =
  (answer: (item: CatalogueItem, request: StageRequest, world: World) => StageReply): Route['answer'] =>
  (request, world, [requested = '']) => {
    const item = requestedItem(world, requested);
    return item === null ? notFound : answer(item, request, world);
  };

/** Every seventh text ends in a separator. */
const said = (text: string, item: CatalogueItem): string => (item.index % 7 === 0 ? `${text} ;` : text);

/** What is in stock, unless the request includes the rest. */
const prices: Route['answer'] = ({ query }, world) => {
  const game = gameNamed(query.get('game') ?? '');
  if (game === null) return refused(300, 'Invalid game');
  const rows = world.items(game).map((item) => {
    const [cheapest, ...others] = world.listings(slug, item);
    return {
      name: said(item.name, item),
      craftable: 1,
      effect: '',
      url: wordOf(item),
      assetcount: cheapest === undefined ? 0 : 1 + others.length,
      price: cents(cheapest?.priceUsd ?? 0),
    };
  });
  return content(query.get('outofstock') === '1' ? rows : rows.filter(({ assetcount }) => assetcount > 0));
};

const qualityOf = ({ name, quality }: CatalogueItem): string => {
  if (quality !== null) return quality;
  if (isSouvenir(name)) return 'Souvenir;';
  return isStatTrak(name) ? 'StatTrak™;' : 'Unique';
};

const details = ofItem((item) =>
  content({
    informations: {
      id: itemIdOf(item),
      name: item.name,
      effect: '',
      SKU: '',
      quality: qualityOf(item),
      type: item.type,
      type_steam: null,
      class: item.classes.length === 0 ? null : item.classes.join(';'),
      image: `x${itemIdOf(item)}`,
      imagePertinence: 1,
      craftable: 1,
      rarity: item.rarity ?? '',
      featured: 0,
      deal: cents(steamPriceOf(item)),
      t: null,
      color: colorOf(item).toLowerCase(),
      game: appIdOf(item.game),
      slot: item.slot ?? '',
      hero: item.hero,
      weapon: item.weapon ?? '',
      exterior: exteriorOf(item.name) ?? '',
      url: wordOf(item),
      description: null,
      tf2shop: null,
    },
  }),
);

const writeListing = (listing: PlayedListing) => ({
  id: listing.number,
  assetId: listing.assetId,
  item_id: itemIdOf(listing.item),
  state: 1,
  price: cents(listing.priceUsd),
  bot: '76561198000000001',
  game: appIdOf(listing.item.game),
  wear: listing.float,
  sheen: '',
  killstreaker: '',
  spell: '',
  parts: '',
  html: '',
  paint: '',
  values: null,
  getImage: null,
});

/** Clients report both a bare list and a list next to a count; here it depends on the item. */
const listings = ofItem((item, { query }, world) => {
  const all = world.listings(slug, item);
  const count = wholeNumber(query.get('count'), 10);
  const from = count * wholeNumber(query.get('page'), 0);
  const values = all.slice(from, from + count).map(writeListing);
  return content(item.index % 2 === 0 ? values : { count: all.length, values });
});

const listingCount = ofItem((item, _request, world) => content({ count: world.listings(slug, item).length }));

const tiersOf = (orders: readonly PlayedBuyOrder[]) => {
  const tiers = new Map<number, number>();
  for (const { priceUsd, quantity } of orders) {
    const price = cents(priceUsd);
    tiers.set(price, (tiers.get(price) ?? 0) + quantity);
  }
  return [...tiers].map(([price, count]) => ({ count, price })).sort((one, other) => other.price - one.price);
};

/** An array when there are few tiers, a map when there are many, null for none. */
const buyOrders = ofItem((item, _request, world) => {
  const tiers = tiersOf(world.buyOrders(slug, item));
  if (tiers.length === 0) return content({ informations: null });
  const rest = tiers.slice(tierLimit);
  if (rest.length === 0) return content({ informations: tiers });
  const more = { count: rest.reduce((sum, { count }) => sum + count, 0), price: rest[0]?.price };
  return content({ informations: { ...tiers.slice(0, tierLimit), more } });
});

const tokenPrefix = 'played.jwt.';

const login: Route['answer'] = ({ body }) => {
  const { apiKey } = bodyObject(body);
  return typeof apiKey === 'string' && /^[A-Za-z0-9_-]{8,}$/.test(apiKey)
    ? content({ jwt: tokenPrefix + uuidOf(slug, apiKey) })
    : refused(403, 'Invalid API key');
};

const connected = onlyFor(
  (request) => request.headers['authorization']?.startsWith(`Bearer ${tokenPrefix}`) === true,
  refused(403, 'You must be connected'),
);

const pricingOf = (item: CatalogueItem, world: World, now: number) => {
  const [last] = world.sales(slug, item);
  const [highest] = world.buyOrders(slug, item);
  return {
    from_cache: true,
    item_id: itemIdOf(item),
    last_updated: new Date(now - (now % 1_200_000)).toISOString().slice(0, 19).replace('T', ' '),
    pricing: {
      last_sale: last === undefined ? null : { date: Math.floor(last.soldAt / 1000), price: cents(last.priceUsd) },
      // Despite its name, the highest order
      lowest_buy_order: highest === undefined ? 0 : cents(highest.priceUsd),
      lowest_sale_price: cents(world.listings(slug, item)[0]?.priceUsd ?? 0),
      steam_price: cents(steamPriceOf(item)),
      suggested_price: cents(item.basePrice),
    },
  };
};

const pricing = connected((request, world, [requested = '']) => {
  if (!/^\d+$/.test(requested)) return refused(300, 'Invalid item ID - must be numeric');
  const item = requestedItem(world, requested);
  return item === null ? notFound : content(pricingOf(item, world, request.now));
});

const bulkPricing = connected(({ query, now }, world) => {
  const ids = (query.get('items') ?? '').split(',').filter((id) => /^\d+$/.test(id));
  if (ids.length === 0 || ids.length > 100) return refused(300, 'Between 1 and 100 items must be given');
  const found = ids.flatMap((id) => itemNumbered(world, Number(id)) ?? []);
  const items = found.map((item) => pricingOf(item, world, now));
  return content({ total_items: items.length, cached_items: items.length, refreshed_items: 0, items });
});

const daysOf: Readonly<Record<string, number>> = { '1M': 30, '3M': 91, '6M': 182, '1Y': 365 };

/** The total and number of the sales of each day. */
const sumsOf = (sales: readonly PlayedSale[], since: number) => {
  const days = new Map<string, { price: number; nb: number }>();
  for (const { soldAt, priceUsd } of sales) {
    if (soldAt < since) continue;
    const date = new Date(soldAt).toISOString().slice(0, 10);
    const { price, nb } = days.get(date) ?? { price: 0, nb: 0 };
    days.set(date, { price: price + cents(priceUsd), nb: nb + 1 });
  }
  return [...days].reverse().map(([date, sum]) => ({ date, ...sum }));
};

const salesGraph = connected(
  ofItem((item, { query, now }, world) => {
    const days = daysOf[query.get('period') ?? '1M'];
    if (days === undefined) return refused(300, 'Invalid period');
    return content({ values: sumsOf(world.sales(slug, item), now - days * dayMs) });
  }),
);

const writeChange = (change: PlayedChange): unknown => {
  const { kind, listing } = change;
  const ids = { id: listing.number, assetId: listing.assetId, itemId: itemIdOf(listing.item) };
  const price = cents(listing.priceUsd);
  if (kind === 'removed') return { event: 'listing_removed', data: { id: listing.number } };
  if (kind === 'added') return { event: 'listing_added', data: { ...ids, price } };
  return { event: 'price_changed', data: { ...ids, oldPrice: Math.round(price * 1.03), newPrice: price } };
};

const played: readonly Game[] = ['CS2', 'Dota2', 'Rust', 'TF2'];

/** Sends every message to every member: there is nothing to join. */
const feed: PlayedFeed = {
  host: 'api.mannco.store',
  path: '/ws',
  framing: { name: 'json' },
  games: played,
  messagesOf: (changes) => changes.map(writeChange),
};

/** Mannco.store: everything by token, and a feed without names. */
export const manncoStore: Player = {
  slug,
  hosts: ['api.mannco.store'],
  answer: answerBy([
    { method: 'POST', path: /^\/user\/login$/, answer: login },
    { method: 'GET', path: /^\/item\/details\/([^/]+)$/, answer: connected(details) },
    { method: 'GET', path: /^\/item\/listing\/count\/([^/]+)$/, answer: connected(listingCount) },
    { method: 'GET', path: /^\/item\/listing\/([^/]+)$/, answer: connected(listings) },
    { method: 'GET', path: /^\/item\/buyorderList\/([^/]+)$/, answer: connected(buyOrders) },
    { method: 'GET', path: /^\/item\/prices$/, answer: connected(prices) },
    { method: 'GET', path: /^\/item\/pricing\/bulk$/, answer: bulkPricing },
    { method: 'GET', path: /^\/item\/pricing\/([^/]+)$/, answer: pricing },
    { method: 'GET', path: /^\/item\/salesGraph\/([^/]+)$/, answer: salesGraph },
  ]),
  feeds: [feed],
};
