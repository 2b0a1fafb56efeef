import type { Book } from '../book/book.ts';
import type { Money, Prices } from '../schema/index.ts';
import type { KeptShare } from '../store/store.ts';
import { turn } from '../turn.ts';

/** They take some ten milliseconds, as so many of others do. */
const offersAtOnce = 2_000;
const floorsAtOnce = 5_000;

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
    await turn();
  }
  for await (const page of share.offers()) {
    await inPieces(page.length, offersAtOnce, (from, to) => book.restoreOffers(page, from, to, toPrices));
    counts.offers += page.length;
  }
  for await (const rows of share.buyOrders()) {
    book.restore(rows, toPrices);
    counts.buyOrders += rows.length;
    await turn();
  }
  // The floors come last, as they stand beside what they are made of
  for await (const floors of share.figures()) {
    await inPieces(floors.length, floorsAtOnce, (from, to) => book.restoreFloorColumns(floors, from, to));
    counts.figures += floors.length;
  }
  return counts;
}

async function inPieces(length: number, most: number, restore: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < length; from += most) {
    restore(from, Math.min(from + most, length));
    await turn();
  }
}
