import type { NormalOffer } from '../schema/index.ts';
import type { MarketBook } from './market/market-book.ts';
import { markOf } from './market/tombstones.ts';

/** All sources of a marketplace are mostly read within this time, and an offer is rarely sold and listed again within it. */
const returnMilliseconds = 15 * 60_000;
/** How many times in a row quotes must have disproved an offer that then returned at its price. */
const disprovedInVain = 2;
const doubtMilliseconds = 7 * 24 * 3_600_000;

type Arrival = {
  readonly foundAt: number;
  /** It was only away for some minutes, which is no news. */
  readonly isReturned: boolean;
};

/**
 * An offer that is not in the book arrives: one that was removed within the last day is not found anew. If quotes keep
 * removing an offer that the marketplace lists, they are made of other offers than its lists.
 */
export function arrivalOf(
  marketBook: MarketBook,
  { offerId, price, foundAt }: Pick<NormalOffer, 'offerId' | 'price' | 'foundAt'>,
  at: number,
): Arrival {
  const departure = marketBook.tombstones.departure(offerId, at);
  // Removed before it was ever seen, where the time is not known
  if (departure === null || Number.isNaN(departure.foundAt))
    return { foundAt: Math.min(foundAt ?? at, at), isReturned: false };
  const isAsBefore = departure.priceMark === markOf(price);
  if (isAsBefore && departure.disproved >= disprovedInVain) marketBook.quotesDoubtedUntil = at + doubtMilliseconds;
  return { foundAt: departure.foundAt, isReturned: isAsBefore && at - departure.at <= returnMilliseconds };
}
