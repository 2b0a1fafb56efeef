/**
 * What a side of a deal rests on. stale: not confirmed for an hour. thin: one offer or buy order there. outlier: more than twice
 * or less than half of the middle ask over all marketplaces, of three or more. inferred: read by a source whose form is only
 * inferred. feeUnknown: no fee for buyers is known, and none is reckoned with.
 */
export const dealFlags = ['stale', 'thin', 'outlier', 'inferred', 'feeUnknown'] as const;
export type DealFlag = (typeof dealFlags)[number];

/** To sell to a buy order at once, or to put on sale at the lowest ask. */
export const dealWays = ['bid', 'list'] as const;
export type DealWay = (typeof dealWays)[number];
