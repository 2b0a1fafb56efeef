import type { Book } from '../../book/book.ts';
import { itemKey } from '../../names/item-key.ts';
import type { Change } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import type { TapeRecord } from '../../tape/record.ts';

/** The state rows that follow from records, for requests about the past; `first` is the sequence of the first record. */
export function statesOf(
  records: readonly TapeRecord[],
  first: number,
  receivedAt: (sequence: number) => number | null = () => null,
): StoredRow[] {
  const rows: StoredRow[] = [];
  for (const [at, record] of records.entries())
    if (record.what === 'change') pushStates(rows, record.change, receivedAt(first + at) ?? record.at, first + at);
  return rows;
}

function pushStates(rows: StoredRow[], change: Change, publishedAt: number, sequence: number): void {
  switch (change.kind) {
    case 'added':
      rows.push({ table: 'offerStates', row: { state: change.offer, publishedAt, sequence }, isRemoved: false });
      return;
    case 'updated': {
      const { offer, previous } = change;
      rows.push({ table: 'offerStates', row: { state: offer, publishedAt, sequence }, isRemoved: false });
      // States are found by item, and the offer has left its former one
      if (itemKey(previous.name) !== itemKey(offer.name)) {
        const state = { ...offer, name: previous.name };
        rows.push({ table: 'offerStates', row: { state, publishedAt, sequence }, isRemoved: true });
      }
      return;
    }
    case 'removed':
      rows.push({ table: 'offerStates', row: { state: change.offer, publishedAt, sequence }, isRemoved: true });
      return;
    case 'ordered':
    case 'orderRemoved': {
      const isRemoved = change.kind === 'orderRemoved';
      rows.push({ table: 'buyOrderStates', row: { state: change.buyOrder, publishedAt, sequence }, isRemoved });
      return;
    }
    case 'quoted':
      rows.push({ table: 'quoteStates', row: { state: change.quote, publishedAt, sequence } });
      return;
    case 'floor':
    case 'known':
      rows.push({ table: 'figureStates', row: { state: { at: change.at, ...change.floor }, publishedAt, sequence } });
  }
}

/** The rows of a base: everything that stands in a book, which may change between pieces. */
export function* copiesOf(book: Pick<Book, 'parts' | 'standing'>, base: number): Generator<StoredRow> {
  const copyOf = <State>(state: State) => ({ state, publishedAt: base, sequence: 0 });
  for (const part of book.parts()) {
    // What is known of a game itself is no state of an item
    if (part.marketplaceId === null) continue;
    for (const one of book.standing(part))
      switch (one.what) {
        case 'offer':
          yield { table: 'offerStates', row: copyOf(one.offer), isRemoved: false };
          break;
        case 'buyOrder':
          yield { table: 'buyOrderStates', row: copyOf(one.buyOrder), isRemoved: false };
          break;
        case 'quote':
          yield { table: 'quoteStates', row: copyOf(one.quote) };
          break;
        case 'floor':
          yield { table: 'figureStates', row: copyOf(one.floor) };
      }
  }
}
