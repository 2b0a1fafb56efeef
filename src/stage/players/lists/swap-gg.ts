import { appIdOf, type Game, games } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { exteriorOf } from '../cs2-name.ts';
import { answerBy, type Route } from '../routes.ts';
import { inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'swap-gg';

const ok = (result: unknown): StageReply => ({ body: { status: 'OK', result } });

// How it refuses a key is not documented
const refused: StageReply = { status: 401, body: { status: 'UNAUTHORIZED', result: null } };

const gameOf = (appId: string | null | undefined): Game | null =>
  games.find((game) => String(appIdOf(game)) === appId) ?? null;

const euroCents = (usd: number, world: World): number => Math.round(usd * world.rates.EUR * 100);

/** A plain key; the result is a map by name. */
const byName =
  (about: (item: CatalogueItem, world: World) => unknown): Route['answer'] =>
  ({ headers, query }, world) => {
    if (!/^[A-Za-z0-9-]{8,}$/.test(headers['authorization'] ?? '')) return refused;
    const game = gameOf(query.get('appId'));
    if (game === null) return { status: 400, body: { status: 'BAD_REQUEST', result: null } };
    const rows = world.items(game).flatMap((item) => {
      const value = about(item, world);
      return value === null ? [] : [[item.name, value] as const];
    });
    return ok(Object.fromEntries(rows));
  };

const lowest = byName((item, world) => {
  const listings = world.listings(slug, item);
  const [cheapest] = listings;
  if (cheapest === undefined) return null;
  return {
    price: euroCents(cheapest.priceUsd, world),
    quantity: listings.length,
    link: `https://market.swap.gg/browse?appId=${appIdOf(item.game)}&search=${encodeURIComponent(item.name)}`,
  };
});

const summary = byName((item, world) => {
  const [best] = world.buyOrders(slug, item);
  return best === undefined ? null : { maxPrice: euroCents(best.priceUsd, world) };
});

/** Identical items share a row: items without a float together, others separately. */
const alike = (listings: readonly PlayedListing[]): readonly (readonly PlayedListing[])[] => {
  const rows = new Map<string, PlayedListing[]>();
  for (const listing of listings) {
    const key = listing.float === null ? `${listing.priceUsd}` : listing.assetId;
    rows.set(key, [...(rows.get(key) ?? []), listing]);
  }
  return [...rows.values()];
};

/** Detail fields have numbers as keys. */
const details = (listing: PlayedListing) => ({
  0: exteriorOf(listing.item.name) ?? '',
  6: listing.item.type,
  ...(listing.float === null ? {} : { 13: inspectLinkOf(listing) }),
  17: listing.item.rarity ?? 'Base Grade',
});

const writeHeld = (listings: readonly PlayedListing[]): readonly object[] => {
  const [listing] = listings;
  if (listing === undefined) return [];
  const row = {
    g: String(appIdOf(listing.item.game)),
    n: listing.item.name,
    a: listings.map(({ assetId }) => assetId),
    p: Math.round(listing.priceUsd * 100),
    i: uuidOf(slug, 'picture', listing.item.name).replaceAll('-', ''),
    l: 0,
    m: details(listing),
  };
  // Occasionally an item that the bots hold but do not trade
  const held = { ...row, a: [`${listing.assetId}9`], p: 0, e: 'NON_TRADABLE' };
  return listing.number % 11 === 0 ? [row, held] : [row];
};

const inventory: Route['answer'] = (_request, world, [appId]) => {
  const game = gameOf(appId);
  if (game === null) return ok([]);
  return ok(world.items(game).flatMap((item) => alike(world.listings(slug, item)).flatMap(writeHeld)));
};

/** Swap.gg: the market's two lists for keys, in euros, and the bots' inventory, in dollars. */
export const swapGg: Player = {
  slug,
  hosts: ['market-api.swap.gg', 'api.swap.gg'],
  answer: answerBy([
    { method: 'GET', path: /^\/v1\/pricing\/lowest$/, answer: lowest },
    { method: 'GET', path: /^\/v1\/buyorders\/summary$/, answer: summary },
    { method: 'GET', path: /^\/v2\/trade\/inventory\/bot\/(\d+)$/, answer: inventory },
  ]),
};
