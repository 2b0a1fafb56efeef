import type { Marketplace } from '../../schema/index.ts';
import { liquidNames } from '../catalogue/liquid-names.ts';
import { tradingPlaceOf, volumeOf } from './market-profiles.ts';
import type { Chance } from './seeded-random.ts';
import { createSlot, type Slot, topic } from './slots.ts';
import type { CatalogueItem } from './world.ts';

/** An item on a marketplace, with what its listings and orders have in common. */
export type Shelf = {
  readonly marketplace: Marketplace;
  readonly item: CatalogueItem;
  /** Position of the item in the catalogue of all games. */
  readonly itemIndex: number;
  /** Prices here over fair prices. */
  readonly priceLevel: number;
};

export type Shelves = {
  /** Throws for an item of another world. */
  readonly of: (marketplace: Marketplace, item: CatalogueItem) => Shelf;
  /** None where the marketplace does not sell the item. */
  readonly listingSlots: (shelf: Shelf) => readonly Slot[];
  readonly orderSlots: (shelf: Shelf) => readonly Slot[];
};

const busyPeriods = [48, 64, 96, 160] as const;
const quietPeriods = [160, 256, 512, 960] as const;
const orderPeriods = [96, 192, 384, 768] as const;
const mostListings = 28;
const mostOrders = 14;
const mostSlots = 64;
/** Slots of the liquid item that are never empty. */
const steadySlots = 3;

export const createShelves = (chance: Chance, items: readonly CatalogueItem[]): Shelves => {
  const itemIndexOf = new Map(items.map((item, index) => [item, index]));
  const isLiquid = ({ game, name }: CatalogueItem): boolean => name === liquidNames[game];
  /** Between 0 and 1, the same on every marketplace; most items are hardly traded. */
  const demandOf = ({ item, itemIndex }: Shelf): number =>
    isLiquid(item) ? 1 : chance.of(topic.popularity, itemIndex) ** 4;
  const isOffered = (about: number, { item, itemIndex, marketplace: { id, slug } }: Shelf): boolean =>
    isLiquid(item) || chance.of(about, id, itemIndex) < tradingPlaceOf(slug).coverage;
  const slots = (shelf: Shelf, about: number, count: number, periods: readonly number[]): readonly Slot[] => {
    const key = chance.key(shelf.marketplace.id, shelf.itemIndex, about);
    return Array.from({ length: Math.min(mostSlots, Math.ceil(count)) }, (_, index) =>
      createSlot(chance, key, index, periods, isLiquid(shelf.item) && index < steadySlots),
    );
  };
  return {
    of: (marketplace, item) => {
      const itemIndex = itemIndexOf.get(item);
      if (itemIndex === undefined) throw new Error(`"${item.name}" is not an item of this world; take it from items()`);
      const ownLevel = 0.97 + 0.06 * chance.of(topic.spread, marketplace.id, itemIndex);
      return { marketplace, item, itemIndex, priceLevel: tradingPlaceOf(marketplace.slug).priceLevel * ownLevel };
    },
    listingSlots: (shelf) => {
      if (!isOffered(topic.coverage, shelf)) return [];
      const demand = demandOf(shelf);
      const volume = tradingPlaceOf(shelf.marketplace.slug).volume * volumeOf[shelf.item.game];
      return slots(
        shelf,
        topic.coverage,
        (1 + demand * mostListings) * volume,
        demand > 0.3 ? busyPeriods : quietPeriods,
      );
    },
    orderSlots: (shelf) => {
      if (!isOffered(topic.orders, shelf)) return [];
      const { volume } = tradingPlaceOf(shelf.marketplace.slug);
      return slots(shelf, topic.orders, (0.5 + demandOf(shelf) * mostOrders) * volume, orderPeriods);
    },
  };
};
