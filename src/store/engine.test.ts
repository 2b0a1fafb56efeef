import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/store-samples.ts';
import { embeddedEngine } from './engine.ts';

it('refuses what would take more memory than the engine may, and goes on', async () => {
  const folder = temporaryFolder();
  const engine = await embeddedEngine(folder.path, 256);
  try {
    const sorted = (count: number) =>
      `SELECT number, repeat('a', 100) AS text FROM numbers(${count}) ORDER BY cityHash64(number), text`;
    await expect(engine.ask(sorted(4_000_000))).rejects.toThrow(/memory limit exceeded/);
    expect(await engine.ask(sorted(10))).toHaveLength(10);
  } finally {
    await engine.close();
    folder.remove();
  }
});
