import type { Book } from '../book/book.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import type { Change } from '../schema/index.ts';
import { added, noCounts } from '../store/rows/kept-counts.ts';
import type { Store } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import type { Tape } from '../tape/tape.ts';
import { turn } from '../turn.ts';
import type { BookDump } from './dump/book-dump.ts';
import { restoreShare } from './restore-share.ts';
import { rememberRemovals, takeConfirmed } from './tape/recent-records.ts';
import { UnstoredTape } from './tape/replay.ts';
import { type SaleDedup, saleAgeLimit } from './tape/sale-dedup.ts';
import type { TapePublisher } from './tape/tape-publisher.ts';

type RestoreParts = {
  readonly book: Book;
  readonly store: Store;
  readonly writer: Pick<Writer, 'push' | 'mark' | 'ready'>;
  readonly tape: Tape;
  readonly storedTo: number;
  readonly sales: SaleDedup;
  readonly rates: ExchangeRates;
  readonly now: Clock['now'];
  readonly publisher: TapePublisher;
  readonly log: Log;
  readonly keepsStates: boolean;
  /** Null where stops leave no dump. */
  readonly dump: BookDump | null;
  /** Notified of each marketplace that is restored. */
  readonly hub: Pick<Hub, 'broughtBack'>;
  /** How far the clocks of processes that read marketplaces for this one may run ahead of its own. */
  readonly skewMs?: number;
};

/** Restores the book as it was when the service stopped or was killed, with prices converted at current rates. */
export async function restoreBook(parts: RestoreParts): Promise<void> {
  const { store, sales, now, log, dump, skewMs = 0 } = parts;
  // If the clock runs ahead as the machine starts, sales would look too old now and new once it is set right
  const lastPublishedAt = Math.min(now(), parts.tape.stats().newestAt ?? now());
  for (const sale of await store.recentSales(lastPublishedAt - saleAgeLimit)) sales.note(sale);
  const dumped = dump === null ? null : await dump.load(parts.storedTo);
  const counts = dumped ?? (await readStore(parts));
  if (dumped !== null) await convertDumped(parts);
  else await takeConfirmed(parts.book, parts.tape);
  await publishAll(parts, parts.book.reportUnpublished(now));
  // Readers that resume have received prices that can no longer be converted
  await publishReconverted(parts, now);
  dump?.due();
  if (dumped === null) parts.book.receivedElsewhereUntil(now() + skewMs);
  log.info({ from: dumped === null ? 'the database' : 'a dump', ...counts }, 'book restored');
}

/** Converts the prices of a dump, which needs no replay of the tape. */
async function convertDumped({ book, rates, hub }: RestoreParts): Promise<void> {
  for (const converted of book.convert(rates.toPrices)) {
    if (converted !== null) hub.broughtBack([converted]);
    await turn();
  }
}

async function readStore(parts: RestoreParts) {
  const { book, store, tape, hub } = parts;
  const { toPrices } = parts.rates;
  await rememberRemovals(book, tape);
  book.restoreItemStatements(await store.itemStatements());
  const unstored = await UnstoredTape.read({ ...parts, toPrices });
  let counts = noCounts;
  for (const share of await store.liveState()) {
    counts = added(counts, await restoreShare(book, share, toPrices));
    if (await unstored.replay(share.marketplaceIds)) hub.broughtBack(share.marketplaceIds);
  }
  return { ...counts, replayed: await unstored.finish() };
}

type PublishParts = { readonly publisher: TapePublisher; readonly writer: Pick<Writer, 'ready'> };

/** Converts prices that are due, or all of them, and publishes the resulting changes. */
export async function publishReconverted(
  { book, rates, ...parts }: PublishParts & { readonly book: Book; readonly rates: ExchangeRates },
  now: Clock['now'],
  signal?: AbortSignal,
  isOfAll = false,
): Promise<void> {
  if (signal?.aborted === true) return;
  await publishAll(parts, book.reconvert(now, rates.toPrices, isOfAll), signal);
}

async function publishAll(
  { publisher, writer }: PublishParts,
  portions: Iterable<readonly Change[]>,
  signal?: AbortSignal,
): Promise<void> {
  for (const changes of portions) {
    publisher.publish(changes);
    await Promise.all([publisher.ready(), writer.ready(), turn()]);
    // Before the next portion, which changes the book as soon as it is requested
    if (signal?.aborted === true) return;
  }
}
