import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import type { WriterStats } from '../../store/writer.ts';

/** How writing to the store goes; a row that waits is not yet safe from a crash. */
export function writerMetrics(stats: WriterStats): Metric[] {
  const { waiting, pushed, settled, written, retries, refused } = stats;
  const one = singlesOf('itemtape_store_');
  return [
    one('rows_waiting', 'gauge', 'Rows on their way to the store, not yet acknowledged.', waiting),
    one('rows_pushed_total', 'counter', 'Rows handed over to be written.', pushed),
    one('rows_settled_total', 'counter', 'Rows handed over before the oldest that still waits.', settled),
    one('rows_written_total', 'counter', 'Rows the store has acknowledged.', written),
    one('retries_total', 'counter', 'Failed attempts to write rows, each followed by another.', retries),
    one('rows_refused_total', 'counter', 'Rows dropped because the database cannot read them.', refused),
    one(
      'writing',
      'gauge',
      'Whether rows can be written: 0 from the first failed attempt until one succeeds.',
      Number(stats.notWritingSince === null),
    ),
    one(
      'points_thinned_total',
      'counter',
      'Price points that a later one of the same minute has taken the place of, for want of room.',
      stats.thinned,
    ),
    {
      name: 'itemtape_store_rows_given_up_total',
      type: 'counter',
      help: 'Rows dropped for want of room while they could not be written, by table.',
      samples: Object.entries(stats.givenUp).map(([table, value]) => ({ labels: { table }, value })),
    },
  ];
}
