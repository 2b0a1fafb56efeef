import { MarketRules } from '../../src/book/best/market-rules.ts';
import { createBook } from '../../src/book/create-book.ts';
import { bytesOf } from '../../src/book/memory/column.ts';
import { type Served, serveBook } from '../http/serve.ts';
import { bareGameBook } from '../made-up/bare-game-book.ts';
import { madeUpBatches } from '../store/offer-memory-tasks.ts';

/** Serves REST, without its cache, over a book with `count` made-up offers. */
export async function serveOffers(folder: string, count: number): Promise<Served> {
  const book = createBook();
  let at = Date.now() - count;
  for (const { marketplaceId, offers } of madeUpBatches(count)) {
    book.apply(offers, { marketplaceId, source: 'bench', at });
    at += offers.length;
  }
  return await serveBook(book, folder, 0);
}

/** Bytes per offer of the columns that searches scan. */
export function measureSearchBytes(): number {
  const count = 400_000;
  const { marketBooks } = bareGameBook(readingsOf(count), new MarketRules([], undefined, 'CS2'));
  const parts = marketBooks.flatMap(({ offers, traits }) => [
    offers.askKeys,
    offers.askBounds,
    offers.foundBounds,
    traits,
  ]);
  return bytesOf(parts) / count;
}

function* readingsOf(count: number) {
  const at = Date.now();
  for (const { marketplaceId, offers } of madeUpBatches(count))
    yield { stamp: { marketplaceId, source: 'bench', at }, records: offers };
}
