import type { Book, BookRecord } from '../book/book.ts';
import type { Sink } from '../collect/sink.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import { normalise } from '../normalise/normalise.ts';
import type { Change, ItemSweepScope, MarketRecord, SourceRun, Stamp, SweepScope } from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';

/** Where collected records go: normalised, into the book, and what changed into the stream and the store. */
export function createIntake(options: {
  readonly book: Book;
  readonly rates: ExchangeRates;
  readonly writer: Pick<Writer, 'push' | 'ready'>;
  readonly hub: Pick<Hub, 'publish' | 'publishSale'>;
}): Sink {
  const { book, rates, writer, hub } = options;

  const keep = async (changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) return;
    hub.publish(changes);
    writer.push(rowsOf(changes));
    await writer.ready();
  };

  return {
    async take(records: readonly MarketRecord[], stamp: Stamp) {
      const forBook: BookRecord[] = [];
      const rows: StoredRow[] = [];
      for (const record of records) {
        const normal = normalise(record, stamp, rates);
        if (normal.kind === 'sale') {
          const row = { ...normal, marketplaceId: stamp.marketplaceId };
          rows.push({ table: 'sales', row });
          hub.publishSale(row);
        } else if (normal.kind === 'pastPrice')
          rows.push({ table: 'pastPrices', row: { ...normal, marketplaceId: stamp.marketplaceId } });
        else forBook.push(normal);
      }
      const changes = book.apply(forBook, stamp);
      hub.publish(changes);
      for (const change of changes) pushRows(rows, change);
      if (rows.length > 0) writer.push(rows);
      await writer.ready();
    },
    sweep: async (scope: SweepScope) => await keep(book.sweep(scope)),
    sweepItem: async (scope: ItemSweepScope) => await keep(book.sweepItem(scope)),
    confirm: async (scope) => await keep(book.confirm(scope)),
    ran: (run: SourceRun) => writer.push([{ table: 'sourceRuns', row: run }]),
  };
}

/** What the store keeps of changes. */
export function rowsOf(changes: readonly Change[]): StoredRow[] {
  const rows: StoredRow[] = [];
  for (const change of changes) pushRows(rows, change);
  return rows;
}

function pushRows(rows: StoredRow[], change: Change): void {
  switch (change.kind) {
    case 'added':
    case 'updated':
      rows.push({ table: 'offers', row: change.offer, isRemoved: false });
      return;
    case 'removed':
      rows.push({ table: 'offers', row: { ...change.offer, changedAt: change.at }, isRemoved: true });
      return;
    case 'ordered':
      rows.push({ table: 'buyOrders', row: change.buyOrder, isRemoved: false });
      return;
    case 'orderRemoved':
      rows.push({ table: 'buyOrders', row: { ...change.buyOrder, changedAt: change.at }, isRemoved: true });
      return;
    case 'quoted':
      rows.push({ table: 'quotes', row: change.quote });
      return;
    case 'floor': {
      // Adding a member behind a spread takes three times as long
      const row = { at: change.at, ...change.floor };
      rows.push({ table: 'pricePoints', row }, { table: 'figures', row });
      return;
    }
    case 'known':
      rows.push({ table: 'figures', row: { at: change.at, ...change.floor } });
  }
}
