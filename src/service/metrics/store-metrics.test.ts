import { expect, it } from 'vitest';
import { metricsText } from '../../api/metrics/metrics.ts';
import { StoreMetrics } from './store-metrics.ts';

it('returns the last figures, refreshes them for the next reader, and keeps them while the store does not answer', async () => {
  let clock = 0;
  let bytes: number | null = 5;
  const metrics = new StoreMetrics(
    async () => {
      if (bytes === null) throw new Error('gone');
      return { memoryBytes: 9, tables: [{ table: 'offers', rows: 2, bytes }] };
    },
    () => clock,
  );
  const offerBytes = async () => /table_bytes\{table="offers"\} (\d+)/.exec(await metricsText(metrics.metrics()))?.[1];
  const later = async () => {
    clock += 20_000;
    await offerBytes();
    await new Promise(setImmediate);
  };

  await metrics.refresh();
  expect(await offerBytes()).toBe('5');
  bytes = 6;
  expect(await offerBytes()).toBe('5');
  await later();
  expect(await offerBytes()).toBe('6');
  bytes = null;
  await later();
  expect(await offerBytes()).toBe('6');

  clock += 86_400_000;
  await later();
  clock -= 86_400_000;
  bytes = 7;
  await later();
  expect(await offerBytes()).toBe('7');
});
