import type { LiveOffer } from '../../schema/index.ts';
import { offerAt } from '../apply-offer.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { Slot } from '../memory/numbers.ts';
import type { OfferPlace } from './offer-query.ts';

/** An offer that may be among the first; it is read only when somebody has to know more of it than its place. */
export class Candidate implements OfferPlace {
  readonly marketBook: MarketBook;
  readonly slot: Slot;
  readonly rank: number;
  readonly hash: number;
  #offer: LiveOffer | null;

  constructor(marketBook: MarketBook, slot: Slot, rank: number, offer: LiveOffer | null = null) {
    this.marketBook = marketBook;
    this.slot = slot;
    this.rank = rank;
    this.hash = marketBook.offers.hashOf(slot);
    this.#offer = offer;
  }

  get marketplaceId(): number {
    return this.marketBook.marketplaceId;
  }

  get offer(): LiveOffer {
    this.#offer ??= offerAt(this.marketBook, this.slot);
    return this.#offer;
  }

  get offerId(): string {
    return this.offer.offerId;
  }
}

/** Whether an offer that is not read stands behind a place; false where only its id would tell. */
export const isSurelyBehind = (
  { marketplaceId, offers }: MarketBook,
  slot: Slot,
  rank: number,
  place: OfferPlace,
): boolean =>
  rank > place.rank ||
  (rank === place.rank &&
    (marketplaceId > place.marketplaceId ||
      (marketplaceId === place.marketplaceId && offers.hashOf(slot) > place.hash)));

export const isSurelyBefore = (
  { marketplaceId, offers }: MarketBook,
  slot: Slot,
  rank: number,
  place: OfferPlace,
): boolean =>
  rank < place.rank ||
  (rank === place.rank &&
    (marketplaceId < place.marketplaceId ||
      (marketplaceId === place.marketplaceId && offers.hashOf(slot) < place.hash)));

export const comparePlaces = (a: OfferPlace, b: OfferPlace): number =>
  a.rank - b.rank ||
  a.marketplaceId - b.marketplaceId ||
  a.hash - b.hash ||
  (a.offerId === b.offerId ? 0 : a.offerId < b.offerId ? -1 : 1);
