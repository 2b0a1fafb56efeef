import type { LiveBuyOrder, LiveOffer, LiveQuote, ToPrices } from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import { restoreBuyOrder } from '../apply-buy-order.ts';
import { restoreOffer } from '../apply-offer.ts';
import { restoreQuote } from '../apply-quote.ts';
import type { MarketBook } from '../market/market-book.ts';

export function restoreAll(
  gameBooks: GameBooks,
  rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[],
  toPrices: ToPrices | null,
): void {
  const marketBooks = new Set<MarketBook>();
  for (const row of rows) {
    const marketBook = gameBooks[row.game].marketBookFor(row.marketplaceId);
    marketBooks.add(marketBook);
    if ('offerId' in row) restoreOffer(marketBook, row, toPrices);
    else if ('orderId' in row) restoreBuyOrder(marketBook, row, toPrices);
    else restoreQuote(marketBook, row, toPrices);
  }
  for (const marketBook of marketBooks) marketBook.recompute(0, null);
}
