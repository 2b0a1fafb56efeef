import type {
  DealFlag,
  DealPairs,
  DealSort,
  DealWay,
  Flag,
  PayoutChoice,
  PayoutKind,
  Prices,
  Rate,
  Variant,
} from '../../schema/index.ts';

export type DealSide = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** After fees, in thousandths of a dollar. */
  readonly afterFeesUsd: number;
  readonly count: number;
  readonly seenAt: number;
  /** The offer, or the page of the item; null if unknown. */
  readonly link: string | null;
  /** Days until what is bought can be sold elsewhere, or until what it is sold for is free; null if unknown. */
  readonly holdDays: number | null;
  readonly flags: readonly DealFlag[];
};

/** An item to buy on one marketplace and sell on another. */
export type Deal = {
  readonly name: string;
  readonly phase: Variant | null;
  readonly buy: DealSide;
  readonly sell: DealSide & { readonly way: DealWay; readonly payout: PayoutKind | null };
  /** In thousandths of a dollar. */
  readonly profitUsd: number;
};

export type DealQuery = {
  readonly sort: DealSort;
  readonly limit: number;
  /** null means every item. */
  readonly name: string | null;
  /** Whether an item is among those asked for; all are if it is missing. */
  readonly isWanted?: (name: string) => boolean;
  /** What is received must be more than this times what is paid: 1 for a profit, less for what is wanted at a loss. */
  readonly above: number;
  /** Thousandths of a dollar. */
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
  /** What the marketplaces to sell on pay out. */
  readonly payout: PayoutChoice;
  /** Maximum days until the money is free, both holds together; null for any, known or not. */
  readonly maxHoldDays: number | null;
  /** `best` limits the deals of an item, with all its variants, to the first one. */
  readonly pairs: DealPairs;
  /** Deals with one of these flags on either side are omitted. */
  readonly without: readonly DealFlag[];
  /** Flags that follow from the state of a marketplace's sources of asks or buy orders. */
  readonly sourceFlags: (marketplaceId: number, kind: 'ask' | 'bid') => readonly Flag[];
  /** The exchange rates in use. */
  readonly rates: readonly Rate[];
};
