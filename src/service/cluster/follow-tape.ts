import type { Log } from '../../log.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Position } from '../../schema/index.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { FollowedBatch, JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';
import { restoreShare } from '../restore-share.ts';
import { takeConfirmed } from '../tape/recent-records.ts';
import { changesOf, confirmationsOf, itemsOf } from '../tape/replay.ts';
import type { ReplicaParts } from './node.ts';

type TapeBatch = { readonly records: readonly TapeRecord[]; readonly first: number; readonly lines: Buffer };

/** The records after a sequence, and then new ones as they come; throws when another epoch begins. */
export async function* recordsAfter(tape: JetStreamTape, sequence: number): AsyncGenerator<TapeBatch, void, undefined> {
  const { epoch } = tape;
  let next = sequence + 1;
  for await (const batch of tape.follow(next)) {
    if (batch.epoch !== epoch)
      throw new Error('another epoch of the tape has begun, which does not continue what this node has published');
    if (batch.count === 0) continue;
    const tapeBatch = behind(batch, next);
    next = batch.first + batch.count;
    yield tapeBatch;
  }
}

/** The records after a position and up to `last`, perhaps with some around them, as far as the tape still has them. */
export async function* publishedBetween(tape: Tape, after: Position, last: number): AsyncGenerator<TapeRecord> {
  const from = Math.max(after.sequence + 1, tape.first);
  if (after.epoch !== tape.epoch || from > last) return;
  try {
    for await (const { first, bytes } of tape.read(from)) {
      if (first > last) return;
      yield* unpackRecords(bytes);
    }
  } catch (error) {
    if (!(error instanceof NoLongerKept)) throw error;
  }
}

function behind({ first, bytes }: FollowedBatch, next: number): TapeBatch {
  let start = 0;
  for (let sequence = first; sequence < next; sequence += 1) start = bytes.indexOf(10, start) + 1;
  const lines = bytes.subarray(start);
  return { records: unpackRecords(lines), first: Math.max(first, next), lines };
}

/** Restores the book from the store, at the current rates, with what the tape has confirmed since. */
export async function restoreReplica({
  book,
  store,
  rates,
  tape,
}: Pick<ReplicaParts, 'book' | 'store' | 'rates' | 'tape'>): Promise<void> {
  book.restoreItemStatements(await store.itemStatements());
  for (const share of await store.liveState()) await restoreShare(book, share, rates.toPrices);
  await takeConfirmed(book, tape);
}

/** Applies records to the book and the stream, to both in one step. */
export function applyPublished(
  { book, hub, rates }: Pick<ReplicaParts, 'book' | 'hub' | 'rates'>,
  { records, lines }: TapeBatch,
): void {
  book.restoreItemStatements(itemsOf(records));
  book.replay(changesOf(records), rates.toPrices);
  book.takeConfirmations(confirmationsOf(records));
  hub.publish(records, lines);
}

/** Keeps the book of a replica at the rates in the store, as the node that writes the tape does with its own. */
export class RatesFollowed {
  readonly #parts: Pick<ReplicaParts, 'book' | 'store' | 'rates'>;
  readonly #signal: AbortSignal;
  #rated: string;
  #isLooking = false;

  /** The book has to be at the current rates; `signal` aborts when it is no longer used. */
  constructor(parts: Pick<ReplicaParts, 'book' | 'store' | 'rates'>, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#rated = ratedIn(parts.rates);
  }

  /** Applies the rates that the store has now; called at intervals. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#take();
    } finally {
      this.#isLooking = false;
    }
  }

  async #take(): Promise<void> {
    const { book, store, rates } = this.#parts;
    // A failed read is repeated at the next look
    rates.accept(await store.lastRates().catch(() => []));
    const rated = ratedIn(rates);
    if (rated === this.#rated) return;
    for (const _ of book.convert(rates.toPrices, true)) {
      await turn();
      if (this.#signal.aborted) return;
    }
    this.#rated = rated;
  }
}

const ratedIn = (rates: Pick<ExchangeRates, 'usable'>): string =>
  JSON.stringify(
    rates
      .usable()
      .map(({ currency, perUsd }) => [currency, perUsd])
      .sort(),
  );

/**
 * Sequence up to which the store has the tape; the one before the oldest record if it has nothing of it, which is logged:
 * the node that writes notes in the store that it belongs to the epoch before it writes anything.
 */
export async function storedIn(store: Pick<OpenStore, 'markOf'>, tape: JetStreamTape, log: Log): Promise<number> {
  const { epoch, first, head } = tape;
  const mark = await store.markOf(epoch);
  if (mark === null && head >= first)
    log.warn({ epoch }, 'the database has nothing of this tape; all nodes of a cluster use one database');
  return Math.max(mark ?? 0, first - 1);
}
