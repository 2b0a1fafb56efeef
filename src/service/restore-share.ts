import type { Book } from '../book/book.ts';
import type { Money, Prices } from '../schema/index.ts';
import type { KeptShare } from '../store/store.ts';
import { turn } from '../turn.ts';

/** They take about ten milliseconds. */
const offersAtOnce = 4_000;

export type RestoredCounts = Readonly<Record<'quotes' | 'offers' | 'buyOrders' | 'figures', number>>;

/** Puts back what the store has of some marketplaces, at prices of now where a way to convert them is given; says how much that was. */
export async function restoreShare(
  book: Pick<Book, 'restore' | 'restoreOffers' | 'restoreFloorColumns'>,
  share: KeptShare,
  toPrices?: (price: Money | null) => Prices,
): Promise<RestoredCounts> {
  const counts = { quotes: 0, offers: 0, buyOrders: 0, figures: 0 };
  for await (const rows of share.quotes()) {
    book.restore(rows, toPrices);
    counts.quotes += rows.length;
  }
  for await (const page of share.offers()) {
    for (let from = 0; from < page.length; from += offersAtOnce) {
      book.restoreOffers(page, from, Math.min(from + offersAtOnce, page.length), toPrices);
      await turn();
    }
    counts.offers += page.length;
  }
  for await (const rows of share.buyOrders()) {
    book.restore(rows, toPrices);
    counts.buyOrders += rows.length;
  }
  // The floors come last, as they stand beside what they are made of
  for await (const floors of share.figures()) {
    book.restoreFloorColumns(floors);
    counts.figures += floors.length;
  }
  return counts;
}
