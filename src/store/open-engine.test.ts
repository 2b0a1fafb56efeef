import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
