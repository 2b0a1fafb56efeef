import type { RecordOf } from './fields/field.ts';
import type {
  buyOrderFields,
  extraFields,
  filteredFields,
  floorFields,
  offerFields,
  quoteFields,
  topBidFields,
} from './fields/live-fields.ts';
import type { Prices } from './money/money.ts';

/** An offer as the book holds it. Instants are epoch milliseconds. */
export interface LiveOffer extends RecordOf<typeof offerFields> {}

/** What is on one item, as far as it is known. */
export interface KnownExtras extends RecordOf<typeof extraFields> {}

/** A buy order as the book holds it. */
export interface LiveBuyOrder extends RecordOf<typeof buyOrderFields> {}

/** The latest quote of a marketplace for an item or a variant of it. */
export interface LiveQuote extends RecordOf<typeof quoteFields> {}

/** Lowest price and offer count of a series: one variant of an item, or all of them (phase null), on one marketplace. */
export interface Floor extends RecordOf<typeof floorFields> {}

/** A floor and the time of its last change, epoch milliseconds. */
export type DatedFloor = Floor & { readonly at: number };

/**
 * Highest buy order of a series on one marketplace, and the number of buy orders. Counts either the orders for one variant
 * or the orders that accept any (phase null).
 */
export interface TopBid extends RecordOf<typeof topBidFields> {}

/** A top bid and the time of its last change, epoch milliseconds. */
export type DatedTopBid = TopBid & { readonly at: number };

export const removalReasons = ['sold', 'withdrawn', 'expired', 'swept', 'unknown'] as const;
export type RemovalReason = (typeof removalReasons)[number];

/**
 * Whether an offer is strictly cheaper than every other offer, and not above the quote, of its series, and of its item across
 * all variants.
 */
export type NewFloors = { readonly isNewFloor: boolean; readonly isNewItemFloor: boolean };

/** Lowest and highest price, in thousandths of a dollar. */
export type UsdRange = { readonly low: number; readonly high: number };

/** The fields that readers can filter offers by, as they were before a change. */
export type PreviousOffer = RecordOf<typeof filteredFields> & {
  readonly prices: Prices;
  /** All prices since the last change, since exchange rates move prices without one; null while no price was known. */
  readonly usdRange: UsdRange | null;
};

/** A change that the book reports, in order of occurrence; `at` is epoch milliseconds. */
export type Change =
  | ({ readonly kind: 'added'; readonly at: number; readonly offer: LiveOffer } & NewFloors)
  | ({
      readonly kind: 'updated';
      readonly at: number;
      readonly offer: LiveOffer;
      readonly previous: PreviousOffer;
      /** True when no field that the stream publishes has changed. */
      readonly isSilent: boolean;
      /** The offer was removed some minutes ago and is back at the same price; meanwhile readers were shown nothing of it. */
      readonly isReturned?: boolean;
    } & NewFloors)
  | {
      readonly kind: 'removed';
      readonly at: number;
      readonly offer: LiveOffer;
      readonly reason: RemovalReason;
      /** As in `PreviousOffer`. */
      readonly usdRange: UsdRange | null;
      /** As of when it is known to be gone, epoch milliseconds. */
      readonly goneAt: number;
      /** Set where a quote contradicts it. */
      readonly isDisproved?: boolean;
    }
  | { readonly kind: 'ordered'; readonly at: number; readonly buyOrder: LiveBuyOrder }
  | { readonly kind: 'orderRemoved'; readonly at: number; readonly buyOrder: LiveBuyOrder }
  | { readonly kind: 'quoted'; readonly at: number; readonly quote: LiveQuote }
  | { readonly kind: 'floor'; readonly at: number; readonly floor: Floor }
  /** A series seen for the first time that has no floor yet; only the store uses it. */
  | { readonly kind: 'known'; readonly at: number; readonly floor: Floor };

export type RemovedChange = Extract<Change, { readonly kind: 'removed' }>;

export function subjectOf(change: Change): LiveOffer | LiveQuote | LiveBuyOrder | Floor {
  if ('offer' in change) return change.offer;
  if ('quote' in change) return change.quote;
  return 'buyOrder' in change ? change.buyOrder : change.floor;
}
