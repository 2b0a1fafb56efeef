import { pastTicks } from './played-time.ts';

/** What a number of a listing or an order says: where it stands and since which tick. */
export type Place = {
  readonly marketplaceId: number;
  /** Position in the catalogue of all games. */
  readonly itemIndex: number;
  readonly slot: number;
  readonly bornAt: number;
};

/** Slots of one item on one marketplace. */
export const slotLimit = 128;
/** Items in all games together. */
export const itemLimit = 262_144;
const marketplaceLimit = 32;
const perTick = slotLimit * itemLimit * marketplaceLimit;

/** Listings alive at the start may have been born before the made-up past begins. */
const firstTick = -8 * pastTicks;

// 30 bits within a tick leave 23 bits for ticks, so that numbers stay exact
export const numberOf = ({ marketplaceId, itemIndex, slot, bornAt }: Place): number =>
  (bornAt - firstTick) * perTick + (marketplaceId * itemLimit + itemIndex) * slotLimit + slot;

export const placeOf = (number: number): Place => {
  const within = number % perTick;
  const shelf = Math.floor(within / slotLimit);
  return {
    marketplaceId: Math.floor(shelf / itemLimit),
    itemIndex: shelf % itemLimit,
    slot: within % slotLimit,
    bornAt: Math.floor(number / perTick) + firstTick,
  };
};
