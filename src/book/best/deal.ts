import type { DealFlag, DealPairs, DealSort, DealWay, Flag, Prices, Rate, Variant } from '../../schema/index.ts';

export type DealSide = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** After fees, in thousandths of a dollar. */
  readonly afterFeesUsd: number;
  readonly count: number;
  readonly seenAt: number;
  readonly flags: readonly DealFlag[];
};

/** An item to buy on one marketplace and sell on another. */
export type Deal = {
  readonly name: string;
  readonly phase: Variant | null;
  readonly buy: DealSide;
  readonly sell: DealSide & { readonly way: DealWay };
  /** In thousandths of a dollar. */
  readonly profitUsd: number;
};

export type DealQuery = {
  readonly sort: DealSort;
  readonly limit: number;
  /** Thousandths of a dollar; a deal has a profit above 0 in any case. */
  readonly minProfitUsd: number;
  readonly minPercent: number;
  /** What the buyer pays, including fees. */
  readonly maxCostUsd: number;
  /** Both sides must have been confirmed since then. */
  readonly seenSince: number;
  /** The time of the query. */
  readonly at: number;
  /** Marketplaces to buy on, and to sell on; null means all. */
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
  readonly ways: readonly DealWay[];
  /** `best` limits the deals of an item, with all its variants, to the first one. */
  readonly pairs: DealPairs;
  /** Deals with one of these flags on either side are omitted. */
  readonly without: readonly DealFlag[];
  /** Flags that follow from the state of a marketplace's sources of asks or buy orders. */
  readonly sourceFlags: (marketplaceId: number, kind: 'ask' | 'bid') => readonly Flag[];
  /** The exchange rates in use. */
  readonly rates: readonly Rate[];
};
