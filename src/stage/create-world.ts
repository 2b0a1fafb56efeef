import { type Game, games, type Marketplace, marketplaces, marketplaceWithSlug } from '../schema/index.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { createChance } from './chance.ts';
import { createListingMaker } from './listing.ts';
import { createNewest } from './newest.ts';
import { itemLimit, placeOf } from './numbering.ts';
import { createPlayedTime } from './played-time.ts';
import { createShelves } from './shelves.ts';
import { createTrading } from './trading.ts';
import type { CatalogueItem, PlayedListing, World } from './world.ts';

export type WorldSettings = {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The project's own catalogue when left out. */
  readonly items?: Readonly<Record<Game, readonly CatalogueItem[]>>;
};

/** What both rate players publish, as they round it: dollars and yuan for a euro, roubles for a dollar. */
const published = { usdPerEur: 1.1486, cnyPerEur: 8.0393, rubPerUsd: 81.3374 } as const;

const rates: World['rates'] = {
  EUR: 1 / published.usdPerEur,
  CNY: published.cnyPerEur / published.usdPerEur,
  RUB: published.rubPerUsd,
};

/** A world in which nothing is stored but the instants of its ticks: every listing, order and sale is worked out when it is asked for. */
export const createWorld = ({ seed, startedAt, items = catalogue }: WorldSettings): World => {
  const chance = createChance(seed);
  const time = createPlayedTime(startedAt);
  const all = games.flatMap((game) => items[game]);
  if (all.length > itemLimit) throw new Error(`a world holds ${itemLimit} items, the catalogue has ${all.length}`);
  const byName = new Map(games.map((game) => [game, new Map(items[game].map((item) => [item.name, item]))]));
  const stickers = items.CS2.filter(({ type }) => type === 'Sticker');
  const shelves = createShelves(chance, all);
  const trading = createTrading(chance, time, shelves, createListingMaker(chance, time, stickers));
  const shelfOf = (slug: string, item: CatalogueItem) => shelves.of(marketplaceWithSlug(slug), item);

  const listingAt = (marketplace: Marketplace, itemIndex: number, slot: number): PlayedListing | null => {
    const item = all[itemIndex];
    return item === undefined ? null : trading.listingAt(shelves.of(marketplace, item), slot);
  };
  const newest = createNewest(time, (marketplace, game) =>
    items[game].flatMap((item) => {
      const shelf = shelves.of(marketplace, item);
      return shelves.listingSlots(shelf).map((slot) => ({ itemIndex: shelf.itemIndex, slot }));
    }),
  );

  return {
    items: (game) => items[game],
    itemNamed: (game, name) => byName.get(game)?.get(name) ?? null,
    listings: (slug, item) => trading.listings(shelfOf(slug, item)),
    newestListings: (slug, game, limit) => {
      const marketplace = marketplaceWithSlug(slug);
      const found: PlayedListing[] = [];
      for (const { itemIndex, slot } of newest(marketplace, game)) {
        if (found.length >= limit) break;
        const listing = listingAt(marketplace, itemIndex, slot);
        if (listing !== null) found.push(listing);
      }
      return found;
    },
    listingNumbered: (number) => {
      const { marketplaceId, itemIndex, slot } = placeOf(number);
      const marketplace = marketplaces.find(({ id }) => id === marketplaceId);
      const listing = marketplace === undefined ? null : listingAt(marketplace, itemIndex, slot);
      return listing?.number === number ? listing : null;
    },
    buyOrders: (slug, item) => trading.buyOrders(shelfOf(slug, item)),
    sales: (slug, item) => trading.sales(shelfOf(slug, item)),
    rates,
    tick: time.advance,
  };
};
