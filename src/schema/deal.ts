import { flagMeanings } from './flags.ts';

/** Flags of one side of a deal: those of any price, and whether its fee is unknown. */
export const dealFlagMeanings = {
  ...flagMeanings,
  feeUnknown: 'the buyer fee is not known, so the profit shown is an upper bound',
} as const;
export type DealFlag = keyof typeof dealFlagMeanings;
export const dealFlags = Object.keys(dealFlagMeanings).sort() as [DealFlag, ...DealFlag[]];

/** Flags that keep a deal out unless it is asked for. */
export const defaultWithout = ['outlier', 'stale', 'variantUnknown'] as const satisfies readonly DealFlag[];

/** What deals are ranked by. */
export const dealSorts = ['profit', 'percent'] as const;
export type DealSort = (typeof dealSorts)[number];

/** How the item is sold: immediately to a buy order, or listed at the lowest ask. */
export const dealWays = ['bid', 'list'] as const;
export type DealWay = (typeof dealWays)[number];

/** Which pairs of marketplaces of an item are deals: all of them, or the best alone. */
export const dealPairs = ['best', 'all'] as const;
export type DealPairs = (typeof dealPairs)[number];
