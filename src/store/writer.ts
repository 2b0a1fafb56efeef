import { type Clock, systemClock } from '../runtime/clock.ts';
import { Waiting } from '../runtime/waiting.ts';
import { counted, type Position } from '../schema/index.ts';
import { Outage, type WriterLog } from './outage.ts';
import { keyOf, storedTables } from './row-keys.ts';
import type { Store, StoredRow } from './store.ts';
import { TableQueue } from './table-queue.ts';
import { Watermark } from './watermark.ts';

type Table = StoredRow['table'];

type WriterSettings = {
  readonly store: Pick<Store, 'append'> & Partial<Pick<Store, 'mark' | 'keepsPast'>>;
  /** Most rows of one table that are written in one batch. */
  readonly maxRows?: number;
  /** How long rows wait for others to be written together, in milliseconds. */
  readonly maxDelayMs?: number;
  /** Number of new rows, over all tables, that are written without further waiting. */
  readonly dueRows?: number;
  /** Number of waiting rows, over all tables, from which `ready` waits. */
  readonly highWater?: number;
  /** Most rows that are held back during `atRest`. */
  readonly maxHeldBack?: number;
  /** Number of waiting rows from which `pushUnlessFull` discards its rows. */
  readonly maxWaiting?: number;
  readonly now?: () => number;
  readonly after?: Clock['after'];
  readonly log?: WriterLog;
};

export type WriterStats = {
  /** Rows pushed but not yet acknowledged. */
  readonly waiting: number;
  /** Since when the oldest of them has been waiting, epoch milliseconds; null if none is. */
  readonly waitingSince: number | null;
  /** Rows pushed so far; `settled` is how many of the first of them are no longer waiting. */
  readonly pushed: number;
  readonly settled: number;
  readonly written: number;
  /** Failed attempts, each of which was retried. */
  readonly retries: number;
  /** Rows the database cannot read. */
  readonly refused: number;
  readonly lastError: string | null;
  /** Since when writing fails, epoch milliseconds; null while rows are written. */
  readonly notWritingSince: number | null;
  /** Rows discarded because memory was short, by table. */
  readonly givenUp: Readonly<Record<Table, number>>;
};

// Each insert makes a part in every table, and the merges of many small parts cost far more than their rows
const defaultDelayMs = 30_000;

/** `maxDelayMs` where other processes read the database, which do not see the rows that wait here. */
export const sharedDelayMs = 2_000;

type GivenUp = Record<Table, number>;

/** Collects rows into batches for the store, and retries each batch until it is stored. */
export class Writer {
  readonly #settings: Required<Omit<WriterSettings, 'log'>> & Pick<WriterSettings, 'log'>;
  readonly #queues = new Map<Table, TableQueue>();
  readonly #waiters = new Waiting();
  readonly #outage: Outage;
  readonly #watermark: Watermark;
  readonly #givenUp = Object.fromEntries(storedTables.map((table) => [table, 0])) as GivenUp;
  #retries = 0;
  #refused = 0;
  #lastError: string | null = null;
  #sequence = 0;
  /** Rows that came since the last time all waiting rows were due. */
  #fresh = 0;
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;
  #isLetGo = false;
  #heldBack: StoredRow[] | null = null;
  #heldBackSince = Number.POSITIVE_INFINITY;
  #overflow: (() => void) | null = null;
  #resting: Promise<void> = Promise.resolve();

