/** Records to append in one write, packed together in the order of their sequences. */
export type NewBatch = {
  readonly count: number;
  /** Time of the last record, epoch milliseconds. */
  readonly at: number;
  readonly bytes: Buffer;
};

/** Of the bytes of a batch; a packed one that would become longer is damaged. */
export const maxBatchBytes = 64 * 2 ** 20;

export type Batch = NewBatch & { readonly first: number };

/**
 * The durable log of everything that is published: batches of records, numbered without gaps within an epoch. The tape
 * does not interpret the records. Every implementation passes the suite in test/support/tape/tape-suite.ts.
 */
export type Tape = {
  /** Names an unbroken run of records. Sequences of unrelated epochs cannot be compared. */
  readonly epoch: string;
  /** Epochs that this one continues, in order; their records are still readable, under their own sequences. */
  readonly previousEpochs: readonly PreviousEpoch[];
  /** Sequence of the oldest kept record of these epochs, head + 1 while there is none. */
  readonly first: number;
  /**
   * Epochs before those, in order. Readers cannot resume from them, because something that was sent is missing; what is
   * left can still be read with `readLeft`.
   */
  readonly ended: readonly PreviousEpoch[];
  /** Sequence of the oldest record of any epoch, head + 1 while there is none. */
  readonly oldest: number;
  /** Sequence of the newest record, 0 before the very first one. */
  readonly head: number;
  /**
   * Resolves with the sequence of the first record once all of them are written; calls are handled in order. Rejects when
   * none of them could be written; the next call then uses their sequences. After PositionLost they must not be retried.
   */
  readonly append: (...batches: readonly NewBatch[]) => Promise<number>;
  /**
   * Reads from a sequence on, up to the head at the time of the call, in whole batches, which can differ from the
   * appended ones; the first batch contains the sequence. Throws NoLongerRetained when part of the range is gone; after any
   * other error the read can be retried.
   */
  readonly read: (from: number) => AsyncIterable<Batch>;
  /**
   * Reads like `read`, and also ended epochs. Does not throw NoLongerRetained: it omits what is gone, so that batches need
   * not follow each other without a gap.
   */
  readonly readLeft: (from: number) => AsyncIterable<Batch>;
  /**
   * First sequence of the batch that contains the first record at an instant or later, head + 1 when there is none. Reads
   * no more than it needs to find the place.
   */
  readonly batchAt: (instant: number) => Promise<number>;
  /** Marks the tape as possibly incomplete: until `trust` is called, the next opening begins a new epoch. */
  readonly doubt: () => Promise<void>;
  /** Marks the tape as complete: every record that was sent is on it. */
  readonly trust: () => Promise<void>;
  /**
   * Begins a new epoch at the given sequence, which must lie beyond the head. With a name, records of it may have been
   * sent already, so it counts as incomplete until `trust` is called.
   */
  readonly renew: (first: number, name?: string) => Promise<void>;
  /**
   * Notes that somebody needs the records after a sequence, so that they are not dropped at any age, as long as all of them take
   * no more than twice the usual room. The stream of NATS has its own limits.
   */
  readonly needs: (who: string, after: number) => void;
  readonly stats: () => TapeStats;
  readonly close: () => Promise<void>;
};

/** An epoch that another one continues, and its last sequence. */
export type PreviousEpoch = { readonly epoch: string; readonly last: number };

export type TapeStats = {
  /** Size on disk or in the NATS stream, including records of earlier epochs. */
  readonly bytes: number;
  /** Earliest possible time of the oldest record, and the time of the newest; null while there is none. */
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
};

/** Another writer has taken, or may have taken, the sequences that come next: the append must not be retried. */
export class PositionLost extends Error {
  override readonly name = 'PlaceLost';
}

/** The requested records were dropped, or cannot be read. */
export class NoLongerRetained extends Error {
  override readonly name = 'NoLongerKept';
}
