import { type Game, games, type Marketplace, marketplaceWithId, marketplaceWithSlug } from '../schema/index.ts';
import { buyOrderOf } from './buy-order.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { liquidNames } from './catalogue/liquid-names.ts';
import { createChance } from './chance.ts';
import { createListingMaker, type Shelf } from './listing.ts';
import { createNewest } from './newest.ts';
import { itemLimit, placeOf } from './numbering.ts';
import { createPlayedTime, pastTicks } from './played-time.ts';
import { createSlot, pastStays, type Slot, stayAt, topic } from './slots.ts';
import { tradingPlaceOf, volumeOf } from './trading-places.ts';
import type { CatalogueItem, PlayedBuyOrder, PlayedListing, PlayedSale, World } from './world.ts';

export type WorldSettings = {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The project's own catalogue when left out. */
  readonly items?: Readonly<Record<Game, readonly CatalogueItem[]>>;
};

/** What both rate players publish, as they round it: dollars and yuan for a euro, roubles for a dollar. */
const published = { usdPerEur: 1.1486, cnyPerEur: 8.0393, rubPerUsd: 81.3374 } as const;

const busyPeriods = [48, 64, 96, 160] as const;
const quietPeriods = [160, 256, 512, 960] as const;
const orderPeriods = [96, 192, 384, 768] as const;
const mostListings = 28;
const mostOrders = 14;
/** Keeps the answer of a stage that runs for days in bounds. */
const mostPastStays = 120;

/** An order that a listing would fill at once does not stand; `asked` begins with the cheapest. */
const isBelow =
  (asked: readonly PlayedListing[]) =>
  ({ priceUsd, phase }: PlayedBuyOrder): boolean => {
    const cheapest = phase === null ? asked[0] : asked.find((listing) => listing.phase === phase);
    return cheapest === undefined || priceUsd < cheapest.priceUsd;
  };

