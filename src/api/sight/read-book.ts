import type { Book } from '../../book/book.ts';

/** What the book is asked for keys. */
export type ReadBook = Pick<
  Book,
  | 'askBasis'
  | 'asks'
  | 'best'
  | 'bestBuyOrders'
  | 'bids'
  | 'buyOrders'
  | 'copyPrices'
  | 'counts'
  | 'deals'
  | 'depth'
  | 'findOffers'
  | 'hasItem'
  | 'hasVariants'
  | 'listedCount'
  | 'localName'
  | 'mapBuyOrders'
  | 'mapOffers'
  | 'movers'
  | 'namesAfter'
  | 'nearestName'
  | 'offers'
  | 'orderCount'
  | 'revision'
  | 'search'
  | 'searchNearest'
  | 'summaries'
  | 'summary'
>;
