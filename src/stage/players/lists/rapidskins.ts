import { appIdOf, type Game, gameNamed, isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';

const slug = 'rapidskins';
/** Items per page, each with all its stacks. */
const pageItems = 100;

/** Names of the games in GraphQL queries. */
const fields: Readonly<Record<string, Game>> = { csgo: 'CS2', rust: 'Rust' };

const failure = (message: string): StageReply => ({ body: { errors: [{ message }], data: null } });

const coins = (usd: number): number => Math.round(usd * 100);

/** Equal items of one bot and price form a stack. */
const stacksOf = (listings: readonly PlayedListing[]): readonly (readonly PlayedListing[])[] => {
  const stacks = new Map<string, PlayedListing[]>();
  for (const listing of listings) {
    const key = `${listing.item.name}\n${listing.priceUsd}\n${botOf(listing)}`;
    stacks.set(key, [...(stacks.get(key) ?? []), listing]);
  }
  return [...stacks.values()];
};

/** A few bots own everything. */
const botOf = ({ item }: PlayedListing): string => String(76_561_199_000_000_000n + BigInt(item.index % 8));

const writeStack = (listings: readonly PlayedListing[]): unknown => {
  const [first] = listings;
  if (first === undefined) return null;
  return {
    ownerSteamId: botOf(first),
    appId: appIdOf(first.item.game),
    marketHashName: first.item.name,
    price: { coinAmount: coins(first.priceUsd) },
    stack: listings.map(({ assetId }) => ({ assetId, amount: 1 })),
  };
};

const coinsAt = (filter: Readonly<Record<string, unknown>>, name: string, fallback: number): number => {
  const limit = filter[name];
  const amount = isObject(limit) ? limit['coinAmount'] : null;
  return typeof amount === 'number' ? amount : fallback;
};

type Filter = Readonly<Record<string, unknown>>;

/** Sorted by the items' usual prices, highest first, so that a page can be produced without computing all others. */
const itemsFor = (world: World, game: Game, { search, appIds }: Filter): readonly CatalogueItem[] => {
  const isRequested = Array.isArray(appIds) && appIds.some((appId) => gameNamed(String(appId)) === game);
  const words = typeof search === 'string' ? search.toLowerCase() : '';
  const items = isRequested ? world.items(game).filter(({ name }) => name.toLowerCase().includes(words)) : [];
  return items.sort((one, other) => other.basePrice - one.basePrice);
};

const within = (filter: Filter): ((listing: PlayedListing) => boolean) => {
  const min = coinsAt(filter, 'minimumPrice', 0);
  const max = coinsAt(filter, 'maximumPrice', Number.POSITIVE_INFINITY);
  return ({ priceUsd }) => min <= coins(priceUsd) && coins(priceUsd) <= max;
};

const inventories: Route['answer'] = ({ body }, world) => {
  const { query, variables } = bodyObject(body);
  const text = typeof query === 'string' ? query : '';
  const filter = isObject(variables) ? variables['filter'] : null;
  if (!/\bsiteInventory\s*\(/.test(text)) return failure('Cannot query this field.');
  if (!isObject(filter)) return failure('Variable "$filter" of required type "InventoryFilters!" was not provided.');
  const field = Object.keys(fields).find((name) => new RegExp(`\\b${name}\\s*\\{`).test(text));
  const game = fields[field ?? ''];
  if (field === undefined || game === undefined) return failure('Cannot query field on type "CompleteInventory".');
  const { page } = filter;
  const all = itemsFor(world, game, filter);
  const end = pageItems * (typeof page === 'number' && page >= 1 ? page : 1);
  const listings = all.slice(end - pageItems, end).flatMap((item) => world.listings(slug, item));
  const items = stacksOf(listings.filter(within(filter))).map(writeStack);
  return { body: { data: { siteInventory: { [field]: { lastPage: end >= all.length, items } } } } };
};

const stock: Route['answer'] = ({ headers, query }, world) => {
  if (!headers['x-api-key']) return { status: 401, body: { success: false, message: 'Unauthorized' } };
  const game = gameNamed(query.get('appId') ?? '');
  if (game !== 'CS2' && game !== 'Rust') return { status: 400, body: { success: false, message: 'Unknown appId' } };
  const rows = world.items(game).flatMap((item) => {
    const listings = world.listings(slug, item);
    const [cheapest] = listings;
    return cheapest === undefined ? [] : [[item.name, { price: coins(cheapest.priceUsd), count: listings.length }]];
  });
  return { body: { success: true, listings: Object.fromEntries(rows) } };
};

/** RapidSkins: a map of the stock for those with a key, and a query for its bots' items, page by page. */
export const rapidskins: Player = {
  slug,
  hosts: ['api.rapidskins.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/v1\/stock\/listings$/, answer: stock },
    { method: 'POST', path: /^\/graphql$/, answer: inventories },
  ]),
};
