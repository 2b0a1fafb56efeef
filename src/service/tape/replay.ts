import type { Book } from '../../book/book.ts';
import {
  type Change,
  type Confirmation,
  type ItemStatement,
  type Money,
  type Prices,
  subjectOf,
} from '../../schema/index.ts';
import type { Writer } from '../../store/writer.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';
import { statesOf } from '../past/states-of.ts';
import { rowsOf } from './rows-of.ts';
import type { SaleDedup } from './sale-dedup.ts';

type ReplayParts = {
  readonly tape: Pick<Tape, 'epoch' | 'head' | 'readLeft'>;
  /** The store has everything up to this sequence. */
  readonly storedTo: number;
  readonly book: Pick<Book, 'replay' | 'restoreItemStatements'>;
  readonly writer: Pick<Writer, 'push' | 'mark' | 'ready'>;
  readonly sales: SaleDedup;
  readonly toPrices: (price: Money | null) => Prices;
  readonly keepsStates?: boolean;
};

type PublishedBatch = {
  readonly records: readonly TapeRecord[];
  readonly changes: readonly Change[];
  readonly first: number;
};

/** Most records held in memory, some tens of megabytes. */
const mostHeld = 50_000;

/** Records that were published and that the store lacks; replaying them brings book and store to what readers have received. */
export class UnstoredTape {
  readonly #parts: ReplayParts;
  /** Null where there are too many to hold. */
  readonly #held: readonly PublishedBatch[] | null;
  readonly #replayed = new Set<number>();

  private constructor(parts: ReplayParts, held: readonly PublishedBatch[] | null) {
    this.#parts = parts;
    this.#held = held;
  }

  static async read(parts: ReplayParts): Promise<UnstoredTape> {
    if (parts.tape.head - parts.storedTo > mostHeld) return new UnstoredTape(parts, null);
    const held: PublishedBatch[] = [];
    for await (const batch of publishedBehind(parts)) held.push(batch);
    return new UnstoredTape(parts, held);
  }

  /** Replays the records of marketplaces whose stored state is restored; returns false where no records are held. */
  async replay(marketplaceIds: readonly number[]): Promise<boolean> {
    if (this.#held === null) return false;
    for (const id of marketplaceIds) this.#replayed.add(id);
    await this.#replayOf(this.#held, (id) => marketplaceIds.includes(id));
    return true;
  }

  /** Replays those of all others and writes everything missing to the store; returns the number of records. */
  async finish(): Promise<number> {
    const { tape, sales, writer, keepsStates = false } = this.#parts;
    let replayed = 0;
    for await (const batch of this.#held ?? publishedBehind(this.#parts)) {
      const { records, first } = batch;
      await this.#replayOf([batch], (id) => !this.#replayed.has(id));
      for (const record of records) if (record.what === 'sale') sales.note(record.sale);
      replayed += records.length;
      writer.push(rowsOf(records));
      if (keepsStates) writer.push(statesOf(records, first));
      writer.mark({ epoch: tape.epoch, sequence: first + records.length - 1 });
      await writer.ready();
    }
    return replayed;
  }

  async #replayOf(all: readonly PublishedBatch[], isIncluded: (marketplaceId: number) => boolean): Promise<void> {
    const { book, toPrices } = this.#parts;
    for (const { changes } of all) {
      const included = changes.filter((change) => isIncluded(subjectOf(change).marketplaceId));
      if (included.length === 0) continue;
      book.replay(included, toPrices);
      await turn();
    }
  }
}

/** What the store does not have yet; what marketplaces have told of items is restored on the way. */
async function* publishedBehind({ tape, storedTo, book }: ReplayParts): AsyncGenerator<PublishedBatch> {
  let next = storedTo + 1;
  for await (const batch of tape.readLeft(next)) {
    const first = Math.max(batch.first, next);
    const records = unpackRecords(batch.bytes).slice(first - batch.first);
    book.restoreItemStatements(itemsOf(records));
    yield { records, changes: changesOf(records), first };
    next = batch.first + batch.count;
  }
}

export const changesOf = (records: readonly TapeRecord[]): Change[] =>
  records.flatMap((record) => (record.what === 'change' ? [record.change] : []));

export const itemsOf = (records: readonly TapeRecord[]): ItemStatement[] =>
  records.flatMap((record) => (record.what === 'item' ? [record.item] : []));

export const confirmationsOf = (records: readonly TapeRecord[]): Confirmation[] =>
  records.flatMap((record) => (record.what === 'confirmation' ? [record.confirmation] : []));