  constructor(given: WriterSettings) {
    const defaults = {
      maxRows: 10_000,
      maxDelayMs: defaultDelayMs,
      dueRows: 20_000,
      highWater: 50_000,
      maxHeldBack: 100_000,
      maxWaiting: 500_000,
    };
    const settings = { ...defaults, now: systemClock.now, after: systemClock.after, ...given };
    this.#settings = settings;
    const { now, log, after, store } = settings;
    const facts = () => ({ waiting: this.#waiting(), givenUp: { ...this.#givenUp } });
    this.#outage = new Outage({ now, log, facts });
    this.#watermark = new Watermark(store.mark ?? (async () => {}), after);
  }

  push(rows: readonly StoredRow[]): void {
    if (this.#isStopped) throw new Error('the writer has stopped; stop what pushes rows before stopping the writer');
    if (this.#settings.store.keepsPast === false) return;
    if (this.#heldBack === null) this.#put(rows);
    else this.#holdBack(rows, this.#heldBack);
  }

  /** For rows that are on no tape, and that marketplaces send again. */
  pushUnlessFull(rows: readonly StoredRow[]): void {
    if (this.#waiting() < this.#settings.maxWaiting) this.push(rows);
    else for (const { table } of rows) this.#givenUp[table] += 1;
  }

  /** Notes that the rows pushed so far cover the tape up to a place, which is stored after them. */
  mark(reached: Position): void {
    this.#watermark.note(this.#pushed(), reached);
    this.#watermark.settled(this.#settled());
  }

  /** Resolves when fewer rows wait than the high-water mark, or once `letGo` was called. */
  ready(): Promise<void> {
    return this.#waiters.until(() => this.#isLetGo || this.#waiting() < this.#settings.highWater);
  }

  /** Lets go those who wait in `ready`, as at a stop: nothing more is pushed. */
  letGo(): void {
    this.#isLetGo = true;
    this.#waiters.lookAgain();
  }

  /** The rows of some tables that are pushed but not yet acknowledged, oldest first within each table. */
  *rowsOf(tables: readonly Table[]): Generator<StoredRow> {
    for (const table of tables) yield* this.#queues.get(table)?.rows() ?? [];
    for (const row of this.#heldBack ?? []) if (tables.includes(row.table)) yield row;
  }

  /** Resolves when everything pushed so far is acknowledged. */
  async flush(): Promise<void> {
    while (this.#heldBack !== null) await this.#resting;
    await this.#drain();
  }

  /**
   * Writes everything pushed so far, and holds back later rows until the task is done, so that the task finds the store as
   * it was between two pushes. Rejects when the rows cannot be written in time.
   */
  async atRest(task: () => Promise<void>, withinMs: number): Promise<void> {
    while (this.#heldBack !== null) await this.#resting;
    const run = this.#rest(task, withinMs);
    this.#resting = run.catch(() => {});
    await run;
  }

  /** Accepts no further rows and resolves like `flush`; rejects, and stops retrying, when that takes too long. */
  async stop(withinMs?: number): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    if (withinMs === undefined) {
      await this.flush();
      return await this.#watermark.flush();
    }
    try {
      await this.#within(this.flush(), withinMs);
    } catch (error) {
      for (const queue of this.#queues.values()) queue.abandon();
      throw error;
    }
    // If it fails, the next start merely reads records again that the store already has
    await this.#within(this.#watermark.flush(), withinMs).catch(() => {});
  }

  stats(): WriterStats {
    return {
      waiting: this.#waiting(),
      waitingSince: this.#waitingSince(),
      pushed: this.#pushed(),
      settled: this.#settled(),
      written: [...this.#queues.values()].reduce((sum, queue) => sum + queue.written, 0),
      retries: this.#retries,
      refused: this.#refused,
      lastError: this.#lastError,
      notWritingSince: this.#outage.since,
      givenUp: { ...this.#givenUp },
    };
  }

  #holdBack(rows: readonly StoredRow[], heldBack: StoredRow[]): void {
    if (heldBack.length === 0 && rows.length > 0) this.#heldBackSince = this.#settings.now();
    for (const row of rows) heldBack.push(row);
    if (heldBack.length >= this.#settings.maxHeldBack) this.#overflow?.();
  }

  #waiting(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.size, this.#heldBack?.length ?? 0);
  }

  #waitingSince(): number | null {
    const since = Math.min(this.#heldBackSince, ...[...this.#queues.values()].map((queue) => queue.waitingSince));
    return Number.isFinite(since) ? since : null;
  }

  #pushed(): number {
    return this.#sequence + (this.#heldBack?.length ?? 0);
  }

  #settled(): number {
    return Math.min(this.#sequence, ...[...this.#queues.values()].map((queue) => queue.oldest - 1));
  }

  #queueFor(table: Table): TableQueue {
    const found = this.#queues.get(table);
    if (found !== undefined) return found;
    const { store, maxRows, now, after, log } = this.#settings;
    const queue = new TableQueue({
      append: store.append,
      maxRows,
      now,
      after,
      onFailure: (error, rows) => {
        this.#retries += 1;
        this.#lastError = error instanceof Error ? error.message : String(error);
        this.#outage.failed(table, this.#lastError, rows);
        this.#waiters.lookAgain();
      },
      onSuccess: () => this.#outage.succeeded(table),
      onRefused: (error, row) => {
        this.#refused += 1;
        this.#lastError = error.message;
        log?.error({ table, row, error: error.message }, 'row dropped, the database cannot read it');
      },
      onProgress: () => {
        this.#waiters.lookAgain();
        this.#watermark.settled(this.#settled());
      },
    });
    this.#queues.set(table, queue);
    return queue;
  }

  #put(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      this.#sequence += 1;
      if (!this.#queueFor(row.table).push(row, keyOf(row), this.#sequence)) this.#fresh += 1;
    }
    if (this.#fresh >= this.#settings.dueRows) this.#writeWaiting();
    else if (this.#fresh > 0 && !this.#isStopped)
      this.#cancelTimer ??= this.#settings.after(this.#settings.maxDelayMs, this.#writeWaiting);
  }

  /** All tables together, so that the mark follows once and not after each of them. */
  readonly #writeWaiting = (): void => {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#fresh = 0;
    for (const queue of this.#queues.values()) queue.write(this.#sequence);
  };

  async #drain(): Promise<void> {
    const last = this.#sequence;
    for (const queue of this.#queues.values()) queue.hurry(last);
    await this.#waiters.until(() => [...this.#queues.values()].every((queue) => queue.oldest > last));
  }

  async #within(work: Promise<void>, withinMs: number): Promise<void> {
    const { after } = this.#settings;
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      const fail = () =>
        reject(
          new Error(
            `${counted(this.#waiting(), 'row')} could not be written within ${withinMs} ms; ${this.#whyLate()}`,
          ),
        );
      cancel = after(withinMs, fail);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      cancel();
    }
  }

  #whyLate(): string {
    return this.#outage.since === null ? 'the database is too slow' : `last error: ${this.#lastError}`;
  }

  async #rest(task: () => Promise<void>, withinMs: number): Promise<void> {
    this.#heldBack = [];
    const tooMany = new Promise<never>((_, reject) => {
      this.#overflow = () => reject(new Error(`too many rows came to hold them back; ${this.#whyLate()}`));
    });
    try {
      await this.#within(Promise.race([this.#drain(), tooMany]), withinMs);
      this.#overflow = null;
      await task();
    } finally {
      this.#overflow = null;
      const rows = this.#heldBack;
      this.#heldBack = null;
      this.#heldBackSince = Number.POSITIVE_INFINITY;
      this.#put(rows);
      this.#waiters.lookAgain();
    }
  }
}
