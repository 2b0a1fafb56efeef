import type { Clock } from '../runtime/clock.ts';
import type { StoredRow } from './store.ts';

type Table = StoredRow['table'];

export type WriterLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
  readonly error: (data: object, text: string) => void;
};

/** Tracks since when the store accepts no rows, and logs that once and then every minute. */
export type Outage = {
  readonly failed: (table: Table, error: string, rows: number) => void;
  readonly succeeded: (table: Table) => void;
  /** Epoch milliseconds; null while the last attempt of every table has succeeded. */
  readonly since: () => number | null;
};

const remindMs = 60_000;

export const createOutage = (options: {
  readonly now: Clock['now'];
  readonly log: WriterLog | undefined;
  /** Facts to log about waiting and discarded rows. */
  readonly facts: () => object;
}): Outage => {
  const { now, log, facts } = options;
  const failing = new Set<Table>();
  let since: number | null = null;
  let loggedAt = 0;

  return {
    failed: (table, error, rows) => {
      failing.add(table);
      if (since !== null && now() - loggedAt < remindMs) return;
      since ??= now();
      loggedAt = now();
      log?.warn(
        { table, rows, error, ...facts(), since: new Date(since).toISOString() },
        'rows not written, trying again',
      );
    },
    succeeded: (table) => {
      if (!failing.delete(table) || failing.size > 0 || since === null) return;
      log?.info({ ...facts(), seconds: Math.round((now() - since) / 1000) }, 'rows are written again');
      since = null;
    },
    since: () => since,
  };
};
