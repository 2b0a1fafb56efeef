import type { LiveOffer, OfferSort, Phase } from '../../schema/index.ts';

/** Where an offer stands in an order: by its rank, then marketplace, then the hash of its id, then the id. */
export type OfferPlace = {
  readonly rank: number;
  readonly marketplaceId: number;
  readonly hash: number;
  readonly offerId: string;
};

/** What is looked for among all offers of a game whose price in dollars is known; null is whatever it is. */
export type OfferQuery = {
  /** When it is asked, which says what is usual. */
  readonly at: number;
  readonly names: readonly string[] | null;
  /** Words that the name of an item holds. */
  readonly words: string | null;
  readonly phases: readonly Phase[] | null;
  readonly marketplaceIds: readonly number[] | null;
  readonly minUsd: number;
  readonly maxUsd: number;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  readonly paintSeeds: readonly number[] | null;
  /** Names, each as often as it is to be there. */
  readonly stickers: readonly string[];
  /** Of each of these stickers. */
  readonly maxStickerWear: number;
  /** Known to be tradable then. */
  readonly tradableBy: number | null;
  /** At least so many percent below what any other marketplace asks for the item, or for the variant where it is known. */
  readonly belowOthersPercent: number | null;
  readonly sort: OfferSort;
  readonly limit: number;
  /** Only what stands behind this. */
  readonly after: OfferPlace | null;
};

export type FoundOffer = {
  readonly offer: LiveOffer;
  readonly place: OfferPlace;
  /** The lowest ask on any other marketplace, in thousandths of a dollar; null where there is none. */
  readonly othersUsd: number | null;
  /** What its marketplace usually asks at least, in thousandths of a dollar; null where that is not known. */
  readonly usualUsd: number | null;
  /** The lowest asks of its stickers as items of their own, together, in thousandths of a dollar; null where one is not known. */
  readonly stickersUsd: number | null;
};
