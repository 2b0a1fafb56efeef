import { type Game, games, type Marketplace, marketplaces, marketplaceWithSlug } from '../../schema/index.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { type ChangeSchedule, createChangeSchedule } from './change-schedule.ts';
import { createListingMaker } from './listing.ts';
import { itemLimit, originOf } from './listing-ids.ts';
import { createMarketItems } from './market-items.ts';
import { createNewest } from './newest.ts';
import { createPieceMaker } from './piece/piece.ts';
import { createPlayedTime } from './played-time.ts';
import { createSeededRandom } from './seeded-random.ts';
import { topic } from './slots.ts';
import { createTrading } from './trading.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, World } from './world.ts';

export type WorldSettings = {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The project's own catalogue by default. */
  readonly items?: Readonly<Record<Game, readonly CatalogueItem[]>>;
};

/** Rates as rounded by both rate players: dollars and yuan per euro, roubles per dollar. */
const published = { usdPerEur: 1.1486, cnyPerEur: 8.0393, rubPerUsd: 81.3374 } as const;

const rates: World['rates'] = {
  EUR: 1 / published.usdPerEur,
  CNY: published.cnyPerEur / published.usdPerEur,
  RUB: published.rubPerUsd,
};

/** Ids of assets in inventories are below those of listings. */
const firstOwned = 10_000_000_000;

class PlayedWorld implements World {
  readonly #items;
  readonly #time;
  readonly #all;
  readonly #byName;
  readonly #marketItems;
  readonly #trading;
  readonly #newest;
  readonly #watched;
  readonly watch: World['watch'];
  readonly pieceOf: World['pieceOf'];

  constructor({ seed, startedAt, items = catalogue }: WorldSettings) {
    const random = createSeededRandom(seed);
    const time = createPlayedTime(startedAt);
    const all = games.flatMap((game) => items[game]);
    if (all.length > itemLimit) throw new Error(`a world holds ${itemLimit} items, the catalogue has ${all.length}`);
    const makePiece = createPieceMaker(random, items.CS2);
    const marketItems = createMarketItems(random, all);
    this.#items = items;
    this.#time = time;
    this.#all = all;
    this.#byName = new Map(games.map((game) => [game, new Map(items[game].map((item) => [item.name, item]))]));
    this.#marketItems = marketItems;
    this.#trading = createTrading(random, time, marketItems, createListingMaker(random, time, makePiece));
    this.pieceOf = (item, owner, position) => {
      const key = random.key(topic.owned, owner, position);
      const number = key >>> 0;
      const { worth: _, appliedUsd: __, ...piece } = makePiece(item, key);
      return { ...piece, item, number, assetId: String(firstOwned + number) };
    };
    this.#newest = createNewest(time, (marketplace, game) =>
      items[game].flatMap((item) => {
        const marketItem = marketItems.of(marketplace, item);
        return marketItems.listingSlots(marketItem).map((slot) => ({ itemIndex: marketItem.itemIndex, slot }));
      }),
    );
    this.#watched = createWatched((slug, game) => this.#scheduleOf(slug, game));
    this.watch = this.#watched.add;
  }

  readonly items: World['items'] = (game) => this.#items[game];

  readonly itemNamed: World['itemNamed'] = (game, name) => this.#byName.get(game)?.get(name) ?? null;

  readonly listings: World['listings'] = (slug, item) => this.#trading.listings(this.#marketItemOf(slug, item));

  readonly newestListings: World['newestListings'] = (slug, game, limit) => {
    const marketplace = marketplaceWithSlug(slug);
    const found: PlayedListing[] = [];
    for (const { itemIndex, slot } of this.#newest(marketplace, game)) {
      if (found.length >= limit) break;
      const listing = this.#listingAt(marketplace, itemIndex, slot);
      if (listing !== null) found.push(listing);
    }
    return found;
  };

  readonly listingNumbered: World['listingNumbered'] = (number) => {
    const { marketplaceId, itemIndex, slot } = originOf(number);
    const marketplace = marketplaces.find(({ id }) => id === marketplaceId);
    const listing = marketplace === undefined ? null : this.#listingAt(marketplace, itemIndex, slot);
    return listing?.number === number ? listing : null;
  };

  readonly buyOrders: World['buyOrders'] = (slug, item) => this.#trading.buyOrders(this.#marketItemOf(slug, item));

  readonly sales: World['sales'] = (slug, item) => this.#trading.sales(this.#marketItemOf(slug, item));

  readonly rates: World['rates'] = rates;

  readonly tick: World['tick'] = (now) => {
    this.#time.advance(now);
    this.#watched.notify(this.#time.tick());
  };

  #marketItemOf(slug: string, item: CatalogueItem) {
    return this.#marketItems.of(marketplaceWithSlug(slug), item);
  }

  #listingAt(marketplace: Marketplace, itemIndex: number, slot: number): PlayedListing | null {
    const item = this.#all[itemIndex];
    return item === undefined ? null : this.#trading.listingAt(this.#marketItems.of(marketplace, item), slot);
  }

  #scheduleOf(slug: string, game: Game): ChangeSchedule {
    const slots = this.#items[game].flatMap((item) => {
      const marketItem = this.#marketItemOf(slug, item);
      return this.#marketItems.listingSlots(marketItem).map((slot) => ({ marketItem, slot }));
    });
    return createChangeSchedule(slots, this.#time.tick(), this.#trading.stateAt);
  }
}

/** A world that stores only the instants of its ticks: every listing, order and sale is computed on request. */
export const createWorld = (options: WorldSettings): World => new PlayedWorld(options);

type ChangeListener = (changes: readonly PlayedChange[]) => void;

/** Subscribers by marketplace and game; a schedule is kept only while there are any. */
const createWatched = (scheduleOf: (slug: string, game: Game) => ChangeSchedule) => {
  const watched = new Map<string, { readonly schedule: ChangeSchedule; readonly listeners: Set<ChangeListener> }>();
  return {
    add: (slug: string, game: Game, onChanges: ChangeListener): (() => void) => {
      const key = `${slug}/${game}`;
      const entry = watched.get(key) ?? { schedule: scheduleOf(slug, game), listeners: new Set<ChangeListener>() };
      watched.set(key, entry);
      // The same function may subscribe twice
      const listener: ChangeListener = (changes) => onChanges(changes);
      entry.listeners.add(listener);
      return () => {
        if (entry.listeners.delete(listener) && entry.listeners.size === 0) watched.delete(key);
      };
    },
    notify: (tick: number): void => {
      for (const { schedule, listeners } of [...watched.values()]) {
        const changes = schedule.changesAt(tick);
        if (changes.length > 0) for (const onChanges of [...listeners]) onChanges(changes);
      }
    },
  };
};
