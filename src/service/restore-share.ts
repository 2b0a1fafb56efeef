import type { Book } from '../book/book.ts';
import type { Money, Prices } from '../schema/index.ts';
import type { KeptCounts } from '../store/rows/kept-counts.ts';
import { Slices } from '../store/slices.ts';
import type { KeptShare } from '../store/store.ts';

// A row takes a few microseconds, several times as long at first
const rowsAtOnce = 250;

type Restored = Pick<Book, 'restore' | 'restoreOffers' | 'restoreFloorColumns'>;

/** Restores what the store has of some marketplaces, at current prices if `toPrices` is given; returns the counts. */
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
  // Floors come last, since they are kept with the offers and quotes that they follow from
  const figures = await each(share.figures(), (page, from, to) => book.restoreFloorColumns(page, from, to));
  return { quotes, offers, buyOrders, figures };
}
