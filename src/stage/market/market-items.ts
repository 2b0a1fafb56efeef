import type { Marketplace } from '../../schema/index.ts';
import { liquidNames } from '../catalogue/liquid-names.ts';
import { marketProfileOf, volumeOf } from './market-profiles.ts';
import type { SeededRandom } from './seeded-random.ts';
import { createSlot, type Slot, topic } from './slots.ts';
import type { CatalogueItem } from './world.ts';

/** An item on a marketplace, with the properties its listings and orders share. */
export type MarketItem = {
  readonly marketplace: Marketplace;
  readonly item: CatalogueItem;
  /** Position of the item in the catalogue of all games. */
  readonly itemIndex: number;
  /** Ratio of prices here to fair prices. */
  readonly priceLevel: number;
  readonly ceilingUsd: number;
  readonly ordersNameVariants: boolean;
};

export type MarketItems = {
  /** Throws for an item of another world. */
  readonly of: (marketplace: Marketplace, item: CatalogueItem) => MarketItem;
  /** Empty if the marketplace does not sell the item. */
  readonly listingSlots: (marketItem: MarketItem) => readonly Slot[];
  readonly orderSlots: (marketItem: MarketItem) => readonly Slot[];
};

const busyPeriods = [48, 64, 96, 160] as const;
const quietPeriods = [160, 256, 512, 960] as const;
const orderPeriods = [96, 192, 384, 768] as const;
const maxListings = 28;
const maxOrders = 14;
const maxSlots = 64;
/** Slots of the liquid item that are never empty. */
const steadySlots = 3;

export const createMarketItems = (random: SeededRandom, items: readonly CatalogueItem[]): MarketItems => {
  const itemIndexOf = new Map(items.map((item, index) => [item, index]));
  const isLiquid = ({ game, name }: CatalogueItem): boolean => name === liquidNames[game];
  /** Liquidity between 0 and 1, the same on every marketplace; most items are hardly traded. */
  const demandOf = ({ item, itemIndex }: MarketItem): number =>
    isLiquid(item) ? 1 : random.of(topic.popularity, itemIndex) ** 4;
  const isOffered = (about: number, { item, itemIndex, marketplace: { id, slug } }: MarketItem): boolean =>
    isLiquid(item) || random.of(about, id, itemIndex) < marketProfileOf(slug).coverage;
  const slots = (marketItem: MarketItem, about: number, count: number, periods: readonly number[]): readonly Slot[] => {
    const key = random.key(marketItem.marketplace.id, marketItem.itemIndex, about);
    const { pace } = marketProfileOf(marketItem.marketplace.slug);
    return Array.from({ length: Math.min(maxSlots, Math.ceil(count)) }, (_, index) =>
      createSlot(random, key, index, { periods, pace, isSteady: isLiquid(marketItem.item) && index < steadySlots }),
    );
  };
  return {
    of: (marketplace, item) => {
      const itemIndex = itemIndexOf.get(item);
      if (itemIndex === undefined) throw new Error(`"${item.name}" is not an item of this world; take it from items()`);
      const ownLevel = 0.97 + 0.06 * random.of(topic.spread, marketplace.id, itemIndex);
      const { priceLevel, ceilingUsd, ordersNameVariants } = marketProfileOf(marketplace.slug);
      return { marketplace, item, itemIndex, priceLevel: priceLevel * ownLevel, ceilingUsd, ordersNameVariants };
    },
    listingSlots: (marketItem) => {
      if (!isOffered(topic.coverage, marketItem)) return [];
      const demand = demandOf(marketItem);
      const volume = marketProfileOf(marketItem.marketplace.slug).volume * volumeOf[marketItem.item.game];
      return slots(
        marketItem,
        topic.coverage,
        (1 + demand * maxListings) * volume,
        demand > 0.3 ? busyPeriods : quietPeriods,
      );
    },
    orderSlots: (marketItem) => {
      if (!isOffered(topic.orders, marketItem)) return [];
      const { volume } = marketProfileOf(marketItem.marketplace.slug);
      return slots(marketItem, topic.orders, (0.5 + demandOf(marketItem) * maxOrders) * volume, orderPeriods);
    },
  };
};
