import { guarded } from '../guarded.ts';
import { createOutage, type WriterLog } from './outage.ts';
import { keyOf, leastPreciousFirst, thinKeyOf } from './row-keys.ts';
import type { Store, StoredRow } from './store.ts';
import { createTableQueue, type QueueTimers, type TableQueue } from './table-queue.ts';

type Table = StoredRow['table'];

export type WriterSettings = {
  readonly store: Pick<Store, 'append'>;
  /** Rows of one table that are written together. */
  readonly maxRows?: number;
  /** How long a row waits for others. */
  readonly maxDelayMs?: number;
  /** Rows waiting, of all tables together, from which writers should hold back and price points are thinned. */
  readonly highWater?: number;
  /** Rows that may wait at all; beyond them the least precious are given up, the oldest first. */
  readonly maxWaiting?: number;
  readonly now?: () => number;
  readonly timers?: QueueTimers;
  readonly log?: WriterLog;
};

export type WriterStats = {
  /** Pushed and not yet acknowledged. */
  readonly waiting: number;
  /** Rows pushed so far, and how many of the first of them need no waiting for any more. */
  readonly pushed: number;
  readonly settled: number;
  readonly written: number;
  /** Failed attempts, each followed by another. */
  readonly retries: number;
  /** Rows the database cannot read. */
  readonly refused: number;
  readonly lastError: string | null;
  /** Epoch milliseconds of the first failure after which nothing was written any more; null while rows are written. */
  readonly notWritingSince: number | null;
  /** Price points that a later one of their minute has taken the place of, for want of room. */
  readonly thinned: number;
  /** Rows dropped for want of room, by table. */
  readonly givenUp: Readonly<Record<Table, number>>;
};

export type Writer = {
  readonly push: (rows: readonly StoredRow[]) => void;
  /**
   * Resolves when fewer rows wait than the high-water mark. Nobody is held for longer than a moment, and not at all by a
   * store that cannot be written: what is true now must not wait for what is kept of it.
   */
  readonly ready: () => Promise<void>;
  /** Resolves when everything pushed so far is acknowledged. */
  readonly flush: () => Promise<void>;
  /**
   * Writes everything pushed so far, and keeps what is pushed meanwhile back until the task is done: the task finds the
   * store as it was between two pushes. Rejects when the rows cannot be written in time.
   */
  readonly atRest: (task: () => Promise<void>, withinMs: number) => Promise<void>;
  /** Takes no further rows and resolves like flush; rejects, and tries no more, when that takes longer than it may. */
  readonly stop: (withinMs?: number) => Promise<void>;
  readonly stats: () => WriterStats;
};

// Enough to slow lists down to what the store can take
const longestHoldMs = 250;

