import { describe, expect, it } from 'vitest';
import { metricsText } from '../api/operator/metrics.ts';
import { writerMetrics } from './writer-metrics.ts';

describe('metrics of writing', () => {
  it('tell what was handed over, what is safe, what waits and what went wrong', () => {
    const stats = { pushed: 9, settled: 5, written: 6, waiting: 3, retries: 2, refused: 1, lastError: 'disk full' };
    const values = metricsText(writerMetrics(stats))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));

    expect(values).toEqual([
      'itemtape_store_rows_waiting 3',
      'itemtape_store_rows_pushed_total 9',
      'itemtape_store_rows_settled_total 5',
      'itemtape_store_rows_written_total 6',
      'itemtape_store_retries_total 2',
      'itemtape_store_rows_refused_total 1',
    ]);
  });
});