/** A world in which nothing is stored but the instants of its ticks: every listing, order and sale is worked out when it is asked for. */
export const createWorld = ({ seed, startedAt, items = catalogue }: WorldSettings): World => {
  const chance = createChance(seed);
  const time = createPlayedTime(startedAt);
  const all = games.flatMap((game) => items[game]);
  if (all.length > itemLimit) throw new Error(`a world holds ${itemLimit} items, the catalogue has ${all.length}`);
  const itemIndexOf = new Map(all.map((item, index) => [item, index]));
  const byName = new Map(games.map((game) => [game, new Map(items[game].map((item) => [item.name, item]))]));
  const listingOf = createListingMaker(
    chance,
    time,
    items.CS2.filter(({ type }) => type === 'Sticker'),
  );

  const shelfOf = ({ id, slug }: Marketplace, item: CatalogueItem): Shelf => {
    const itemIndex = itemIndexOf.get(item);
    if (itemIndex === undefined) throw new Error(`"${item.name}" is not an item of this world; take it from items()`);
    const ownLevel = 0.97 + 0.06 * chance.of(topic.spread, id, itemIndex);
    return { marketplaceId: id, itemIndex, item, priceLevel: tradingPlaceOf(slug).priceLevel * ownLevel };
  };

  /** Between 0 and 1, the same on every marketplace. */
  const popularity = (itemIndex: number): number => chance.of(topic.popularity, itemIndex) ** 4;

  const listingSlots = ({ id, slug }: Marketplace, itemIndex: number, item: CatalogueItem): readonly Slot[] => {
    const isLiquid = item.name === liquidNames[item.game];
    const { coverage, volume } = tradingPlaceOf(slug);
    if (!isLiquid && chance.of(topic.coverage, id, itemIndex) >= coverage) return [];
    const demand = isLiquid ? 1 : popularity(itemIndex);
    const count = Math.min(64, Math.ceil((1 + demand * mostListings) * volume * volumeOf[item.game]));
    const periods = demand > 0.3 ? busyPeriods : quietPeriods;
    return Array.from({ length: count }, (_, index) =>
      createSlot(chance, chance.key(id, itemIndex), index, periods, isLiquid && index < 3),
    );
  };

  const orderSlots = ({ id, slug }: Marketplace, itemIndex: number, item: CatalogueItem): readonly Slot[] => {
    const isLiquid = item.name === liquidNames[item.game];
    const { coverage, volume } = tradingPlaceOf(slug);
    if (!isLiquid && chance.of(topic.orders, id, itemIndex) >= coverage) return [];
    const demand = isLiquid ? 1 : popularity(itemIndex);
    const count = Math.min(64, Math.ceil((0.5 + demand * mostOrders) * volume));
    const key = chance.key(id, itemIndex, topic.orders);
    return Array.from({ length: count }, (_, index) =>
      createSlot(chance, key, index, orderPeriods, isLiquid && index < 3),
    );
  };

  const listings = (slug: string, item: CatalogueItem): readonly PlayedListing[] => {
    const marketplace = marketplaceWithSlug(slug);
    const shelf = shelfOf(marketplace, item);
    const tick = time.tick();
    const found: PlayedListing[] = [];
    for (const slot of listingSlots(marketplace, shelf.itemIndex, item)) {
      const stay = stayAt(chance, slot, tick);
      if (stay !== null) found.push(listingOf(shelf, slot, stay, tick));
    }
    return found.sort((a, b) => a.priceUsd - b.priceUsd || a.number - b.number);
  };

  const buyOrders = (slug: string, item: CatalogueItem): readonly PlayedBuyOrder[] => {
    const marketplace = marketplaceWithSlug(slug);
    const shelf = shelfOf(marketplace, item);
    const tick = time.tick();
    const found: PlayedBuyOrder[] = [];
    for (const slot of orderSlots(marketplace, shelf.itemIndex, item)) {
      const stay = stayAt(chance, slot, tick);
      if (stay !== null) found.push(buyOrderOf(chance, time, shelf, slot, stay, tick));
    }
    return found.filter(isBelow(listings(slug, item))).sort((a, b) => b.priceUsd - a.priceUsd || a.number - b.number);
  };

  const salesOfSlot = (shelf: Shelf, slot: Slot, tick: number, earliest: number): PlayedSale[] => {
    const found: PlayedSale[] = [];
    let seen = 0;
    for (const stay of pastStays(chance, slot, tick, earliest)) {
      seen += 1;
      if (seen > mostPastStays) break;
      if (!stay.isSold) continue;
      const soldAt = time.at(stay.endsAt, chance.of(topic.sold, stay.key, 1));
      // Completed in place: a copy of each doubled the time of a long answer
      found.push(Object.assign(listingOf(shelf, slot, stay, stay.endsAt - 1), { soldAt }));
    }
    return found;
  };

  const sales = (slug: string, item: CatalogueItem): readonly PlayedSale[] => {
    const marketplace = marketplaceWithSlug(slug);
    const shelf = shelfOf(marketplace, item);
    const tick = time.tick();
    return listingSlots(marketplace, shelf.itemIndex, item)
      .flatMap((slot) => salesOfSlot(shelf, slot, tick, -pastTicks))
      .sort((a, b) => b.soldAt - a.soldAt || b.number - a.number);
  };

  const standing = (marketplaceId: number, itemIndex: number, slotIndex: number): PlayedListing | null => {
    const item = all[itemIndex];
    if (item === undefined) return null;
    const marketplace = marketplaceWithId(marketplaceId);
    const slot = listingSlots(marketplace, itemIndex, item)[slotIndex];
    const stay = slot === undefined ? null : stayAt(chance, slot, time.tick());
    return slot === undefined || stay === null ? null : listingOf(shelfOf(marketplace, item), slot, stay, time.tick());
  };

  const newest = createNewest(time, (marketplace, game) =>
    items[game].flatMap((item) => {
      const itemIndex = itemIndexOf.get(item) ?? 0;
      return listingSlots(marketplace, itemIndex, item).map((slot) => ({ itemIndex, slot }));
    }),
  );

  return {
    items: (game) => items[game],
    itemNamed: (game, name) => byName.get(game)?.get(name) ?? null,
    listings,
    newestListings: (slug, game, limit) => {
      const marketplace = marketplaceWithSlug(slug);
      const found: PlayedListing[] = [];
      for (const { itemIndex, slot } of newest(marketplace, game)) {
        if (found.length >= limit) break;
        const listing = standing(marketplace.id, itemIndex, slot);
        if (listing !== null) found.push(listing);
      }
      return found;
    },
    listingNumbered: (number) => {
      const { marketplaceId, itemIndex, slot } = placeOf(number);
      const listing = marketplaceId === 0 ? null : standing(marketplaceId, itemIndex, slot);
      return listing?.number === number ? listing : null;
    },
    buyOrders,
    sales,
    rates: {
      EUR: 1 / published.usdPerEur,
      CNY: published.cnyPerEur / published.usdPerEur,
      RUB: published.rubPerUsd,
    },
    tick: time.advance,
  };
};
