import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/store-samples.ts';
import { embeddedEngine } from './open-engine.ts';

it('refuses what would take more memory than the engine may, and goes on', async () => {
  const folder = temporaryFolder();
  const engine = await embeddedEngine(folder.path, 256);
  try {
    const counted = (count: number) => `SELECT toFloat64(uniqExact(number)) FROM numbers(${count})`;
    await expect(engine.ask(counted(40_000_000))).rejects.toThrow(/memory limit exceeded/);
    expect(await engine.ask(counted(1000))).toEqual([[1000]]);
  } finally {
    await engine.close();
    folder.remove();
  }
});

it('merges the parts of one table at a time', async () => {
  const folder = temporaryFolder();
  const engine = await embeddedEngine(folder.path, 256);
  try {
    const names = ['background_merges_mutations_concurrency_ratio', 'background_pool_size'];
    const found = await engine.ask(
      `SELECT name, value FROM system.server_settings WHERE name IN ('${names.join("', '")}') ORDER BY name`,
    );
    expect(found).toEqual(names.map((name) => [name, '1']));
  } finally {
    await engine.close();
    folder.remove();
  }
});
