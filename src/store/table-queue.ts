import type { Clock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';
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

type WaitingRow = { readonly row: StoredRow; readonly sequence: number; readonly since: number };

const firstDelay = 200;
const maxDelay = 10_000;

const takeFirst = (queue: Map<string | number, WaitingRow>, count: number): WaitingRow[] => {
  const taken: WaitingRow[] = [];
  for (const [key, waiting] of queue) {
    if (taken.length === count) break;
    taken.push(waiting);
    queue.delete(key);
  }
  return taken;
};

/** A queue of rows for one table, written in order, one batch at a time. */
export class TableQueue {
  readonly #settings: TableQueueSettings;
  readonly #queue = new Map<string | number, WaitingRow>();
  #batch: readonly WaitingRow[] = [];
  #written = 0;
  #dueTo = 0;
  #isRunning = false;
  #isAbandoned = false;
  #tryNow = () => {};

  constructor(settings: TableQueueSettings) {
    this.#settings = settings;
  }

  /** Begins to write everything up to a sequence. */
  write(sequence: number): void {
    this.#dueTo = Math.max(this.#dueTo, sequence);
    guarded(this.#run)();
  }

  /** Like `write`, and immediately retries what has failed. */
  hurry(sequence: number): void {
    this.#tryNow();
    this.write(sequence);
  }

  /** Sequences rise with every push; rows with the same key are states of one thing. Whether the row replaced a waiting one. */
  push(row: StoredRow, key: string | null, sequence: number): boolean {
    // A later state replaces the waiting one but keeps its turn, so that frequently changing rows are written too
    const previous = key === null ? undefined : this.#queue.get(key);
    const position = previous ?? { sequence, since: this.#settings.now() };
    this.#queue.set(key ?? sequence, { row, sequence: position.sequence, since: position.since });
    if (!this.#isRunning && this.#queue.size >= this.#settings.maxRows) guarded(this.#run)();
    return previous !== undefined;
  }

  /** Rows not yet acknowledged. */
  get size(): number {
    return this.#queue.size + this.#batch.length;
  }

  /** The sequence of the oldest row not yet acknowledged; Infinity if there is none. */
  get oldest(): number {
    return this.#first()?.sequence ?? Number.POSITIVE_INFINITY;
  }

  /** Since when that row has been waiting, epoch milliseconds; Infinity if there is none. */
  get waitingSince(): number {
    return this.#first()?.since ?? Number.POSITIVE_INFINITY;
  }

  /** The rows not yet acknowledged, in order. */
  *rows(): Generator<StoredRow> {
    for (const { row } of this.#batch) yield row;
    for (const { row } of this.#queue.values()) yield row;
  }

  get written(): number {
    return this.#written;
  }

  /** Stops retrying; waiting rows are not written. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#tryNow();
  }

  #first(): WaitingRow | undefined {
    return this.#batch[0] ?? this.#firstQueued();
  }

  #firstQueued(): WaitingRow | undefined {
    const [first] = this.#queue.values();
    return first;
  }

  #isDue(): boolean {
    const first = this.#firstQueued();
    return first !== undefined && (this.#queue.size >= this.#settings.maxRows || first.sequence <= this.#dueTo);
  }

  #pause(attempt: number) {
    return new Promise<void>((resolve) => {
      const cancel = this.#settings.after(Math.min(maxDelay, firstDelay * 2 ** (attempt - 1)), resolve);
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
        await this.#settings.append(rows);
        this.#written += rows.length;
        return this.#settings.onSuccess();
      } catch (error) {
        if (error instanceof RowsRefused) return await this.#withoutRefused(rows, error);
        this.#settings.onFailure(error, rows.length, attempt);
        if (!this.#isAbandoned) await this.#pause(attempt);
      }
    }
  }

  async #withoutRefused(rows: readonly StoredRow[], error: RowsRefused): Promise<void> {
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      this.#settings.onRefused(error, only);
      return this.#settings.onSuccess();
    }
    const middle = Math.ceil(rows.length / 2);
    await this.#writeAll(rows.slice(0, middle));
    await this.#writeAll(rows.slice(middle));
  }

  readonly #run = async (): Promise<void> => {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isDue()) {
      this.#batch = takeFirst(this.#queue, this.#settings.maxRows);
      await this.#writeAll(this.#batch.map(({ row }) => row));
      if (this.#isAbandoned) return;
      this.#batch = [];
      this.#settings.onProgress();
    }
    this.#isRunning = false;
  };
}