const realTimers: QueueTimers = {
  set: (run, milliseconds) => setTimeout(guarded(run), milliseconds),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** Collects rows into batches for the store, and tries each batch until the store has it. */
export const createWriter = (settings: WriterSettings): Writer => {
  const { store, maxRows = 10_000, maxDelayMs = 500, highWater = 100_000, maxWaiting = 500_000 } = settings;
  const { now = Date.now, timers = realTimers, log } = settings;
  const queues = new Map<Table, TableQueue>();
  const watchers = new Set<() => void>();
  let retries = 0;
  let refused = 0;
  let lastError: string | null = null;
  let sequence = 0;
  let isStopped = false;
  let heldBack: StoredRow[] | null = null;
  let overflow: (() => void) | null = null;
  let resting: Promise<void> = Promise.resolve();
  let thinned = 0;
  const givenUp = Object.fromEntries(leastPreciousFirst.map((table) => [table, 0])) as Record<Table, number>;

  const waiting = () => [...queues.values()].reduce((sum, queue) => sum + queue.size(), heldBack?.length ?? 0);

  const outage = createOutage({ now, log, facts: () => ({ waiting: waiting(), thinned, givenUp: { ...givenUp } }) });

  const lookAgain = () => {
    for (const look of [...watchers]) look();
  };

  const queueFor = (table: Table): TableQueue => {
    const found = queues.get(table);
    if (found !== undefined) return found;
    const queue = createTableQueue({
      append: store.append,
      maxRows,
      maxDelayMs,
      timers,
      onFailure: (error, rows) => {
        retries += 1;
        lastError = error instanceof Error ? error.message : String(error);
        outage.failed(table, lastError, rows);
        lookAgain();
      },
      onSuccess: () => outage.succeeded(table),
      onRefused: (error, row) => {
        refused += 1;
        lastError = error.message;
        log?.error({ table, row, error: error.message }, 'row dropped, the database cannot read it');
      },
      onProgress: lookAgain,
    });
    queues.set(table, queue);
    return queue;
  };

  const until = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isReached()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  const giveUp = (count: number) => {
    let left = count;
    for (const table of leastPreciousFirst) {
      const dropped = left > 0 ? (queues.get(table)?.dropOldest(left) ?? 0) : 0;
      givenUp[table] += dropped;
      left -= dropped;
    }
  };

  const put = (rows: readonly StoredRow[]) => {
    const isShort = waiting() >= highWater;
    for (const row of rows) {
      sequence += 1;
      const isReplacing = queueFor(row.table).push(row, isShort ? thinKeyOf(row) : keyOf(row), sequence);
      if (isReplacing && row.table === 'pricePoints') thinned += 1;
    }
    giveUp(waiting() - maxWaiting);
  };

  const isFree = () => outage.since() !== null || waiting() < highWater;

  const ready = (): Promise<void> =>
    isFree()
      ? Promise.resolve()
      : new Promise((resolve) => {
          const release = () => {
            timers.clear(holding);
            watchers.delete(look);
            resolve();
          };
          const look = () => {
            if (isFree()) release();
          };
          const holding = timers.set(release, longestHoldMs);
          watchers.add(look);
        });

  const drain = async (): Promise<void> => {
    const last = sequence;
    for (const queue of queues.values()) queue.hurry(last);
    await until(() => [...queues.values()].every((queue) => queue.oldest() > last));
  };

  const within = async (work: Promise<void>, withinMs: number): Promise<void> => {
    let timer: unknown = null;
    const late = new Promise<never>((_, reject) => {
      const fail = () =>
        reject(new Error(`${waiting()} rows could not be written within ${withinMs} ms; last error: ${lastError}`));
      timer = timers.set(fail, withinMs);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      timers.clear(timer);
    }
  };

  const rest = async (task: () => Promise<void>, withinMs: number): Promise<void> => {
    heldBack = [];
    const tooMany = new Promise<never>((_, reject) => {
      overflow = () => reject(new Error(`too much is being collected to hold it back; last error: ${lastError}`));
    });
    try {
      await within(Promise.race([drain(), tooMany]), withinMs);
      overflow = null;
      await task();
    } finally {
      overflow = null;
      const rows = heldBack;
      heldBack = null;
      put(rows);
      lookAgain();
    }
  };

  const flush = async (): Promise<void> => {
    while (heldBack !== null) await resting;
    await drain();
  };

  return {
    push: (rows) => {
      if (isStopped) throw new Error('the writer has stopped; stop what pushes rows before stopping the writer');
      if (heldBack === null) return put(rows);
      for (const row of rows) heldBack.push(row);
      if (heldBack.length >= highWater) overflow?.();
    },
    ready,
    flush,
    atRest: async (task, withinMs) => {
      while (heldBack !== null) await resting;
      const run = rest(task, withinMs);
      resting = run.catch(() => {});
      await run;
    },
    stop: async (withinMs) => {
      isStopped = true;
      if (withinMs === undefined) return await flush();
      try {
        await within(flush(), withinMs);
      } catch (error) {
        for (const queue of queues.values()) queue.abandon();
        throw error;
      }
    },
    stats: () => ({
      waiting: waiting(),
      pushed: sequence + (heldBack?.length ?? 0),
      settled: Math.min(sequence, ...[...queues.values()].map((queue) => queue.oldest() - 1)),
      written: [...queues.values()].reduce((sum, queue) => sum + queue.written(), 0),
      retries,
      refused,
      lastError,
      notWritingSince: outage.since(),
      thinned,
      givenUp: { ...givenUp },
    }),
  };
};
