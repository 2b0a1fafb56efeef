import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { FollowedBatch, JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { turn } from '../../turn.ts';
import { restoreShare } from '../restore-share.ts';
import { changesOf, replayChanges } from '../tape/replay.ts';
import type { ReplicaParts } from './node.ts';

type Told = { readonly records: readonly TapeRecord[]; readonly first: number; readonly lines: Buffer };

/** What stands on the tape behind a place, and what comes; ends where another epoch begins. */
export async function* recordsAfter(tape: JetStreamTape, sequence: number): AsyncGenerator<Told, void, undefined> {
  const { epoch } = tape;
  let next = sequence + 1;
  for await (const batch of tape.follow(next)) {
    if (batch.epoch !== epoch)
      throw new Error('another epoch of the tape has begun; what was told here is no part of it');
    if (batch.count === 0) continue;
    const told = behind(batch, next);
    next = batch.first + batch.count;
    yield told;
  }
}

function behind({ first, bytes }: FollowedBatch, next: number): Told {
  let start = 0;
  for (let sequence = first; sequence < next; sequence += 1) start = bytes.indexOf(10, start) + 1;
  const lines = bytes.subarray(start);
  return { records: unpackRecords(lines), first: Math.max(first, next), lines };
}

/** The book as the store has it, at the rates in force. */
export async function restoreReplica({
  book,
  store,
  rates,
}: Pick<ReplicaParts, 'book' | 'store' | 'rates'>): Promise<void> {
  for (const share of await store.liveState()) await restoreShare(book, share, rates.toPrices);
}

/** Brings book and stream to where the records lead, both at once. */
export function applyTold(
  { book, hub, rates }: Pick<ReplicaParts, 'book' | 'hub' | 'rates'>,
  { records, lines }: Told,
): void {
  replayChanges(book, changesOf(records), rates.toPrices);
  hub.tell(records, lines);
}

/** Keeps a book at the rates that the store has, as the node that reads keeps its own: what is told has them from one change on. */
export class RatesFollowed {
  readonly #parts: Pick<ReplicaParts, 'book' | 'store' | 'rates'>;
  readonly #signal: AbortSignal;
  #rated: string;
  #isLooking = false;

  /** The book is at the rates in force; `signal` aborts when nobody asks it any more. */
  constructor(parts: Pick<ReplicaParts, 'book' | 'store' | 'rates'>, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#rated = ratedIn(parts.rates);
  }

  /** Takes what the store has now; called again and again. */
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
    // What the store does not answer now it does at the next look
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

/** Up to where the store has the tape; from the oldest record where it has nothing of it. */
export async function storedIn(store: Pick<OpenStore, 'markOf'>, tape: JetStreamTape): Promise<number> {
  return Math.max((await store.markOf(tape.epoch)) ?? 0, tape.first - 1);
}
