import { pastTicks } from './played-time.ts';

/** The parts of a listing or order number: its slot and the tick it appeared. */
export type ListingOrigin = {
  readonly marketplaceId: number;
  /** Position in the catalogue of all games. */
  readonly itemIndex: number;
  readonly slot: number;
  readonly bornAt: number;
};

/** Slots of one item on one marketplace. */
export const slotLimit = 128;
/** Number of items across all games. */
export const itemLimit = 262_144;
const marketplacesPerRange = 32;
const perTick = slotLimit * itemLimit * marketplacesPerRange;
/** Marketplaces from the 32nd on have numbers above those of all others. */
const perRange = 2 ** 52;

/** Listings alive at the start may have been born before the made-up past begins. */
const firstTick = -8 * pastTicks;

// 30 bits within a tick and one for the range leave 22 bits for ticks, so that numbers stay exact
export const numberOf = ({ marketplaceId, itemIndex, slot, bornAt }: ListingOrigin): number => {
  const range = Math.floor(marketplaceId / marketplacesPerRange);
  if (range > 1) throw new Error(`the marketplace ${marketplaceId} has no numbers; give the ranges more bits`);
  const marketItem = (marketplaceId % marketplacesPerRange) * itemLimit + itemIndex;
  return range * perRange + (bornAt - firstTick) * perTick + marketItem * slotLimit + slot;
};

export const originOf = (number: number): ListingOrigin => {
  const range = Math.floor(number / perRange);
  const within = number % perTick;
  const marketItem = Math.floor(within / slotLimit);
  return {
    marketplaceId: range * marketplacesPerRange + Math.floor(marketItem / itemLimit),
    itemIndex: marketItem % itemLimit,
    slot: within % slotLimit,
    bornAt: Math.floor((number % perRange) / perTick) + firstTick,
  };
};
