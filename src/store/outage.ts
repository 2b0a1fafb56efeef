import type { Clock } from '../runtime/clock.ts';
import type { StoredRow } from './store.ts';

type Table = StoredRow['table'];

export type WriterLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
  readonly error: (data: object, text: string) => void;
};

type OutageOptions = {
  readonly now: Clock['now'];
  readonly log: WriterLog | undefined;
  /** Facts to log about waiting and discarded rows. */
  readonly facts: () => object;
};

const remindMs = 60_000;

/** Tracks since when the store accepts no rows, and logs that once and then every minute. */
export class Outage {
  readonly #options: OutageOptions;
  readonly #failing = new Set<Table>();
  #since: number | null = null;
  #loggedAt = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Epoch milliseconds; null while the last attempt of every table has succeeded. */
  get since(): number | null {
    return this.#since;
  }

  failed(table: Table, error: string, rows: number): void {
    const { now, log, facts } = this.#options;
    this.#failing.add(table);
    if (this.#since !== null && now() - this.#loggedAt < remindMs) return;
    this.#since ??= now();
    this.#loggedAt = now();
    log?.warn(
      { table, rows, error, ...facts(), since: new Date(this.#since).toISOString() },
      'rows not written, trying again',
    );
  }

  succeeded(table: Table): void {
    if (!this.#failing.delete(table) || this.#failing.size > 0 || this.#since === null) return;
    const { now, log, facts } = this.#options;
    log?.info({ ...facts(), seconds: Math.round((now() - this.#since) / 1000) }, 'rows are written again');
    this.#since = null;
  }
}
