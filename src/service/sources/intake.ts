import type { Book } from '../../book/book.ts';
import type { BookRecord } from '../../book/book-record.ts';
import { confirmationOf } from '../../book/confirmations.ts';
import type { SeeingAgain } from '../../collect/decode/sift-list.ts';
import type { Sink } from '../../collect/sink.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { normalise } from '../../normalise/normalise.ts';
import { turn } from '../../runtime/turn.ts';
import type {
  Change,
  ConfirmScope,
  Game,
  ItemSweepScope,
  MarketRecord,
  SourceRun,
  Stamp,
  SweepScope,
} from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';
import { createReadingRanges } from '../tape/reading-ranges.ts';
import type { TapePublisher } from '../tape/tape-publisher.ts';

type IntakeParts = {
  readonly book: Book;
  readonly rates: ExchangeRates;
  readonly writer: Pick<Writer, 'pushUnlessFull'>;
  readonly publisher: Pick<
    TapePublisher,
    'checkOpen' | 'publish' | 'publishConfirmations' | 'publishSale' | 'publishGap' | 'publishBatch' | 'last' | 'ready'
  >;
  /** Aborts when nothing more may be published. */
  readonly signal?: AbortSignal;
};

/** Separates records for the book, with the digests of their rows, from rows that only the store gets. */
function sorted(
  records: readonly MarketRecord[],
  digests: readonly number[],
  stamp: Stamp,
  { book, rates, publisher }: Pick<IntakeParts, 'book' | 'rates' | 'publisher'>,
) {
  const { marketplaceId } = stamp;
  const forBook: BookRecord[] = [];
  const ofRows: number[] = [];
  const rows: StoredRow[] = [];
  for (let index = 0; index < records.length; index += 1) {
    const normal = normalise(records[index] as MarketRecord, stamp, rates);
    if (normal.kind === 'sale' || normal.kind === 'pastPrice')
      normal.name = book.ownName(normal.game, normal.name) ?? normal.name;
    if (normal.kind === 'sale') {
      const row = { marketplaceId, ...normal };
      // A sale from the history of a marketplace is stored but not published
      if (!publisher.publishSale(row)) rows.push({ table: 'sales', row });
    } else if (normal.kind === 'pastPrice') rows.push({ table: 'pastPrices', row: { marketplaceId, ...normal } });
    else ofRows[forBook.push(normal) - 1] = digests[index] ?? 0;
  }
  return { forBook, ofRows, rows };
}

function seeingAgain(
  { book, rates }: Pick<IntakeParts, 'book' | 'rates'>,
  stamp: Stamp & { readonly game: Game },
  publish: (changes: readonly Change[]) => void,
): SeeingAgain {
  const { digestOf, end, ...seeing } = book.seeAgain(stamp, rates.basis());
  return {
    ...seeing,
    digestOf: (quote) => {
      const normal = normalise(quote, stamp, rates);
      return normal.kind === 'quote' ? digestOf(normal.name, normal.phase) : 0;
    },
    end: () => publish(end()),
  };
}

/**
 * Receives collected records: normalises them, puts them into the book, and the changes onto the tape. Once nothing more
 * can be published, the book gets nothing either, since a snapshot of it has to match what was published.
 */
export function createIntake({ book, rates, writer, publisher, signal }: IntakeParts): Required<Sink> {
  const ready = (): Promise<void> => publisher.ready();
  const ranges = createReadingRanges();
  type Read = { readonly marketplaceId: number; readonly source: string; readonly game: Game };
  const publishNow = (changes: readonly Change[], read: Read | null): void => {
    if (changes.length === 0) return;
    const first = publisher.last + 1;
    publisher.publish(changes);
    if (read !== null) ranges.add(read, first, publisher.last);
  };
  const publishPortions = async (portions: Iterable<readonly Change[]>, read: Read): Promise<void> => {
    for (const changes of portions) {
      publishNow(changes, read);
      await Promise.all([ready(), turn()]);
      // The rest is swept by the first reading after the next start
      signal?.throwIfAborted();
    }
  };
  return {
    async take(records: readonly MarketRecord[], stamp: Stamp, digests: readonly number[] = []) {
      publisher.checkOpen();
      const first = publisher.last + 1;
      const { forBook, ofRows, rows } = sorted(records, digests, stamp, { book, rates, publisher });
      publisher.publish(book.apply(forBook, stamp, { ofRows, basis: rates.basis() }));
      ranges.addOf(records, stamp, first, publisher.last);
      if (rows.length > 0) writer.pushUnlessFull(rows);
      await ready();
    },
    seeAgain(stamp) {
      publisher.checkOpen();
      return seeingAgain({ book, rates }, stamp, (changes) => publishNow(changes, stamp));
    },
    async sweep(scope: SweepScope & { readonly source: string }) {
      publisher.checkOpen();
      await publishPortions(book.sweep(scope), scope);
      publisher.publishConfirmations(book.confirmedBy(scope));
    },
    async sweepItem(scope: ItemSweepScope) {
      publisher.checkOpen();
      publishNow(book.sweepItem(scope), null);
      publisher.publishConfirmations(book.confirmedBy(scope));
      await ready();
    },
    async confirm(scope: ConfirmScope & { readonly source: string }) {
      publisher.checkOpen();
      if (scope.name === undefined) await publishPortions(book.confirming(scope), scope);
      else publishNow(book.confirm(scope), scope);
      publisher.publishConfirmations([confirmationOf(scope)]);
      await ready();
    },
    ran: (run: SourceRun) => writer.pushUnlessFull([{ table: 'sourceRuns', row: run }]),
    gap: (gap) => publisher.publishGap(gap),
    readingEnded: (reading) => {
      const range = ranges.ended(reading);
      const { isWhole, ...read } = reading;
      if (isWhole) publisher.publishBatch({ ...read, first: range?.first ?? null, last: range?.last ?? null });
    },
  };
}
