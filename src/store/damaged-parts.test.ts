import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saleOf, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { openStore } from './open-store.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function openedWith(warnings: [object, string][]) {
  const log = { info: () => {}, warn: (data: object, text: string) => void warnings.push([data, text]) };
  return await openStore({ at: { folder: folder.path }, now: Date.now, log });
}

it('says at every start which table has lost rows because its files are damaged', async () => {
  const warnings: [object, string][] = [];
  const store = await openedWith(warnings);
  await store.append([{ table: 'sales', row: saleOf() }]);
  await store.close();
  expect(warnings).toEqual([]);
  const table = join(folder.path, 'engine', 'data', 'itemtape', 'sales');
  for (const name of readdirSync(table).filter((part) => part.startsWith('all_')))
    truncateSync(join(table, name, 'data.bin'), 5);

  await (await openedWith(warnings)).close();
  await (await openedWith(warnings)).close();

  const [[data, text] = []] = warnings;
  expect(data).toMatchObject({ table: 'sales', parts: 1 });
  expect(text).toContain('restore a backup');
  expect(warnings[1]).toEqual(warnings[0]);
  expect(readdirSync((data as { folder: string }).folder)).toEqual([expect.stringMatching(/^broken-on-start_all_/)]);
});
