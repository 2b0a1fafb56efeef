import { buyOrderOf } from './buy-order.ts';
import type { Standing } from './change-schedule.ts';
import { type ListingMaker, pricedAfter } from './listing.ts';
import type { Shelf, Shelves } from './market-items.ts';
import { type PlayedTime, pastTicks } from './played-time.ts';
import type { Chance } from './seeded-random.ts';
import { bornAfter, pastStays, type Slot, stayAt, topic } from './slots.ts';
import type { PlayedBuyOrder, PlayedListing, PlayedSale } from './world.ts';

/** What stands and stood on a shelf. */
export type Trading = {
  /** Cheapest first. */
  readonly listings: (shelf: Shelf) => readonly PlayedListing[];
  /** The listing in one slot, or null when there is none now. */
  readonly listingAt: (shelf: Shelf, slotIndex: number) => PlayedListing | null;
  readonly standingAt: (place: { readonly shelf: Shelf; readonly slot: Slot }, tick: number) => Standing;
  /** Best first. */
  readonly buyOrders: (shelf: Shelf) => readonly PlayedBuyOrder[];
  /** Newest first. */
  readonly sales: (shelf: Shelf) => readonly PlayedSale[];
};

/** Keeps the answer of a stage that runs for days in bounds. */
const mostPastStays = 120;

/** An order that a listing would fill at once does not stand; `asked` begins with the cheapest. */
const isBelow =
  (asked: readonly PlayedListing[]) =>
  ({ priceUsd, phase }: PlayedBuyOrder): boolean => {
    const cheapest = phase === null ? asked[0] : asked.find((listing) => listing.phase === phase);
    return cheapest === undefined || priceUsd < cheapest.priceUsd;
  };

export const createTrading = (chance: Chance, time: PlayedTime, shelves: Shelves, listingOf: ListingMaker): Trading => {
  const standing = (shelf: Shelf, slot: Slot): PlayedListing | null => {
    const stay = stayAt(chance, slot, time.tick());
    return stay === null ? null : listingOf(shelf, slot, stay, time.tick());
  };
  const ordered = (shelf: Shelf, slot: Slot): PlayedBuyOrder | null => {
    const stay = stayAt(chance, slot, time.tick());
    return stay === null ? null : buyOrderOf(chance, time, shelf, slot, stay, time.tick());
  };
  const soldFrom = (shelf: Shelf, slot: Slot): readonly PlayedSale[] => {
    const found: PlayedSale[] = [];
    let seen = 0;
    for (const stay of pastStays(chance, slot, time.tick(), -pastTicks)) {
      seen += 1;
      if (seen > mostPastStays) break;
      if (!stay.isSold) continue;
      const soldAt = time.at(stay.endsAt, chance.of(topic.sold, stay.key, 1));
      // Completed in place: a copy of each doubled the time of a long answer
      found.push(Object.assign(listingOf(shelf, slot, stay, stay.endsAt - 1), { soldAt }));
    }
    return found;
  };
  const listings = (shelf: Shelf): readonly PlayedListing[] =>
    shelves
      .listingSlots(shelf)
      .flatMap((slot) => standing(shelf, slot) ?? [])
      .sort((a, b) => a.priceUsd - b.priceUsd || a.number - b.number);
  return {
    listings,
    listingAt: (shelf, slotIndex) => {
      const slot = shelves.listingSlots(shelf)[slotIndex];
      return slot === undefined ? null : standing(shelf, slot);
    },
    standingAt: ({ shelf, slot }, tick) => {
      const stay = stayAt(chance, slot, tick);
      if (stay === null) return { stay, listing: null, nextAt: bornAfter(slot, tick) };
      const nextAt = Math.min(stay.endsAt, pricedAfter(chance, stay, tick));
      return { stay, listing: listingOf(shelf, slot, stay, tick), nextAt };
    },
    buyOrders: (shelf) =>
      shelves
        .orderSlots(shelf)
        .flatMap((slot) => ordered(shelf, slot) ?? [])
        .filter(isBelow(listings(shelf)))
        .sort((a, b) => b.priceUsd - a.priceUsd || a.number - b.number),
    sales: (shelf) =>
      shelves
        .listingSlots(shelf)
        .flatMap((slot) => soldFrom(shelf, slot))
        .sort((a, b) => b.soldAt - a.soldAt || b.number - a.number),
  };
};
