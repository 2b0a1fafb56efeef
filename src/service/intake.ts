import type { Book, BookRecord } from '../book/book.ts';
import type { Sink } from '../collect/sink.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import { normalise } from '../normalise/normalise.ts';
import type {
  Change,
  ConfirmScope,
  Game,
  ItemSweepScope,
  MarketRecord,
  SourceRun,
  Stamp,
  SweepScope,
} from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import { createReadingRanges } from './tape/reading-ranges.ts';
import type { Teller } from './tape/teller.ts';

/** What is seen by a reading, for questions about the past. */
const readingOf = (scope: ConfirmScope, seenAt: number, name: string | null = null): StoredRow => {
  const { marketplaceId, game, kinds, at: told } = scope;
  return { table: 'readings', row: { marketplaceId, game, name, kinds, seenAt, told } };
};

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
  const tell = async (changes: readonly Change[], read: Read | null, seen: StoredRow): Promise<void> => {
    writer.push([seen]);
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
      await tell(book.sweep(scope), { ...scope, source }, readingOf(scope, scope.seenBefore)),
    sweepItem: async (scope: ItemSweepScope) =>
      await tell(book.sweepItem(scope), null, readingOf(scope, scope.seenBefore, scope.name)),
    confirm: async (scope) => await tell(book.confirm(scope), scope, readingOf(scope, scope.asOf ?? scope.at)),
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
