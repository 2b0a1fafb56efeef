import { type Game, games, type Marketplace, marketplaces, marketplaceWithSlug } from '../../schema/index.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { type ChangeSchedule, createChangeSchedule } from './change-schedule.ts';
import { createListingMaker } from './listing.ts';
import { itemLimit, originOf } from './listing-ids.ts';
import { createMarketItems } from './market-items.ts';
import { createNewest } from './newest.ts';
import { createPlayedTime } from './played-time.ts';
import { createSeededRandom } from './seeded-random.ts';
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
  const random = createSeededRandom(seed);
  const time = createPlayedTime(startedAt);
  const all = games.flatMap((game) => items[game]);
  if (all.length > itemLimit) throw new Error(`a world holds ${itemLimit} items, the catalogue has ${all.length}`);
  const byName = new Map(games.map((game) => [game, new Map(items[game].map((item) => [item.name, item]))]));
  const stickers = items.CS2.filter(({ type }) => type === 'Sticker');
  const marketItems = createMarketItems(random, all);
  const trading = createTrading(random, time, marketItems, createListingMaker(random, time, stickers));
  const marketItemOf = (slug: string, item: CatalogueItem) => marketItems.of(marketplaceWithSlug(slug), item);

  const listingAt = (marketplace: Marketplace, itemIndex: number, slot: number): PlayedListing | null => {
    const item = all[itemIndex];
    return item === undefined ? null : trading.listingAt(marketItems.of(marketplace, item), slot);
  };
  const newest = createNewest(time, (marketplace, game) =>
    items[game].flatMap((item) => {
      const marketItem = marketItems.of(marketplace, item);
      return marketItems.listingSlots(marketItem).map((slot) => ({ itemIndex: marketItem.itemIndex, slot }));
    }),
  );

  const scheduleOf = (slug: string, game: Game): ChangeSchedule => {
    const places = items[game].flatMap((item) => {
      const marketItem = marketItemOf(slug, item);
      return marketItems.listingSlots(marketItem).map((slot) => ({ marketItem, slot }));
    });
    return createChangeSchedule(places, time.tick(), trading.standingAt);
  };
  const watched = createWatched(scheduleOf);

  return {
    items: (game) => items[game],
    itemNamed: (game, name) => byName.get(game)?.get(name) ?? null,
    listings: (slug, item) => trading.listings(marketItemOf(slug, item)),
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
      const { marketplaceId, itemIndex, slot } = originOf(number);
      const marketplace = marketplaces.find(({ id }) => id === marketplaceId);
      const listing = marketplace === undefined ? null : listingAt(marketplace, itemIndex, slot);
      return listing?.number === number ? listing : null;
    },
    buyOrders: (slug, item) => trading.buyOrders(marketItemOf(slug, item)),
    sales: (slug, item) => trading.sales(marketItemOf(slug, item)),
    rates,
    watch: watched.add,
    tick: (now) => {
      time.advance(now);
      watched.tell(time.tick());
    },
  };
};

type ChangeListener = (changes: readonly PlayedChange[]) => void;

/** Who wants to hear of which marketplace and game; a schedule is kept only while somebody does. */
const createWatched = (scheduleOf: (slug: string, game: Game) => ChangeSchedule) => {
  const watched = new Map<string, { readonly schedule: ChangeSchedule; readonly listeners: Set<ChangeListener> }>();
  return {
    add: (slug: string, game: Game, onChanges: ChangeListener): (() => void) => {
      const key = `${slug}/${game}`;
      const entry = watched.get(key) ?? { schedule: scheduleOf(slug, game), listeners: new Set<ChangeListener>() };
      watched.set(key, entry);
      // One function may listen twice
      const listener: ChangeListener = (changes) => onChanges(changes);
      entry.listeners.add(listener);
      return () => {
        if (entry.listeners.delete(listener) && entry.listeners.size === 0) watched.delete(key);
      };
    },
    tell: (tick: number): void => {
      for (const { schedule, listeners } of [...watched.values()]) {
        const changes = schedule.changesAt(tick);
        if (changes.length > 0) for (const onChanges of [...listeners]) onChanges(changes);
      }
    },
  };
};
