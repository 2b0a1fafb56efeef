import { type Game, games, type Marketplace, marketplaces, marketplaceWithSlug } from '../../schema/index.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { type Agenda, createAgenda } from './change-schedule.ts';
import { createListingMaker } from './listing.ts';
import { itemLimit, placeOf } from './listing-ids.ts';
import { createShelves } from './market-items.ts';
import { createNewest } from './newest.ts';
import { createPlayedTime } from './played-time.ts';
import { createChance } from './seeded-random.ts';
import { createTrading } from './trading.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, World } from './world.ts';

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

  const agendaOf = (slug: string, game: Game): Agenda => {
    const places = items[game].flatMap((item) => {
      const shelf = shelfOf(slug, item);
      return shelves.listingSlots(shelf).map((slot) => ({ shelf, slot }));
    });
    return createAgenda(places, time.tick(), trading.standingAt);
  };
  const watched = createWatched(agendaOf);

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
    watch: watched.add,
    tick: (now) => {
      time.advance(now);
      watched.tell(time.tick());
    },
  };
};

type Told = (changes: readonly PlayedChange[]) => void;

/** Who wants to hear of which marketplace and game; an agenda is kept only while somebody does. */
const createWatched = (agendaOf: (slug: string, game: Game) => Agenda) => {
  const watched = new Map<string, { readonly agenda: Agenda; readonly listeners: Set<Told> }>();
  return {
    add: (slug: string, game: Game, told: Told): (() => void) => {
      const key = `${slug}/${game}`;
      const entry = watched.get(key) ?? { agenda: agendaOf(slug, game), listeners: new Set<Told>() };
      watched.set(key, entry);
      // One function may listen twice
      const listener: Told = (changes) => told(changes);
      entry.listeners.add(listener);
      return () => {
        if (entry.listeners.delete(listener) && entry.listeners.size === 0) watched.delete(key);
      };
    },
    tell: (tick: number): void => {
      for (const { agenda, listeners } of [...watched.values()]) {
        const changes = agenda.changesAt(tick);
        if (changes.length > 0) for (const told of [...listeners]) told(changes);
      }
    },
  };
};
