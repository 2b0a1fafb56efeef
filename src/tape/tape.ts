/** What is appended at once: records packed together, in the order of their numbers. */
export type NewBatch = {
  readonly count: number;
  /** When the last of them was told, epoch milliseconds. */
  readonly at: number;
  readonly bytes: Buffer;
};

export type Batch = NewBatch & { readonly first: number };

/**
 * The durable log of everything that is told: batches of records, each record numbered without gaps within an epoch.
 * It knows nothing of what stands in them. Every form passes the suite in test/support/tape-suite.ts.
 */
export type Tape = {
  /** Names an unbroken run of records; sequences of different epochs have nothing to do with each other. */
  readonly epoch: string;
  /** Epochs that this one goes on from, in order: what was told in them is told on, with their numbers. */
  readonly formers: readonly FormerEpoch[];
  /** Sequence of the oldest record of these epochs that is kept, head + 1 while there is none. */
  readonly first: number;
  /** Sequence of the newest record, 0 before the first of all. */
  readonly head: number;
  /**
   * Resolves with the sequence of the first of the records once all of them are kept, in the order of the calls. Rejects
   * when they could not be kept, none of them; the next ones take their numbers. With PlaceLost none ever will be.
   */
  readonly append: (...batches: readonly NewBatch[]) => Promise<number>;
  /**
   * What is kept from a sequence on, up to the head as it is when asked, in whole batches, not always those that were
   * appended: the first holds the sequence. Throws NoLongerKept when some of it is gone;
   * after any other error it may be read a moment later.
   */
  readonly read: (from: number) => AsyncIterable<Batch>;
  /**
   * First sequence of the batch that holds the first record told at an instant or later, head + 1 where there is none;
   * of what is kept no more is read than it takes to find the place.
   */
  readonly batchAt: (instant: number) => Promise<number>;
  /** From here on records are told that may never be kept: until trusted again, the next opening begins a new epoch. */
  readonly doubt: () => Promise<void>;
  /** Everything told is kept. */
  readonly trust: () => Promise<void>;
  /**
   * Begins a new epoch with the given sequence, which lies beyond the head. With a name, records of it may have been
   * told already: it is in doubt until it is trusted.
   */
  readonly renew: (first: number, name?: string) => Promise<void>;
  readonly stats: () => TapeStats;
  readonly close: () => Promise<void>;
};

/** An epoch that another one goes on from, and the last sequence that was told under its name. */
export type FormerEpoch = { readonly epoch: string; readonly last: number };

export type TapeStats = {
  /** What it takes where it is kept, records of earlier epochs included. */
  readonly bytes: number;
  /** When the oldest record of the epoch was told at the earliest, and when the newest was; null while there is none. */
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
};

/** Others stand, or may stand, under the numbers that come next for this writer: what it appends is not to be tried again. */
export class PlaceLost extends Error {
  override readonly name = 'PlaceLost';
}

/** What was asked for is not kept any more, or cannot be read. */
export class NoLongerKept extends Error {
  override readonly name = 'NoLongerKept';
}
