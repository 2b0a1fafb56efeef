import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import { secondsBehind } from '../../api/wire/health.ts';
import type { WriterStats } from '../../store/writer.ts';

/** Metrics of writing to the store; a waiting row is not yet safe from a crash. */
export function writerMetrics(stats: WriterStats, now: number): Metric[] {
  const { waiting, pushed, settled, written, retries, refused } = stats;
  const one = singlesOf('itemtape_store_');
  return [
    one('rows_waiting', 'gauge', 'Rows waiting for the store to acknowledge them.', waiting),
    one(
      'behind_seconds',
      'gauge',
      'Age of the oldest row waiting for the store; up to about half a minute while all is well.',
      secondsBehind(stats, now),
    ),
    one('rows_pushed_total', 'counter', 'Rows queued for writing.', pushed),
    one('rows_settled_total', 'counter', 'Rows queued before the oldest that is still waiting.', settled),
    one('rows_written_total', 'counter', 'Rows the store has acknowledged.', written),
    one('retries_total', 'counter', 'Failed attempts to write rows, each of which is retried.', retries),
    one('rows_refused_total', 'counter', 'Rows dropped because the database cannot read them.', refused),
    one(
      'writing',
      'gauge',
      'Whether rows can be written: 0 from the first failed attempt until one succeeds.',
      Number(stats.notWritingSince === null),
    ),
    {
      name: 'itemtape_store_rows_given_up_total',
      type: 'counter',
      help: 'Rows dropped for lack of memory while they could not be written, by table.',
      samples: Object.entries(stats.givenUp).map(([table, value]) => ({ labels: { table }, value })),
    },
  ];
}

/** The state of two writers as of one. */
export function totalOf(one: WriterStats, other: WriterStats): WriterStats {
  const failing = [one, other].flatMap(({ notWritingSince }) => notWritingSince ?? []);
  const waiting = [one, other].flatMap(({ waitingSince }) => waitingSince ?? []);
  const tables = Object.keys(one.givenUp) as (keyof WriterStats['givenUp'])[];
  const givenUp = tables.map((table) => [table, one.givenUp[table] + other.givenUp[table]] as const);
  return {
    waiting: one.waiting + other.waiting,
    waitingSince: waiting.length === 0 ? null : Math.min(...waiting),
    pushed: one.pushed + other.pushed,
    settled: one.settled + other.settled,
    written: one.written + other.written,
    retries: one.retries + other.retries,
    refused: one.refused + other.refused,
    lastError: one.lastError ?? other.lastError,
    notWritingSince: failing.length === 0 ? null : Math.min(...failing),
    givenUp: Object.fromEntries(givenUp) as WriterStats['givenUp'],
  };
}
