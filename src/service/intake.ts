import type { Book, BookRecord } from '../book/book.ts';
import type { Sink } from '../collect/sink.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import { normalise } from '../normalise/normalise.ts';
import type { Change, ItemSweepScope, MarketRecord, SourceRun, Stamp, SweepScope } from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Teller } from './tape/teller.ts';

/** Where collected records go: normalised, into the book, and what changed to the tape. */
export function createIntake(options: {
  readonly book: Book;
  readonly rates: ExchangeRates;
  readonly writer: Pick<Writer, 'push' | 'ready'>;
  readonly teller: Pick<Teller, 'tell' | 'tellSale' | 'ready'>;
}): Sink {
  const { book, rates, writer, teller } = options;

  const ready = async (): Promise<void> => {
    await teller.ready();
    await writer.ready();
  };
  const tell = async (changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) return;
    teller.tell(changes);
    await ready();
  };

  return {
    async take(records: readonly MarketRecord[], stamp: Stamp) {
      const forBook: BookRecord[] = [];
      const rows: StoredRow[] = [];
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
      if (rows.length > 0) writer.push(rows);
      await ready();
    },
    sweep: async (scope: SweepScope) => await tell(book.sweep(scope)),
    sweepItem: async (scope: ItemSweepScope) => await tell(book.sweepItem(scope)),
    confirm: async (scope) => await tell(book.confirm(scope)),
    ran: (run: SourceRun) => writer.push([{ table: 'sourceRuns', row: run }]),
  };
}
