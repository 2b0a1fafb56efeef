import { mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../../test/support/processes/small-disk.ts';
import { needing } from '../../test/support/runner/needs.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import type { Engine } from './engine.ts';
import { embeddedEngine } from './open-engine.ts';

let folder: ReturnType<typeof temporaryFolder>;
let engine: Engine;

beforeEach(async () => {
  folder = temporaryFolder();
  engine = await embeddedEngine(folder.path, 256);
});
afterEach(async () => {
  await engine.close();
  folder.remove();
});

it('refuses a query that would exceed the memory limit, and keeps working', async () => {
  const counted = (count: number) => `SELECT toFloat64(uniqExact(number)) FROM numbers(${count})`;
  await expect(engine.ask(counted(40_000_000))).rejects.toThrow(/memory limit exceeded/);
  expect(await engine.ask(counted(1000))).toEqual([[1000]]);
});

it('merges the parts of one table at a time', async () => {
  const names = ['background_merges_mutations_concurrency_ratio', 'background_pool_size'];
  const found = await engine.ask(
    `SELECT name, value FROM system.server_settings WHERE name IN ('${names.join("', '")}') ORDER BY name`,
  );
  expect(found).toEqual(names.map((name) => [name, '1']));
});

it('keeps few threads, and looks at its memory once a second', async () => {
  const wanted = {
    max_active_parts_loading_thread_pool_size: '2',
    max_outdated_parts_loading_thread_pool_size: '1',
    max_parts_cleaning_thread_pool_size: '1',
    max_thread_pool_free_size: '8',
    max_unexpected_parts_loading_thread_pool_size: '1',
    memory_worker_period_ms: '1000',
  };
  const names = Object.keys(wanted);
  const found = await engine.ask<readonly [name: string, value: string]>(
    `SELECT name, value FROM system.server_settings WHERE name IN ('${names.join("', '")}')`,
  );
  expect(Object.fromEntries(found)).toEqual(wanted);
});

it.each(['{a,b}', 'a{1..3}', 'a*b', "it's one", 'a::b'])('keeps rows in a folder called %s', async (name) => {
  await engine.close();
  const path = join(folder.path, name);
  mkdirSync(path);
  engine = await embeddedEngine(join(path, 'engine'), 256);
  await engine.command('CREATE DATABASE kept');
  await engine.command('CREATE TABLE kept.numbers (number UInt8) ENGINE = MergeTree ORDER BY number');

  await engine.write('kept.numbers', [{ name: 'number', type: 'UInt8' }], [[1], [2]]);

  expect(await engine.ask('SELECT number FROM kept.numbers ORDER BY number')).toEqual([[1], [2]]);
  expect(readdirSync(path)).toEqual(['engine']);
});

needing('the right to mount a disk').describe('a disk that becomes full', () => {
  const noSpace = /could not write a file to its end: no space left/;

  it('refuses to report a file as written that lacks some of its rows', async () => {
    const disk = mountSmallDisk(1);
    try {
      for (const [format, ending] of [
        ['CSVWithNames', 'csv'],
        ['Parquet', 'parquet'],
        ['Native', 'native.zst'],
      ]) {
        const save = (count: number) =>
          engine.maintain(
            `INSERT INTO FUNCTION file('${join(disk.path, `${count}.${ending}`)}', '${format}') SELECT cityHash64(number) FROM numbers(${count})`,
          );
        await expect(save(500_000)).rejects.toThrow(noSpace);
        truncateSync(join(disk.path, `500000.${ending}`));
        await save(1_000);
      }
    } finally {
      disk.remove();
    }
  });

  describe('while the database is on it', () => {
    // A file for each column takes far more space than the engine reserves
    const columns = Array.from({ length: 300 }, (_, at) => ({ name: `column${at}`, type: 'UInt8' }));
    const write = (value: number) => engine.write('wide', columns, [columns.map(() => value)]);
    const written = () => engine.ask('SELECT column0, column299 FROM wide ORDER BY 1');
    const both = (...values: number[]) => values.map((value) => [value, value]);
    let disk: SmallDisk;

    beforeEach(async () => {
      await engine.close();
      disk = mountSmallDisk(64);
      engine = await embeddedEngine(join(disk.path, 'engine'));
      await engine.command(
        `CREATE TABLE wide (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')}) ENGINE = ReplacingMergeTree ORDER BY column0 SETTINGS min_bytes_for_wide_part = 0`,
      );
    });
    afterEach(() => disk.remove());

    const leaveLittleRoom = (): void => {
      disk.fill();
      const filling = join(disk.path, 'filling');
      truncateSync(filling, statSync(filling).size - 1_500 * 1_024);
    };

    /** Cuts a merge short by a full disk. */
    const mergeInPart = async (): Promise<void> => {
      for (;;) {
        leaveLittleRoom();
        const error = await engine.maintain('OPTIMIZE TABLE wide FINAL').then(() => 'merged', String);
        if (noSpace.test(error)) return;
        // A merge that would clearly lack room does not begin
        expect(error).toContain('Not enough space for merging parts');
        disk.free();
      }
    };

    it('keeps no incomplete part of an insert, which would fail every query of its table', async () => {
      await write(1);
      leaveLittleRoom();
      await expect(write(2)).rejects.toThrow(noSpace);
      disk.free();
      await write(3);

      expect(await written()).toEqual(both(1, 3));
      expect(await engine.ask('SELECT name FROM system.detached_parts')).toEqual([]);
    });

    it('answers queries while a table is mended', async () => {
      await write(1);
      await write(2);
      const query = 'SELECT DISTINCT column0, column299 FROM wide ORDER BY 1';
      const refused: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        let isOver = false;
        const read = (async () => {
          while (!isOver) expect(await engine.ask(query)).toEqual(both(1, 2));
        })().catch((error: unknown) => refused.push(String(error)));
        await mergeInPart();
        disk.free();
        await write(2);
        isOver = true;
        await read;
      }
      // Where there is no room even for mending, a query fails; without mending, one does in every round
      expect(refused.length).toBeLessThan(5);
    });

    it('returns to the former parts after an incomplete merge', async () => {
      await write(1);
      await write(2);
      await mergeInPart();
      disk.free();
      await write(3);

      expect(await written()).toEqual(both(1, 2, 3));
      expect(await engine.ask('SELECT name FROM system.detached_parts')).toEqual([]);
    });
  });
});
