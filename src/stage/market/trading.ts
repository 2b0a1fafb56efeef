import { buyOrderOf } from './buy-order.ts';
import type { SlotState } from './change-schedule.ts';
import { type ListingMaker, pricedAfter } from './listing.ts';
import type { MarketItem, MarketItems } from './market-items.ts';
import { type PlayedTime, pastTicks } from './played-time.ts';
import type { SeededRandom } from './seeded-random.ts';
import { bornAfter, pastStays, type Slot, stayAt, topic } from './slots.ts';
import type { PlayedBuyOrder, PlayedListing, PlayedSale } from './world.ts';

/** Current and past listings and orders of an item on a marketplace. */
export type Trading = {
  /** Cheapest first. */
  readonly listings: (marketItem: MarketItem) => readonly PlayedListing[];
  /** The listing in a slot, or null when it is empty. */
  readonly listingAt: (marketItem: MarketItem, slotIndex: number) => PlayedListing | null;
  readonly stateAt: (coordinates: { readonly marketItem: MarketItem; readonly slot: Slot }, tick: number) => SlotState;
  /** Best first. */
  readonly buyOrders: (marketItem: MarketItem) => readonly PlayedBuyOrder[];
  /** Newest first. */
  readonly sales: (marketItem: MarketItem) => readonly PlayedSale[];
};

/** Bounds the answers of a stage that runs for days. */
const maxPastStays = 120;

/** Orders that a listing would fill immediately are left out; `asks` is sorted, cheapest first. */
const isBelow =
  (asks: readonly PlayedListing[]) =>
  ({ priceUsd, phase }: PlayedBuyOrder): boolean => {
    const cheapest = phase === null ? asks[0] : asks.find((listing) => listing.phase === phase);
    return cheapest === undefined || priceUsd < cheapest.priceUsd;
  };

export const createTrading = (
  random: SeededRandom,
  time: PlayedTime,
  marketItems: MarketItems,
  listingOf: ListingMaker,
): Trading => {
  const standing = (marketItem: MarketItem, slot: Slot): PlayedListing | null => {
    const stay = stayAt(random, slot, time.tick());
    return stay === null ? null : listingOf(marketItem, slot, stay, time.tick());
  };
  const ordered = (marketItem: MarketItem, slot: Slot): PlayedBuyOrder | null => {
    const stay = stayAt(random, slot, time.tick());
    return stay === null ? null : buyOrderOf(random, time, marketItem, slot, stay, time.tick());
  };
  const soldFrom = (marketItem: MarketItem, slot: Slot): readonly PlayedSale[] => {
    const found: PlayedSale[] = [];
    let seen = 0;
    for (const stay of pastStays(random, slot, time.tick(), -pastTicks)) {
      seen += 1;
      if (seen > maxPastStays) break;
      if (!stay.isSold) continue;
      const soldAt = time.at(stay.endsAt, random.of(topic.sold, stay.key, 1));
      const listing = listingOf(marketItem, slot, stay, stay.endsAt - 1);
      // Completed in place: a copy of each doubled the time of a long answer
      if (listing !== null) found.push(Object.assign(listing, { soldAt }));
    }
    return found;
  };
  const listings = (marketItem: MarketItem): readonly PlayedListing[] =>
    marketItems
      .listingSlots(marketItem)
      .flatMap((slot) => standing(marketItem, slot) ?? [])
      .sort((a, b) => a.priceUsd - b.priceUsd || a.number - b.number);
  return {
    listings,
    listingAt: (marketItem, slotIndex) => {
      const slot = marketItems.listingSlots(marketItem)[slotIndex];
      return slot === undefined ? null : standing(marketItem, slot);
    },
    stateAt: ({ marketItem, slot }, tick) => {
      const stay = stayAt(random, slot, tick);
      if (stay === null) return { stay, listing: null, nextAt: bornAfter(slot, tick) };
      const nextAt = Math.min(stay.endsAt, pricedAfter(random, stay, tick));
      return { stay, listing: listingOf(marketItem, slot, stay, tick), nextAt };
    },
    buyOrders: (marketItem) =>
      marketItems
        .orderSlots(marketItem)
        .flatMap((slot) => ordered(marketItem, slot) ?? [])
        .filter(isBelow(listings(marketItem)))
        .sort((a, b) => b.priceUsd - a.priceUsd || a.number - b.number),
    sales: (marketItem) =>
      marketItems
        .listingSlots(marketItem)
        .flatMap((slot) => soldFrom(marketItem, slot))
        .sort((a, b) => b.soldAt - a.soldAt || b.number - a.number),
  };
};
