import type { ExtrasFilter, LiveOffer, OfferSort, Variant } from '../../schema/index.ts';

/** The position of an offer in an order: by rank, then marketplace, then the hash of its id, then the id. */
export type OfferPosition = {
  readonly rank: number;
  readonly marketplaceId: number;
  readonly hash: number;
  readonly offerId: string;
};

/** A search among all offers of a game whose price in dollars is known; null means any. */
export type OfferQuery = {
  /** The time of the query, for which usual prices are computed. */
  readonly at: number;
  readonly names: readonly string[] | null;
  /** Words that the item's name must contain. */
  readonly words: string | null;
  /** Whether an item is among those asked for; all are if it is missing. */
  readonly isWanted?: (name: string) => boolean;
  readonly phases: readonly Variant[] | null;
  readonly marketplaceIds: readonly number[] | null;
  readonly minUsd: number;
  readonly maxUsd: number;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  readonly paintSeeds: readonly number[] | null;
  /** Sticker names, each repeated as often as it must occur. */
  readonly stickers: readonly string[];
  /** For each of these stickers. */
  readonly maxStickerWear: number;
  readonly extras: ExtrasFilter;
  /** Only offers known to be tradable at this time. */
  readonly tradableBy: number | null;
  /** At least this many percent below the lowest ask of any other marketplace for the item, or for its known variant. */
  readonly belowOthersPercent: number | null;
  readonly sort: OfferSort;
  readonly limit: number;
  /** Only offers that sort after this place. */
  readonly after: OfferPosition | null;
};

export type FoundOffer = {
  readonly offer: LiveOffer;
  readonly position: OfferPosition;
  /** The lowest ask on any other marketplace, in thousandths of a dollar; null if there is none. */
  readonly othersUsd: number | null;
  /** The usual lowest ask on its marketplace, in thousandths of a dollar; null if unknown. */
  readonly usualUsd: number | null;
  /** The sum of the lowest asks for its stickers as items, in thousandths of a dollar; null if one is unknown. */
  readonly stickersUsd: number | null;
};
