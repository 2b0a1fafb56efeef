import { createLane, type Lane, type Timers } from './lane.ts';
import type { Store, StoredRow } from './store.ts';

type WriterLog = {
  readonly warn: (data: object, text: string) => void;
  readonly error: (data: object, text: string) => void;
};

export type WriterSettings = {
  readonly store: Pick<Store, 'append'>;
  /** Rows of one table that are written together. */
  readonly maxRows?: number;
  /** How long a row waits for others. */
  readonly maxDelayMs?: number;
  /** Rows waiting, of all tables together, from which writers should hold back. */
  readonly highWater?: number;
  readonly timers?: Timers;
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
};

export type Writer = {
  readonly push: (rows: readonly StoredRow[]) => void;
  /** Resolves when fewer rows wait than the high-water mark. */
  readonly ready: () => Promise<void>;
  /** Resolves when everything pushed so far is acknowledged. */
  readonly flush: () => Promise<void>;
  /**
   * Writes everything pushed so far, and keeps what is pushed meanwhile back until the task is done: the task finds the
   * store as it was between two pushes. Rejects when the rows cannot be written in time.
   */
  readonly atRest: (task: () => Promise<void>, withinMs: number) => Promise<void>;
  /** Takes no further rows and resolves like flush; rejects when that takes longer than it may. */
  readonly stop: (withinMs?: number) => Promise<void>;
  readonly stats: () => WriterStats;
};

const realTimers: Timers = {
  set: (run, milliseconds) => setTimeout(run, milliseconds),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** What a row is the state of, or null for rows that each stand for themselves. */
const keyOf = (stored: StoredRow): string | null => {
  switch (stored.table) {
    case 'offers':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.offerId}`;
    case 'buyOrders':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.orderId}`;
    case 'quotes':
    case 'figures':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.phase}\n${stored.row.name}`;
    default:
      return null;
  }
};

/** Collects rows into batches for the store, and tries each batch until the store has it. */
export const createWriter = (settings: WriterSettings): Writer => {
  const { store, maxRows = 10_000, maxDelayMs = 500, highWater = 100_000, timers = realTimers, log } = settings;
  const lanes = new Map<StoredRow['table'], Lane>();
  const watchers = new Set<() => void>();
  let retries = 0;
  let refused = 0;
  let lastError: string | null = null;
  let sequence = 0;
  let isStopped = false;
  let heldBack: StoredRow[] | null = null;
  let resting: Promise<void> = Promise.resolve();

  const waiting = () => [...lanes.values()].reduce((sum, lane) => sum + lane.size(), heldBack?.length ?? 0);

  const laneFor = (table: StoredRow['table']): Lane => {
    const found = lanes.get(table);
    if (found !== undefined) return found;
    const lane = createLane({
      append: store.append,
      maxRows,
      maxDelayMs,
      timers,
      onFailure: (error, rows, attempt) => {
        retries += 1;
        lastError = error instanceof Error ? error.message : String(error);
        log?.warn({ table, rows, attempt, error: lastError }, 'rows not written, trying again');
      },
      onRefused: (error, row) => {
        refused += 1;
        lastError = error.message;
        log?.error({ table, row, error: error.message }, 'row dropped, the database cannot read it');
      },
      onProgress: () => {
        for (const look of [...watchers]) look();
      },
    });
    lanes.set(table, lane);
    return lane;
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

  const put = (rows: readonly StoredRow[]) => {
    for (const row of rows) {
      sequence += 1;
      laneFor(row.table).push(row, keyOf(row), sequence);
    }
  };

  const drain = async (): Promise<void> => {
    const last = sequence;
    for (const lane of lanes.values()) lane.hurry(last);
    await until(() => [...lanes.values()].every((lane) => lane.oldest() > last));
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
    try {
      await within(drain(), withinMs);
      await task();
    } finally {
      const rows = heldBack;
      heldBack = null;
      put(rows);
      for (const look of [...watchers]) look();
    }
  };

  const flush = async (): Promise<void> => {
    while (heldBack !== null) await resting;
    await drain();
  };

  return {
    push: (rows) => {
      if (isStopped) throw new Error('the writer has stopped; stop what pushes rows before stopping the writer');
      if (heldBack === null) put(rows);
      else for (const row of rows) heldBack.push(row);
    },
    ready: () => until(() => waiting() < highWater),
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
      await within(flush(), withinMs);
    },
    stats: () => ({
      waiting: waiting(),
      pushed: sequence + (heldBack?.length ?? 0),
      settled: Math.min(sequence, ...[...lanes.values()].map((lane) => lane.oldest() - 1)),
      written: [...lanes.values()].reduce((sum, lane) => sum + lane.written(), 0),
      retries,
      refused,
      lastError,
    }),
  };
};
