import type { Book } from '../book/book.ts';
import type { Money, Prices } from '../schema/index.ts';
import type { KeptCounts } from '../store/kept-counts.ts';
import { Slices } from '../store/slices.ts';
import type { KeptShare } from '../store/store.ts';

// A row takes some microseconds, and several times as many at first
const rowsAtOnce = 250;

type Restored = Pick<Book, 'restore' | 'restoreOffers' | 'restoreFloorColumns'>;

/** Puts back what the store has of some marketplaces, at prices of now where a way to convert them is given; says how much that was. */
export async function restoreShare(
  book: Restored,
  share: KeptShare,
  toPrices?: (price: Money | null) => Prices,
): Promise<KeptCounts> {
  const slices = new Slices();
  const each = async <Page extends { readonly length: number }>(
    pages: AsyncIterable<Page>,
    restore: (page: Page, from: number, to: number) => void,
  ): Promise<number> => {
    let count = 0;
    for await (const page of pages) {
      for (let from = 0; from < page.length; from += rowsAtOnce) {
        restore(page, from, Math.min(from + rowsAtOnce, page.length));
        if (slices.isOver) await slices.rest();
      }
      count += page.length;
    }
    return count;
  };
  const quotes = await each(share.quotes(), (rows, from, to) => book.restore(rows.slice(from, to), toPrices));
  const offers = await each(share.offers(), (page, from, to) => book.restoreOffers(page, from, to, toPrices));
  const buyOrders = await each(share.buyOrders(), (rows, from, to) => book.restore(rows.slice(from, to), toPrices));
  // The floors come last, as they stand beside what they are made of
  const figures = await each(share.figures(), (page, from, to) => book.restoreFloorColumns(page, from, to));
  return { quotes, offers, buyOrders, figures };
}
