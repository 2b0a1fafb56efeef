import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { callCommand } from '../../test/support/processes/called.ts';
import { floorOf, startOfTime, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { openStore } from './open-store.ts';
import type { SeriesRef } from './store.ts';

const day = 86_400_000;
const series: SeriesRef = { marketplaceId: 4, game: 'CS2', name: 'AK-47 | Slate (Field-Tested)', phase: null };

describe('a store that is only copied from', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const folders: (typeof folder)[] = [];
  beforeEach(() => {
    folder = temporaryFolder();
    folders.push(folder);
  });
  afterAll(() => {
    for (const one of folders) one.remove();
  });

  it('keeps what its service keeps, whatever the settings of the copying command are', async () => {
    const open = () => openStore({ at: { folder: folder.path }, now: () => startOfTime, priceHistoryDays: 3_650 });
    const first = await open();
    await first.append([floorOf(series, startOfTime - 1_000 * day, 5)]);
    await first.close();

    const called = await callCommand(['backup', join(folder.path, 'copy')], {
      DATA_FOLDER: folder.path,
      HTTP_PORT: '9',
    });
    expect([called.code, called.out]).toEqual([0, expect.stringContaining('holds the backup')]);

    const second = await open();
    expect(await second.priceHistory(series, 0, startOfTime, 10)).toHaveLength(1);
    await second.close();
  });

  it('is refused when an earlier release has kept the past in it, which stays as it is', async () => {
    mkdirSync(join(folder.path, 'engine'));
    writeFileSync(join(folder.path, 'engine', 'status'), '');

    const location = join(folder.path, 'copy');
    const called = await callCommand(['backup', location], { DATA_FOLDER: folder.path, HTTP_PORT: '9' });
    expect(called.code).not.toBe(0);
    expect(called.err).toContain(`the data folder ${folder.path} has the past of an earlier release in`);
    expect(existsSync(location)).toBe(false);
    expect(readdirSync(folder.path)).toEqual(['engine']);
  });
});
