import type { Book, BookRecord } from '../book/book.ts';
import type { Sink } from '../collect/sink.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import { normalise } from '../normalise/normalise.ts';
import type { Change, Game, ItemSweepScope, MarketRecord, SourceRun, Stamp, SweepScope } from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import { createReadingRanges } from './tape/reading-ranges.ts';
import type { Teller } from './tape/teller.ts';

/** Where collected records go: normalised, into the book, and what changed to the tape. */
export function createIntake(options: {
  readonly book: Book;
  readonly rates: ExchangeRates;
  readonly writer: Pick<Writer, 'push' | 'ready'>;
  readonly teller: Pick<Teller, 'tell' | 'tellSale' | 'tellGap' | 'tellBatch' | 'last' | 'ready'>;
}): Sink {
  const { book, rates, writer, teller } = options;

  const ready = async (): Promise<void> => {
    await teller.ready();
    await writer.ready();
  };
  const ranges = createReadingRanges();
  type Read = { readonly marketplaceId: number; readonly source: string; readonly game: Game };
  const tell = async (changes: readonly Change[], read: Read | null = null): Promise<void> => {
    if (changes.length === 0) return;
    const first = teller.last + 1;
    teller.tell(changes);
    if (read !== null) ranges.add(read, first, teller.last);
    await ready();
  };

  return {
    async take(records: readonly MarketRecord[], stamp: Stamp) {
      const forBook: BookRecord[] = [];
      const rows: StoredRow[] = [];
      const first = teller.last + 1;
      for (const record of records) {
        const normal = normalise(record, stamp, rates);
        if (normal.kind === 'sale') {
          const row = { ...normal, marketplaceId: stamp.marketplaceId };
          // The history of a marketplace is kept and told nobody
          if (!teller.tellSale(row)) rows.push({ table: 'sales', row });
        } else if (normal.kind === 'pastPrice')
          rows.push({ table: 'pastPrices', row: { ...normal, marketplaceId: stamp.marketplaceId } });
        else forBook.push(normal);
      }
      teller.tell(book.apply(forBook, stamp));
      ranges.addOf(records, stamp, first, teller.last);
      if (rows.length > 0) writer.push(rows);
      await ready();
    },
    sweep: async ({ source, ...scope }: SweepScope & { readonly source: string }) =>
      await tell(book.sweep(scope), { ...scope, source }),
    sweepItem: async (scope: ItemSweepScope) => await tell(book.sweepItem(scope)),
    confirm: async (scope) => await tell(book.confirm(scope), scope),
    ran: (run: SourceRun) => writer.push([{ table: 'sourceRuns', row: run }]),
    gap: (gap) => teller.tellGap(gap),
    readingEnded: (reading) => {
      const range = ranges.ended(reading);
      if (!reading.isWhole) return;
      const { marketplaceId, source, game } = reading;
      teller.tellBatch({ marketplaceId, source, game, first: range?.first ?? null, last: range?.last ?? null });
    },
  };
}
