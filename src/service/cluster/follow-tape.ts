import { setTimeout as pause } from 'node:timers/promises';
import type { Book } from '../../book/book.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { turn } from '../../runtime/turn.ts';
import type { Money, Position, Prices } from '../../schema/index.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { Follower } from '../../tape/follower.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Snapshots } from '../../tape/snapshot/snapshot.ts';
import { NoLongerRetained, type Tape } from '../../tape/tape.ts';
import { RestoredBook } from '../snapshots/restore-book.ts';
import { type FoundPlan, findPlan, type RestorePlan } from '../snapshots/restore-plan.ts';
import { replayRecords } from '../snapshots/suffix.ts';
import type { LiveRecords } from './live-records.ts';

const lookAgainMs = 1_000;

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
    if (!(error instanceof NoLongerRetained)) throw error;
  }
}

/** How a node that does not write restores the book: once the one that writes has left what that takes. */
export async function awaitedPlan(tape: Tape, snapshots: Snapshots, log: Log, signal: AbortSignal): Promise<FoundPlan> {
  for (let looks = 1; ; looks += 1) {
    const plan = await findPlan(tape, snapshots, log);
    if (plan.trouble === null) return plan;
    if (looks === 1) log.info({ why: plan.trouble }, 'no snapshot yet; waiting for the node that writes the tape');
    await pause(lookAgainMs, undefined, { signal });
    await snapshots.refresh();
  }
}

export type Following = {
  readonly book: Book;
  readonly tape: Tape;
  readonly snapshots: Snapshots;
  readonly plan: RestorePlan;
  readonly live: LiveRecords;
  /** Missing where prices stay as they were published. */
  readonly rates?: ExchangeRates;
  /** Called with what was published after the snapshot, in the same step in which the book gets it. */
  readonly published?: (records: readonly TapeRecord[], lines: () => Buffer) => void;
  readonly failed: (error: unknown) => void;
};

const noSales = { note: () => {}, all: () => [] };
const noRates = { accept: () => ({ accepted: [], refused: [] }), current: () => [] };

/** Restores a book and keeps it as the node that writes the tape has it. */
export async function followedBook(following: Following): Promise<Follower> {
  const { book, tape, snapshots, plan, live, rates, published, failed } = following;
  const toPrices: ((price: Money | null) => Prices) | undefined = rates?.toPrices;
  const restored = new RestoredBook({ book, snapshots, plan, sales: noSales, rates: rates ?? noRates, toPrices });
  await restored.restoreMarkets(() => {});
  await restored.restoreRest();
  const follower = new Follower({
    tape,
    timers: systemClock,
    failed,
    take: async (records, first, lines) => {
      const rest = records.slice(Math.max(0, plan.replayedTo + 1 - first));
      if (rest.length > 0) replayRecords(book, rest, toPrices);
      published?.(records, lines);
    },
    lost: (from, to) => failed(new Error(`the tape no longer has the records from ${from} to ${to}`)),
  });
  live.follow((records, first, lines) => follower.receive(records, first, lines));
  follower.begin(plan.after);
  return follower;
}

/** Keeps the book of a replica at the rates in the store, as the node that writes the tape does with its own. */
export class RatesFollowed {
  readonly #parts: RatedParts;
  readonly #signal: AbortSignal;
  #rated: string;
  #isLooking = false;

  /** The book has to be at the current rates; `signal` aborts when it is no longer used. */
  constructor(parts: RatedParts, signal: AbortSignal) {
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
    for (const _ of book.convert(rates.toPrices)) {
      await turn();
      if (this.#signal.aborted) return;
    }
    this.#rated = rated;
  }
}

type RatedParts = {
  readonly book: Pick<Book, 'convert'>;
  readonly store: Pick<OpenStore, 'lastRates'>;
  readonly rates: ExchangeRates;
};

const ratedIn = (rates: Pick<ExchangeRates, 'usable'>): string =>
  JSON.stringify(
    rates
      .usable()
      .map(({ currency, perUsd }) => [currency, perUsd])
      .sort(),
  );
