import type { Book } from '../book/book.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import type { Store } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Tape } from '../tape/tape.ts';
import { turn } from '../turn.ts';
import type { BookDump } from './dump/book-dump.ts';
import { replayTape } from './tape/replay.ts';
import { type SaleDedup, saleAgeLimit } from './tape/sale-dedup.ts';
import type { Teller } from './tape/teller.ts';

/** They take about ten milliseconds. */
const offersAtOnce = 4_000;

/** The book as it was when the service last stopped, however it stopped, its prices converted at the rates of now. */
export async function restoreBook(parts: {
  readonly book: Book;
  readonly store: Store;
  readonly writer: Pick<Writer, 'push' | 'mark' | 'ready'>;
  readonly tape: Tape;
  readonly storedTo: number;
  readonly sales: SaleDedup;
  readonly rates: ExchangeRates;
  readonly now: Clock['now'];
  readonly teller: Teller;
  readonly log: Log;
  readonly keepsStates: boolean;
  /** Null where none is left by a stop. */
  readonly dump: BookDump | null;
}): Promise<void> {
  const { book, store, sales, rates, now, log, dump } = parts;
  const { toPrices } = rates;
  const dumped = dump === null ? null : await dump.load(parts.storedTo);
  const counts = dumped ?? (await readStore(parts));
  if (dumped !== null) for (const _ of book.convert(toPrices)) await turn();
  for (const sale of await store.recentSales(now() - saleAgeLimit)) sales.note(sale);
  // The floors of a dump stand as they were told
  const replay = await replayTape({ ...parts, toPrices }, dumped === null ? store.figures() : noFloors());
  // Readers that resume were told of prices that are known no more
  await tellReconverted(parts, now);
  dump?.due();
  log.info({ from: dumped === null ? 'the database' : 'a dump', ...counts, ...replay }, 'book restored');
}

async function* noFloors(): AsyncGenerator<never> {}

async function readStore({
  book,
  store,
  rates: { toPrices },
}: {
  readonly book: Book;
  readonly store: Store;
  readonly rates: ExchangeRates;
}) {
  const counts = { quotes: 0, offers: 0, buyOrders: 0 };
  for await (const rows of store.quotes()) {
    book.restore(rows, toPrices);
    counts.quotes += rows.length;
  }
  for await (const page of store.liveOffers()) {
    for (let from = 0; from < page.length; from += offersAtOnce) {
      book.restoreOffers(page, from, Math.min(from + offersAtOnce, page.length), toPrices);
      await turn();
    }
    counts.offers += page.length;
  }
  for await (const rows of store.liveBuyOrders()) {
    book.restore(rows, toPrices);
    counts.buyOrders += rows.length;
  }
  return counts;
}

/** Converts what is to be converted anew, and tells what changes by that. */
export async function tellReconverted(
  { book, rates, teller, writer }: { book: Book; rates: ExchangeRates; teller: Teller; writer: Pick<Writer, 'ready'> },
  now: Clock['now'],
  signal?: AbortSignal,
): Promise<void> {
  for (const changes of book.reconvert(now, rates.toPrices)) {
    if (signal?.aborted === true) return;
    teller.tell(changes);
    await Promise.all([teller.ready(), writer.ready(), turn()]);
  }
}
