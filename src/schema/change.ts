import type { Game } from './game.ts';
import type { Phase, Sticker } from './item.ts';
import type { Money, Prices } from './money/money.ts';

/** An offer as it stands in the book. Instants are epoch milliseconds. */
export type LiveOffer = {
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
  readonly marketplaceId: number;
  readonly offerId: string;
  readonly price: Money;
  readonly prices: Prices;
  readonly purchaseLink: string | null;
  readonly inspectLink: string | null;
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly stickers: readonly Sticker[] | null;
  readonly tradableAt: number | null;
  readonly ownerId: string | null;
  /** First seen. */
  readonly foundAt: number;
  /** A published value last changed. */
  readonly changedAt: number;
  /** Last confirmed by the marketplace. */
  readonly seenAt: number;
};

/** A buy order as it stands in the book. */
export type LiveBuyOrder = {
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
  readonly marketplaceId: number;
  readonly orderId: string;
  readonly price: Money;
  readonly prices: Prices;
  readonly quantity: number | null;
  readonly foundAt: number;
  readonly changedAt: number;
  readonly seenAt: number;
};

/** What a marketplace last quoted for an item and variant. */
export type LiveQuote = {
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
  readonly marketplaceId: number;
  readonly lowest: Money | null;
  readonly prices: Prices;
  readonly offerCount: number | null;
  readonly purchaseLink: string | null;
  readonly marketplaceItemId: string | null;
  readonly thumbnail: string | null;
  readonly foundAt: number;
  readonly changedAt: number;
  readonly seenAt: number;
};

/** Lowest price and offer count of a series: an item, with one variant or all together (phase null), on one marketplace. */
export type Floor = {
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
  readonly marketplaceId: number;
  readonly prices: Prices;
  readonly offerCount: number;
};

/** A floor with the instant at which it came to be as it is, epoch milliseconds. */
export type DatedFloor = Floor & { readonly at: number };

/**
 * Highest buy order of a series on one marketplace, and how many there are: of those that are for one variant, or of those
 * that take any (phase null).
 */
export type TopBid = Omit<Floor, 'offerCount'> & { readonly orderCount: number };

/** A bid with the instant at which it came to be as it is, epoch milliseconds. */
export type DatedTopBid = TopBid & { readonly at: number };

export const removalReasons = ['sold', 'withdrawn', 'expired', 'swept', 'unknown'] as const;
export type RemovalReason = (typeof removalReasons)[number];

/** Whether an offer is strictly cheaper than every other of its series, and of its item with all variants. */
export type NewFloors = { readonly isNewFloor: boolean; readonly isNewItemFloor: boolean };

/** From the lowest to the highest price in thousandths of a dollar. */
export type UsdRange = { readonly low: number; readonly high: number };

/** An offer as it was before a change of it, as far as readers choose offers by it. */
export type FormerOffer = Pick<LiveOffer, 'name' | 'phase' | 'purchaseLink' | 'float' | 'paintSeed' | 'prices'> & {
  /** Exchange rates move prices without a change: all it was at since the last one. Null while it was not known. */
  readonly usdRange: UsdRange | null;
};

/** What the book reports, in the order in which it happened; `at` is epoch milliseconds. */
export type Change =
  | ({ readonly kind: 'added'; readonly at: number; readonly offer: LiveOffer } & NewFloors)
  | ({
      readonly kind: 'updated';
      readonly at: number;
      readonly offer: LiveOffer;
      readonly former: FormerOffer;
      /** Nothing that the stream says of it is another than before. */
      readonly isSilent: boolean;
    } & NewFloors)
  | {
      readonly kind: 'removed';
      readonly at: number;
      readonly offer: LiveOffer;
      readonly reason: RemovalReason;
      /** As in a former offer. */
      readonly usdRange: UsdRange | null;
    }
  | { readonly kind: 'ordered'; readonly at: number; readonly buyOrder: LiveBuyOrder }
  | { readonly kind: 'orderRemoved'; readonly at: number; readonly buyOrder: LiveBuyOrder }
  | { readonly kind: 'quoted'; readonly at: number; readonly quote: LiveQuote }
  | { readonly kind: 'floor'; readonly at: number; readonly floor: Floor }
  /** A series that nothing was known of, and that has no floor yet; for the store alone. */
  | { readonly kind: 'known'; readonly at: number; readonly floor: Floor };

/** What a change is about. */
export function subjectOf(change: Change): LiveOffer | LiveQuote | LiveBuyOrder | Floor {
  if ('offer' in change) return change.offer;
  if ('quote' in change) return change.quote;
  return 'buyOrder' in change ? change.buyOrder : change.floor;
}
