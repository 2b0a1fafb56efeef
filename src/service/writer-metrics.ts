import type { Metric } from '../api/operator/metrics.ts';
import type { WriterStats } from '../store/writer.ts';

/** How writing to the store goes; a row that waits is not yet safe from a crash. */
export function writerMetrics({ waiting, pushed, settled, written, retries, refused }: WriterStats): Metric[] {
  const one = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name: `itemtape_store_${name}`,
    type,
    help,
    samples: [{ value }],
  });
  return [
    one('rows_waiting', 'gauge', 'Rows on their way to the store, not yet acknowledged.', waiting),
    one('rows_pushed_total', 'counter', 'Rows handed over to be written.', pushed),
    one('rows_settled_total', 'counter', 'Rows handed over before the oldest that still waits.', settled),
    one('rows_written_total', 'counter', 'Rows the store has acknowledged.', written),
    one('retries_total', 'counter', 'Failed attempts to write rows, each followed by another.', retries),
    one('rows_refused_total', 'counter', 'Rows dropped because the database cannot read them.', refused),
  ];
}
