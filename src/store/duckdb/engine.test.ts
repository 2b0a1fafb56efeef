import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../../../test/support/processes/small-disk.ts';
import { needing } from '../../../test/support/runner/needs.ts';
import { saleOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { until } from '../../../test/support/time/until.ts';
import { gaps } from '../rows/plain-rows.ts';
import { sales } from '../rows/sales.ts';
import { writerOf } from '../rows/table.ts';
import type { DuckEngine } from './engine.ts';
import { Maintenance } from './maintenance.ts';
import { openDuck } from './open.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 0, 15);
const { columns, cells } = writerOf(gaps);
const gapOf = (from: number, reason: 'cut' | 'failed' = 'cut') =>
  cells(
    { marketplaceId: 4, source: 'offers', game: 'CS2', from, to: from + 1, reason },
    { itemId: () => '0', base: () => 0 },
    false,
  );

let folder: ReturnType<typeof temporaryFolder>;
let engine: DuckEngine;
const reopen = async (path = folder.path): Promise<void> => {
  await engine.close();
  engine = await openDuck({ path, memoryMegabytes: 256 });
};
const write = (froms: readonly number[]) =>
  engine.write(
    'gaps',
    columns,
    froms.map((from) => gapOf(from)),
  );
const found = async (from = 'gapsLast') => (await engine.ask(`SELECT fromAt FROM ${from} ORDER BY 1`)).flat();

beforeEach(async () => {
  folder = temporaryFolder();
  engine = await openDuck({ path: folder.path, memoryMegabytes: 256 });
});
afterEach(async () => {
  await engine.close();
  folder.remove();
});

it('refuses a query that would exceed the memory limit, and keeps working', async () => {
  await expect(engine.ask('SELECT list(range) FROM range(400_000_000)')).rejects.toThrow(/Out of Memory/);
  expect(await engine.ask('SELECT count() FROM range(1000)')).toEqual([[1000]]);
});

it('loads nothing from elsewhere', async () => {
  await expect(engine.ask("SELECT * FROM 'https://example.test/a.parquet'")).rejects.toThrow(/httpfs|extension/i);
});

it.each(['{a,b}', 'a{1..3}', 'a*b', "it's one", 'a::b'])('keeps rows in a folder called %s', async (name) => {
  const path = join(folder.path, name);
  mkdirSync(path);
  await reopen(join(path, 'past'));
  await write([1, 2]);
  await reopen(join(path, 'past'));

  expect(await found()).toEqual([1, 2]);
  expect(readdirSync(path)).toEqual(['past']);
});

it('refuses a database of another version, and leaves it as it is', async () => {
  await engine.command('UPDATE schemaVersion SET version = 99');
  await engine.close();
  await expect(openDuck({ path: folder.path })).rejects.toThrow(
    /has schema version 99, and this release knows versions up to/,
  );
});

it('adds columns that are missing in a database of an earlier version, unless it is only copied from', async () => {
  const parts = ['salesSorted', 'salesArrived'];
  await engine.command(...parts.map((part) => `ALTER TABLE ${part} DROP COLUMN paintIndex`));
  await engine.command('UPDATE schemaVersion SET version = 16');
  await engine.close();
  await expect(openDuck({ path: folder.path, staysAsItIs: true })).rejects.toThrow(/was written by an earlier release/);
  engine = await openDuck({ path: folder.path });

  const writer = writerOf(sales);
  const row = saleOf({ paintIndex: 416, paintSeed: 999 });
  await engine.write('sales', writer.columns, [writer.cells(row, { itemId: () => '7', base: () => 0 }, false)]);
  expect(await engine.ask('SELECT saleId, paintIndex, paintSeed FROM salesLast')).toEqual([['sale-1', 416, 999]]);
  expect(await engine.ask('SELECT version FROM schemaVersion')).toEqual([[19]]);
});

describe('maintenance', () => {
  const keeping = { priceHistoryDays: 30, sourceRunDays: 30, fsync: false };
  let clock = now;
  const keep = async () => {
    const maintenance = new Maintenance({ engine, keeping, now: () => clock, warn: (data) => expect(data).toBe(null) });
    await maintenance.begin();
    return maintenance;
  };

  it('deletes what is older than it is kept, at the start and once a day', async () => {
    clock = now;
    await write([now - 31 * dayMs, now - 29 * dayMs, now]);
    const maintenance = await keep();
    expect(await found()).toEqual([now - 29 * dayMs, now]);
    clock = now + 2 * dayMs;
    await write([clock]);
    await until('the oldest row is deleted', async () => (await found()).length === 2);
    await maintenance.stop();
  });

  it('sorts each day what has arrived, and keeps of each key what was written last', async () => {
    clock = now;
    const maintenance = await keep();
    const froms = Array.from({ length: 1_200 }, (_, at) => now - ((at * 7_919) % 1_200));
    await write(froms);
    await engine.write('gaps', columns, [gapOf(now, 'failed')]);
    clock += dayMs + 1;
    await write([now + 1]);
    await until('the rows are sorted', async () => (await found('gapsSorted')).length === 1_201);
    await maintenance.stop();

    expect(await found('gapsArrived')).toEqual([]);
    expect(await engine.ask('SELECT fromAt FROM gapsSorted')).toEqual(
      [...new Set([...froms, now + 1])].sort((one, other) => one - other).map((from) => [from]),
    );
    expect(await engine.ask(`SELECT reason FROM gapsLast WHERE fromAt = ${now}`)).toEqual([['failed']]);
    await engine.write('gaps', columns, [gapOf(now, 'cut')]);
    expect(await engine.ask(`SELECT reason FROM gapsLast WHERE fromAt = ${now}`)).toEqual([['cut']]);
  });

  it('sorts nothing anew for few rows beside those that are sorted', async () => {
    clock = now;
    const maintenance = await keep();
    await write(Array.from({ length: 16_000 }, (_, at) => now + at));
    clock += dayMs + 1;
    await write([now - 1]);
    await until('the rows are sorted', async () => (await found('gapsSorted')).length === 16_001);
    clock += dayMs + 1;
    await write(Array.from({ length: 1_500 }, (_, at) => now + 1_000_000 + at));
    // A run begins only when the one before has ended
    clock += dayMs + 1;
    let expired = 0;
    await until('the next run has begun', async () => {
      await write([0]);
      expired += 1;
      return (await found('gapsArrived')).filter((from) => from === 0).length < expired;
    });
    await maintenance.stop();

    expect((await found('gapsSorted')).length).toBe(16_001);
  });

  it('takes no more room the more often rows are sorted', async () => {
    clock = now;
    const sizes: number[] = [];
    await write(Array.from({ length: 60_000 }, (_, at) => now + at));
    for (let round = 0; round < 6; round += 1) {
      const maintenance = await keep();
      clock += dayMs + 1;
      await write(Array.from({ length: 9_000 }, (_, at) => now + 1_000_000 + at));
      await until('the rows are sorted', async () => (await found('gapsArrived')).length === 0);
      await maintenance.stop();
      await engine.ask('CHECKPOINT');
      sizes.push(statSync(join(folder.path, 'past.duckdb')).size);
    }

    expect(sizes[5]).toBeLessThanOrEqual((sizes[2] ?? 0) * 1.1);
  });
});

needing('the right to mount a disk').it('writes again once there is room on a disk that was full', async () => {
  const disk = mountSmallDisk(16);
  try {
    await reopen(join(disk.path, 'past'));
    const texts = (from: number) =>
      Array.from({ length: 2_000 }, (_, at) => gapOf(from + at, `${Math.sin(from + at)}`.repeat(20) as 'cut'));
    await engine.write('gaps', columns, texts(1_000_000));
    disk.fill();
    let written = 0;
    const failure = await (async () => {
      for (; written < 100; written += 1) await engine.write('gaps', columns, texts(2_000_000 + written * 10_000));
    })().catch(String);
    expect(failure).toMatch(/No space left on device/);
    disk.free();
    await engine.write('gaps', columns, texts(9_000_000));
    await reopen(join(disk.path, 'past'));
    expect(await found()).toHaveLength((written + 2) * 2_000);
  } finally {
    await reopen();
    disk.remove();
  }
});
