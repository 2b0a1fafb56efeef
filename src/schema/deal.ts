import { flagMeanings } from './flags.ts';

/** What a side of a deal rests on: what any price may, and what is not known of its fee. */
export const dealFlagMeanings = {
  ...flagMeanings,
  feeUnknown: 'no fee for buyers is known, so that the profit is at most as told',
} as const;
export type DealFlag = keyof typeof dealFlagMeanings;
export const dealFlags = Object.keys(dealFlagMeanings).sort() as [DealFlag, ...DealFlag[]];

/** What the best deal is. */
export const dealSorts = ['profit', 'percent'] as const;
export type DealSort = (typeof dealSorts)[number];

/** To sell to a buy order at once, or to put on sale at the lowest ask. */
export const dealWays = ['bid', 'list'] as const;
export type DealWay = (typeof dealWays)[number];
