import type { Book } from '../book/book.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import type { Store } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Tape } from '../tape/tape.ts';
import { replayTape } from './tape/replay.ts';
import { type SaleDedup, saleAgeLimit } from './tape/sale-dedup.ts';

/** The book as it was when the service last stopped, however it stopped, its prices converted at the rates of now. */
export async function restoreBook(parts: {
  readonly book: Book;
  readonly store: Store;
  readonly writer: Writer;
  readonly tape: Tape;
  readonly storedTo: number;
  readonly sales: SaleDedup;
  readonly rates: ExchangeRates;
  readonly now: Clock['now'];
  readonly log: Log;
}): Promise<void> {
  const { book, store, sales, rates, now, log } = parts;
  const { toPrices } = rates;
  const counts = { quotes: 0, offers: 0, buyOrders: 0 };
  for (const [what, chunks] of [
    ['quotes', store.quotes()],
    ['offers', store.liveOffers()],
    ['buyOrders', store.liveBuyOrders()],
  ] as const) {
    for await (const rows of chunks) {
      book.restore(rows, toPrices);
      counts[what] += rows.length;
    }
  }
  for (const sale of await store.recentSales(now() - saleAgeLimit)) sales.note(sale);
  const replay = await replayTape({ ...parts, toPrices }, store.figures());
  log.info({ ...counts, ...replay }, 'book restored');
}
