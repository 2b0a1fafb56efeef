import { guarded } from '../guarded.ts';
import { RowsRefused } from './engine.ts';
import type { StoredRow } from './store.ts';

export type QueueTimers = {
  readonly set: (run: () => void, milliseconds: number) => unknown;
  readonly clear: (timer: unknown) => void;
};

export type TableQueueSettings = {
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  readonly maxRows: number;
  readonly maxDelayMs: number;
  readonly timers: QueueTimers;
  readonly onFailure: (error: unknown, rows: number, attempt: number) => void;
  /** The engine has dealt with a batch, or a part of one. */
  readonly onSuccess: () => void;
  /** Rows that can never be written were dropped. */
  readonly onRefused: (error: RowsRefused, row: StoredRow) => void;
  /** The number of rows that wait has shrunk. */
  readonly onProgress: () => void;
};

/** The rows of one table on their way to it: in order, in batches, one batch at a time. */
export type TableQueue = {
  /** Sequences rise with every push; rows with an equal key are states of one thing. Says whether the row took the place of another. */
  readonly push: (row: StoredRow, key: string | null, sequence: number) => boolean;
  /** Gives up the oldest rows that no attempt is under way for; says how many. */
  readonly dropOldest: (count: number) => number;
  /** Rows not yet acknowledged. */
  readonly size: () => number;
  /** The sequence of the oldest row not yet acknowledged. */
  readonly oldest: () => number;
  readonly written: () => number;
  /** Writes everything up to a sequence without waiting for more company. */
  readonly hurry: (sequence: number) => void;
  /** Ends trying; what waits stays unwritten. */
  readonly abandon: () => void;
};

type WaitingRow = { readonly row: StoredRow; readonly sequence: number };

const firstDelay = 200;
const longestDelay = 10_000;

const takeFirst = (queue: Map<string | number, WaitingRow>, count: number): WaitingRow[] => {
  const taken: WaitingRow[] = [];
  for (const [key, waiting] of queue) {
    if (taken.length === count) break;
    taken.push(waiting);
    queue.delete(key);
  }
  return taken;
};

export const createTableQueue = (settings: TableQueueSettings): TableQueue => {
  const { append, maxRows, maxDelayMs, timers, onFailure, onSuccess, onRefused, onProgress } = settings;
  const queue = new Map<string | number, WaitingRow>();
  let batch: readonly WaitingRow[] = [];
  let written = 0;
  let newest = 0;
  let hurriedTo = 0;
  let timer: unknown = null;
  let isRunning = false;
  let isAbandoned = false;
  let tryNow = () => {};

  const firstSequence = (): number => {
    const [first] = queue.values();
    return first?.sequence ?? Number.POSITIVE_INFINITY;
  };

  const pause = (attempt: number) =>
    new Promise<void>((resolve) => {
      const pausing = timers.set(resolve, Math.min(longestDelay, firstDelay * 2 ** (attempt - 1)));
      tryNow = () => {
        timers.clear(pausing);
        resolve();
      };
    });

  /** Tries until the rows are written; rows that the engine cannot read are found by halving, and dropped. */
  const writeAll = async (rows: readonly StoredRow[]): Promise<void> => {
    for (let attempt = 1; !isAbandoned; attempt += 1) {
      try {
        await append(rows);
        written += rows.length;
        return onSuccess();
      } catch (error) {
        if (error instanceof RowsRefused) return await withoutRefused(rows, error);
        onFailure(error, rows.length, attempt);
        if (!isAbandoned) await pause(attempt);
      }
    }
  };

  const withoutRefused = async (rows: readonly StoredRow[], error: RowsRefused): Promise<void> => {
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      onRefused(error, only);
      return onSuccess();
    }
    const middle = Math.ceil(rows.length / 2);
    await writeAll(rows.slice(0, middle));
    await writeAll(rows.slice(middle));
  };

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    if (timer !== null) timers.clear(timer);
    timer = null;
    while (queue.size >= maxRows || firstSequence() <= hurriedTo) {
      batch = takeFirst(queue, maxRows);
      await writeAll(batch.map(({ row }) => row));
      if (isAbandoned) return;
      batch = [];
      onProgress();
    }
    isRunning = false;
    if (queue.size > 0) wait();
  };

  const hurry = (sequence: number) => {
    hurriedTo = Math.max(hurriedTo, sequence);
    tryNow();
    guarded(run)();
  };

  const wait = () => {
    timer ??= timers.set(() => {
      timer = null;
      hurry(newest);
    }, maxDelayMs);
  };

  return {
    push: (row, key, sequence) => {
      newest = sequence;
      // A later state takes the place of the waiting one and keeps its turn, so that lively things do not starve
      const former = key === null ? undefined : queue.get(key);
      queue.set(key ?? sequence, { row, sequence: former?.sequence ?? sequence });
      if (!isRunning) {
        if (queue.size >= maxRows) guarded(run)();
        else wait();
      }
      return former !== undefined;
    },
    dropOldest: (count) => takeFirst(queue, count).length,
    size: () => queue.size + batch.length,
    oldest: () => batch[0]?.sequence ?? firstSequence(),
    written: () => written,
    hurry,
    abandon: () => {
      isAbandoned = true;
      if (timer !== null) timers.clear(timer);
      tryNow();
    },
  };
};
