import { expect, it } from 'vitest';
import { metricsText } from '../../api/metrics/metrics.ts';
import { StoreMetrics } from './store-metrics.ts';

it('returns the last figures, refreshes them for the next reader, and keeps them while the store does not answer', async () => {
  let clock = 0;
  let bytes: number | null = 5;
  const metrics = new StoreMetrics(
    async () => {
      if (bytes === null) throw new Error('gone');
      return { memoryBytes: 9, tables: [{ table: 'sales', rows: 2, bytes }] };
    },
    () => clock,
  );
  const saleBytes = async () => /table_bytes\{table="sales"\} (\d+)/.exec(await metricsText(metrics.metrics()))?.[1];
  const later = async () => {
    clock += 20_000;
    await saleBytes();
    await new Promise(setImmediate);
  };

  await metrics.refresh();
  expect(await saleBytes()).toBe('5');
  bytes = 6;
  expect(await saleBytes()).toBe('5');
  await later();
  expect(await saleBytes()).toBe('6');
  bytes = null;
  await later();
  expect(await saleBytes()).toBe('6');

  clock += 86_400_000;
  await later();
  clock -= 86_400_000;
  bytes = 7;
  await later();
  expect(await saleBytes()).toBe('7');
});
