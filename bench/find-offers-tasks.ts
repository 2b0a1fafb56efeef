import { createBook } from '../src/book/create-book.ts';
import { madeUpBatches } from './offer-memory-tasks.ts';
import { type Served, serveBook } from './serve.ts';

/** The REST interface, without its cache, over a book with so many made-up offers. */
export async function serveOffers(folder: string, count: number): Promise<Served> {
  const book = createBook();
  let at = Date.now() - count;
  for (const { marketplaceId, offers } of madeUpBatches(count)) {
    book.apply(offers, { marketplaceId, source: 'bench', at });
    at += offers.length;
  }
  return await serveBook(book, folder, 0);
}
