import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/store-samples.ts';
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

it('refuses what would take more memory than the engine may, and goes on', async () => {
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
