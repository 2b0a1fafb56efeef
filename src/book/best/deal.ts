import type { DealFlag, DealSort, DealWay, Flag, Phase, Prices, Rate } from '../../schema/index.ts';

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
  readonly phase: Phase | null;
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
  /** What the buyer pays, after fees. */
  readonly maxCostUsd: number;
  /** Both sides confirmed since. */
  readonly seenSince: number;
  /** When it is asked. */
  readonly at: number;
  /** Null is all. */
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
  readonly ways: readonly DealWay[];
  /** Deals with one of these on a side are left out. */
  readonly without: readonly DealFlag[];
  /** What the sources of asks or buy orders of a marketplace make doubtful. */
  readonly sourceFlags: (marketplaceId: number, kind: 'ask' | 'bid') => readonly Flag[];
  /** Those that money is converted at. */
  readonly rates: readonly Rate[];
};
