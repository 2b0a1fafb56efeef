import { expect, it } from 'vitest';
import { saleOf } from '../../../test/support/store/store-samples.ts';
import { Writer } from '../../store/writer.ts';
import { createStoreLagWatch } from './store-lag.ts';

it('logs once that the store is more than a minute behind, and once that it has caught up', async () => {
  let now = 1_790_000_000_000;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const writer = new Writer({ store: { append: () => held }, now: () => now });
  const logged: unknown[] = [];
  const log = { info: (...line: unknown[]) => logged.push(line), warn: (...line: unknown[]) => logged.push(line) };
  const look = createStoreLagWatch(
    () => writer.stats(),
    () => now,
    log,
  );

  writer.push([{ table: 'sales', row: saleOf({}) }]);
  const written = writer.flush();
  for (const seconds of [0, 30, 30]) {
    now += seconds * 1_000;
    look();
  }
  expect(logged).toEqual([]);
  for (const seconds of [1, 60]) {
    now += seconds * 1_000;
    look();
  }
  expect(logged).toEqual([[{ seconds: 61, rows: 1 }, expect.stringContaining('database too slow')]]);
  release();
  await written;
  look();
  look();

  expect(logged.slice(1)).toEqual([[{ seconds: 0 }, 'database caught up']]);
});

it('leaves a store that cannot be written to the log of the writer', async () => {
  let now = 1_790_000_000_000;
  const writer = new Writer({
    store: { append: async () => Promise.reject(new Error('disk full')) },
    now: () => now,
  });
  const logged: unknown[] = [];
  const log = { info: (...line: unknown[]) => logged.push(line), warn: (...line: unknown[]) => logged.push(line) };
  const look = createStoreLagWatch(
    () => writer.stats(),
    () => now,
    log,
  );

  writer.push([{ table: 'sales', row: saleOf({}) }]);
  await expect(writer.stop(1)).rejects.toThrow('disk full');
  now += 600_000;
  look();

  expect(logged).toEqual([]);
});
