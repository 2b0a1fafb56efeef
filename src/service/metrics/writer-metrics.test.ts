import { describe, expect, it } from 'vitest';
import { metricsText } from '../../api/metrics/metrics.ts';
import { Writer } from '../../store/writer.ts';
import { writerMetrics } from './writer-metrics.ts';

describe('metrics of writing', () => {
  it('count rows handed over, written, waiting and lost', async () => {
    const { givenUp } = new Writer({ store: { append: async () => {} } }).stats();
    const stats = {
      ...{
        pushed: 9,
        settled: 5,
        written: 6,
        waiting: 3,
        waitingSince: 1_699_999_960_000,
        retries: 2,
        refused: 1,
        lastError: 'disk full',
      },
      ...{ notWritingSince: 1_700_000_000_000, givenUp: { ...givenUp, pastPrices: 7 } },
    };
    const values = (await metricsText(writerMetrics(stats, 1_700_000_000_500)))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));

    expect(values).toEqual([
      'itemtape_store_rows_waiting 3',
      'itemtape_store_behind_seconds 40',
      'itemtape_store_rows_pushed_total 9',
      'itemtape_store_rows_settled_total 5',
      'itemtape_store_rows_written_total 6',
      'itemtape_store_retries_total 2',
      'itemtape_store_rows_refused_total 1',
      'itemtape_store_writing 0',
      ...['readings 0', 'offerStates 0', 'buyOrderStates 0', 'quoteStates 0', 'figureStates 0', 'rateStates 0']
        .concat(['sourceRuns 0', 'sourceDays 0', 'pastPrices 7', 'bidPoints 0', 'pricePoints 0', 'rates 0'])
        .concat(['gaps 0', 'sales 0', 'removals 0'])
        .map((row) => `itemtape_store_rows_given_up_total{table="${row.replace(' ', '"} ')}`),
    ]);
  });
});
