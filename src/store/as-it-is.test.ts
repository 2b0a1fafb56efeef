import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { callCommand } from '../../test/support/processes/called.ts';
import { schema15 } from '../../test/support/store/schema-15.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { embeddedEngine } from './open-engine.ts';
import { openStore } from './open-store.ts';

const now = () => Date.UTC(2026, 0, 1);

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

  const query = async (sql: string) => {
    const engine = await embeddedEngine(`${folder.path}/engine`);
    return await engine.ask<readonly string[]>(sql).finally(() => engine.close());
  };

  it('keeps the retention settings of its service, whatever those of the copying command are', async () => {
    const kept = { priceHistoryDays: 3_650, salesDays: 90, statesDays: 30, fsync: true };
    await (await openStore({ at: { folder: folder.path }, now, ...kept })).close();
    const definitions = `SELECT name, engine_full FROM system.tables WHERE database = 'itemtape' ORDER BY name`;
    const before = await query(definitions);
    for (const days of [3_650, 90, 30]) expect(before.flat().join('\n')).toContain(`toIntervalDay(${days})`);

    const called = await callCommand(['backup', join(folder.path, 'copy')], {
      DATA_FOLDER: folder.path,
      HTTP_PORT: '9',
    });
    expect([called.code, called.out]).toEqual([0, expect.stringContaining('holds the backup')]);

    expect(await query(definitions)).toEqual(before);
  });

  it('is refused when an earlier release has written it, which can still open it', async () => {
    const engine = await embeddedEngine(`${folder.path}/engine`);
    for (const statement of schema15('itemtape')) await engine.command(statement);
    await engine.close();

    const place = join(folder.path, 'copy');
    const called = await callCommand(['backup', place], { DATA_FOLDER: folder.path, HTTP_PORT: '9' });
    expect(called.code).toBe(1);
    expect(called.err).toContain(`the data folder ${folder.path} was written by an earlier release`);
    expect(existsSync(place)).toBe(false);

    expect(await query('SELECT max(version) FROM itemtape.migrations')).toEqual([[15]]);
  });
});
