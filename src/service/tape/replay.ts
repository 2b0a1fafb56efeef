import type { Book } from '../../book/book.ts';
import type { Change, DatedFloor, FloorColumns, Money, Prices } from '../../schema/index.ts';
import type { Writer } from '../../store/writer.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Tape } from '../../tape/tape.ts';
import { statesOf } from '../past/states-of.ts';
import { rowsOf } from './rows-of.ts';
import type { SaleDedup } from './sale-dedup.ts';

type ReplayParts = {
  readonly tape: Pick<Tape, 'epoch' | 'read'>;
  /** The store has everything up to here. */
  readonly storedTo: number;
  readonly book: Pick<Book, 'replay' | 'restoreFloors' | 'restoreFloorColumns'>;
  readonly writer: Pick<Writer, 'push' | 'mark' | 'ready'>;
  readonly sales: SaleDedup;
  readonly toPrices: (price: Money | null) => Prices;
  readonly keepsStates?: boolean;
};

/** Brings book and store to where the readers of the stream were told they are; says how many records that took. */
export async function replayTape(
  { tape, storedTo, book, writer, sales, toPrices, keepsStates = false }: ReplayParts,
  keptFloors: AsyncIterable<FloorColumns>,
): Promise<{ readonly replayed: number; readonly figures: number }> {
  const floors: DatedFloor[] = [];
  let last = storedTo;
  for await (const batch of tape.read(storedTo + 1)) {
    const first = Math.max(batch.first, last + 1);
    const records = unpackRecords(batch.bytes).slice(first - batch.first);
    const changes = changesOf(records);
    book.replay(changes, toPrices);
    for (const change of changes) {
      if (change.kind === 'floor' || change.kind === 'known') floors.push({ at: change.at, ...change.floor });
    }
    for (const record of records) if (record.what === 'sale') sales.note(record.sale);
    last = batch.first + batch.count - 1;
    writer.push(rowsOf(records));
    if (keepsStates) writer.push(statesOf(records, first));
    writer.mark({ epoch: tape.epoch, sequence: last });
    await writer.ready();
  }
  let figures = 0;
  for await (const kept of keptFloors) {
    book.restoreFloorColumns(kept);
    figures += kept.length;
  }
  // In the order in which they were told, after those that the store had by then
  book.restoreFloors(floors);
  return { replayed: last - storedTo, figures };
}

const changesOf = (records: readonly TapeRecord[]): Change[] =>
  records.flatMap((record) => (record.what === 'change' ? [record.change] : []));
