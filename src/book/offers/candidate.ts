import type { LiveOffer } from '../../schema/index.ts';
import { offerAt } from '../apply-offer.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { Row, Slot } from '../memory/numbers.ts';
import type { OfferPosition } from './offer-query.ts';

/** An offer that can be among the results; its record is read only if more than its place is needed. */
export class Candidate implements OfferPosition {
  readonly marketBook: MarketBook;
  readonly slot: Slot;
  readonly rank: number;
  readonly hash: number;
  readonly row: Row;
  #offer: LiveOffer | null;

  constructor(marketBook: MarketBook, slot: Slot, rank: number, offer: LiveOffer | null = null) {
    this.marketBook = marketBook;
    this.slot = slot;
    this.rank = rank;
    this.hash = marketBook.offers.hashOf(slot);
    this.row = marketBook.offers.row(slot);
    this.#offer = offer;
  }

  get marketplaceId(): number {
    return this.marketBook.marketplaceId;
  }

  get offer(): LiveOffer {
    this.#offer ??= offerAt(this.marketBook, this.slot);
    return this.#offer;
  }

  /** Reads the record now, before another offer can take its place. */
  read(): void {
    this.#offer ??= offerAt(this.marketBook, this.slot);
  }

  get offerId(): string {
    return this.offer.offerId;
  }
}

/** Whether an unread offer sorts after a place; false if only its id can decide. */
export const isSurelyBehind = (
  { marketplaceId, offers }: MarketBook,
  slot: Slot,
  rank: number,
  position: OfferPosition,
): boolean =>
  rank > position.rank ||
  (rank === position.rank &&
    (marketplaceId > position.marketplaceId ||
      (marketplaceId === position.marketplaceId && offers.hashOf(slot) > position.hash)));

export const isSurelyBefore = (
  { marketplaceId, offers }: MarketBook,
  slot: Slot,
  rank: number,
  position: OfferPosition,
): boolean =>
  rank < position.rank ||
  (rank === position.rank &&
    (marketplaceId < position.marketplaceId ||
      (marketplaceId === position.marketplaceId && offers.hashOf(slot) < position.hash)));

export const comparePositions = (a: OfferPosition, b: OfferPosition): number =>
  a.rank - b.rank ||
  a.marketplaceId - b.marketplaceId ||
  a.hash - b.hash ||
  (a.offerId === b.offerId ? 0 : a.offerId < b.offerId ? -1 : 1);
