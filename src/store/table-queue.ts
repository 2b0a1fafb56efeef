import type { Clock } from '../clock.ts';
import { guarded } from '../guarded.ts';
import { RowsRefused } from './engine.ts';
import type { StoredRow } from './store.ts';

export type TableQueueSettings = {
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  readonly maxRows: number;
  readonly maxDelayMs: number;
  readonly after: Clock['after'];
  readonly onFailure: (error: unknown, rows: number, attempt: number) => void;
  /** Called when the engine has handled a batch or part of one. */
  readonly onSuccess: () => void;
  /** Called when a row that can never be written was dropped. */
  readonly onRefused: (error: RowsRefused, row: StoredRow) => void;
  /** Called when fewer rows are waiting. */
  readonly onProgress: () => void;
};

/** A queue of rows for one table, written in order, one batch at a time. */
export type TableQueue = {
  /** Sequences rise with every push; rows with the same key are states of one thing. Whether the row replaced a waiting one. */
  readonly push: (row: StoredRow, key: string | null, sequence: number) => boolean;
  /** Discards the oldest rows that are not being written; returns how many. */
  readonly dropOldest: (count: number) => number;
  /** Rows not yet acknowledged. */
  readonly size: () => number;
  /** The sequence of the oldest row not yet acknowledged. */
  readonly oldest: () => number;
  readonly written: () => number;
  /** Writes everything up to a sequence without waiting for more rows. */
  readonly hurry: (sequence: number) => void;
  /** Stops retrying; waiting rows are not written. */
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

class BoundedTableQueue implements TableQueue {
  readonly #append;
  readonly #maxRows;
  readonly #maxDelayMs;
  readonly #after;
  readonly #onFailure;
  readonly #onSuccess;
  readonly #onRefused;
  readonly #onProgress;
  readonly #queue = new Map<string | number, WaitingRow>();
  #batch: readonly WaitingRow[] = [];
  #written = 0;
  #newest = 0;
  #hurriedTo = 0;
  #cancelTimer: (() => void) | null = null;
  #isRunning = false;
  #isAbandoned = false;
  #tryNow = () => {};

  constructor(settings: TableQueueSettings) {
    const { append, maxRows, maxDelayMs, after, onFailure, onSuccess, onRefused, onProgress } = settings;
    this.#append = append;
    this.#maxRows = maxRows;
    this.#maxDelayMs = maxDelayMs;
    this.#after = after;
    this.#onFailure = onFailure;
    this.#onSuccess = onSuccess;
    this.#onRefused = onRefused;
    this.#onProgress = onProgress;
  }

  readonly hurry = (sequence: number) => {
    this.#hurriedTo = Math.max(this.#hurriedTo, sequence);
    this.#tryNow();
    guarded(this.#run)();
  };

  readonly push: TableQueue['push'] = (row, key, sequence) => {
    this.#newest = sequence;
    // A later state replaces the waiting one but keeps its turn, so that frequently changing rows are written too
    const former = key === null ? undefined : this.#queue.get(key);
    this.#queue.set(key ?? sequence, { row, sequence: former?.sequence ?? sequence });
    if (!this.#isRunning) {
      if (this.#queue.size >= this.#maxRows) guarded(this.#run)();
      else this.#wait();
    }
    return former !== undefined;
  };

  readonly dropOldest: TableQueue['dropOldest'] = (count) => takeFirst(this.#queue, count).length;

  readonly size: TableQueue['size'] = () => this.#queue.size + this.#batch.length;

  readonly oldest: TableQueue['oldest'] = () => this.#batch[0]?.sequence ?? this.#firstSequence();

  readonly written: TableQueue['written'] = () => this.#written;

  readonly abandon: TableQueue['abandon'] = () => {
    this.#isAbandoned = true;
    this.#cancelTimer?.();
    this.#tryNow();
  };

  #firstSequence(): number {
    const [first] = this.#queue.values();
    return first?.sequence ?? Number.POSITIVE_INFINITY;
  }

  #pause(attempt: number) {
    return new Promise<void>((resolve) => {
      const cancel = this.#after(Math.min(longestDelay, firstDelay * 2 ** (attempt - 1)), resolve);
      this.#tryNow = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Retries until the rows are written; finds rows that the engine cannot read by bisection, and drops them. */
  async #writeAll(rows: readonly StoredRow[]): Promise<void> {
    for (let attempt = 1; !this.#isAbandoned; attempt += 1) {
      try {
        await this.#append(rows);
        this.#written += rows.length;
        return this.#onSuccess();
      } catch (error) {
        if (error instanceof RowsRefused) return await this.#withoutRefused(rows, error);
        this.#onFailure(error, rows.length, attempt);
        if (!this.#isAbandoned) await this.#pause(attempt);
      }
    }
  }

  async #withoutRefused(rows: readonly StoredRow[], error: RowsRefused): Promise<void> {
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      this.#onRefused(error, only);
      return this.#onSuccess();
    }
    const middle = Math.ceil(rows.length / 2);
    await this.#writeAll(rows.slice(0, middle));
    await this.#writeAll(rows.slice(middle));
  }

  readonly #run = async (): Promise<void> => {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    while (this.#queue.size >= this.#maxRows || this.#firstSequence() <= this.#hurriedTo) {
      this.#batch = takeFirst(this.#queue, this.#maxRows);
      await this.#writeAll(this.#batch.map(({ row }) => row));
      if (this.#isAbandoned) return;
      this.#batch = [];
      this.#onProgress();
    }
    this.#isRunning = false;
    if (this.#queue.size > 0) this.#wait();
  };

  #wait() {
    this.#cancelTimer ??= this.#after(this.#maxDelayMs, () => {
      this.#cancelTimer = null;
      this.hurry(this.#newest);
    });
  }
}

export const createTableQueue = (settings: TableQueueSettings): TableQueue => new BoundedTableQueue(settings);
