import type { Clock } from '../clock.ts';
import { guarded } from '../guarded.ts';
import { RowsRefused } from './engine.ts';
import type { StoredRow } from './store.ts';

export type TableQueueSettings = {
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  readonly maxRows: number;
  readonly now: Clock['now'];
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
  /** Rows not yet acknowledged. */
  readonly size: () => number;
  /** The sequence of the oldest row not yet acknowledged. */
  readonly oldest: () => number;
  /** Since when that row has been waiting, epoch milliseconds; Infinity if there is none. */
  readonly waitingSince: () => number;
  /** The rows not yet acknowledged, in order. */
  readonly rows: () => Iterable<StoredRow>;
  readonly written: () => number;
  /** Begins to write everything up to a sequence. */
  readonly write: (sequence: number) => void;
  /** Like `write`, and immediately retries what has failed. */
  readonly hurry: (sequence: number) => void;
  /** Stops retrying; waiting rows are not written. */
  readonly abandon: () => void;
};

type WaitingRow = { readonly row: StoredRow; readonly sequence: number; readonly since: number };

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
  readonly #now;
  readonly #after;
  readonly #onFailure;
  readonly #onSuccess;
  readonly #onRefused;
  readonly #onProgress;
  readonly #queue = new Map<string | number, WaitingRow>();
  #batch: readonly WaitingRow[] = [];
  #written = 0;
  #dueTo = 0;
  #isRunning = false;
  #isAbandoned = false;
  #tryNow = () => {};

  constructor(settings: TableQueueSettings) {
    const { append, maxRows, now, after, onFailure, onSuccess, onRefused, onProgress } = settings;
    this.#append = append;
    this.#maxRows = maxRows;
    this.#now = now;
    this.#after = after;
    this.#onFailure = onFailure;
    this.#onSuccess = onSuccess;
    this.#onRefused = onRefused;
    this.#onProgress = onProgress;
  }

  readonly write: TableQueue['write'] = (sequence) => {
    this.#dueTo = Math.max(this.#dueTo, sequence);
    guarded(this.#run)();
  };

  readonly hurry: TableQueue['hurry'] = (sequence) => {
    this.#tryNow();
    this.write(sequence);
  };

  readonly push: TableQueue['push'] = (row, key, sequence) => {
    // A later state replaces the waiting one but keeps its turn, so that frequently changing rows are written too
    const former = key === null ? undefined : this.#queue.get(key);
    const place = former ?? { sequence, since: this.#now() };
    this.#queue.set(key ?? sequence, { row, sequence: place.sequence, since: place.since });
    if (!this.#isRunning && this.#queue.size >= this.#maxRows) guarded(this.#run)();
    return former !== undefined;
  };

  readonly size: TableQueue['size'] = () => this.#queue.size + this.#batch.length;

  readonly oldest: TableQueue['oldest'] = () => this.#first()?.sequence ?? Number.POSITIVE_INFINITY;

  readonly waitingSince: TableQueue['waitingSince'] = () => this.#first()?.since ?? Number.POSITIVE_INFINITY;

  *rows(): Generator<StoredRow> {
    for (const { row } of this.#batch) yield row;
    for (const { row } of this.#queue.values()) yield row;
  }

  readonly written: TableQueue['written'] = () => this.#written;

  readonly abandon: TableQueue['abandon'] = () => {
    this.#isAbandoned = true;
    this.#tryNow();
  };

  #first(): WaitingRow | undefined {
    return this.#batch[0] ?? this.#firstQueued();
  }

  #firstQueued(): WaitingRow | undefined {
    const [first] = this.#queue.values();
    return first;
  }

  #isDue(): boolean {
    const first = this.#firstQueued();
    return first !== undefined && (this.#queue.size >= this.#maxRows || first.sequence <= this.#dueTo);
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
    while (this.#isDue()) {
      this.#batch = takeFirst(this.#queue, this.#maxRows);
      await this.#writeAll(this.#batch.map(({ row }) => row));
      if (this.#isAbandoned) return;
      this.#batch = [];
      this.#onProgress();
    }
    this.#isRunning = false;
  };
}

export const createTableQueue = (settings: TableQueueSettings): TableQueue => new BoundedTableQueue(settings);
