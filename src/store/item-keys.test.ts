import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, saleOf, startOfTime, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { itemIdsOf } from './rows/stored-item.ts';

const [collapsed, own] = ['Sticker | Zero | Cologne 2026', 'Sticker | Zero  | Cologne 2026'];

describe('an item with two spellings', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore({ at: { folder: folder.path }, now: Date.now });
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  const sell = (name: string, saleId: string, soldAt: number) =>
    store.append([{ table: 'sales', row: saleOf({ name, saleId, soldAt }) }]);
  const exportedNames = async (): Promise<readonly string[]> => {
    const file = join(folder.path, 'sales.json');
    await store.copies?.exportTo({ table: 'sales', format: 'json', since: null }, file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    rmSync(file);
    return lines.map((line) => JSON.parse(line).name);
  };
  const series = (name: string) => ({ marketplaceId: 4, game: 'CS2', name }) as const;

  it('has one history, found by either, and is exported in the spelling that was written last', async () => {
    await sell(collapsed, 'a', startOfTime);
    await sell(own, 'b', startOfTime + 1);

    for (const name of [collapsed, own]) {
      const sales = await store.sales(series(name), startOfTime - day, []);
      expect(sales.map(({ saleId }) => saleId)).toEqual(['b', 'a']);
      expect(await store.saleCounts('CS2', [name], startOfTime - day)).toEqual(new Map([[name, 2]]));
    }
    expect(await exportedNames()).toEqual([own, own]);

    await sell(collapsed, 'b', startOfTime + 1);
    expect(await exportedNames()).toEqual([collapsed, collapsed]);
  });

  it('is also found by the id that release 0.1.0 made of its name', () => {
    const idOf = (name: string) => createHash('sha256').update(`CS2\n${name}`).digest().readBigUInt64BE(0).toString();

    expect(itemIdsOf('CS2', own)).toEqual([idOf(collapsed), idOf(own)]);
    expect(itemIdsOf('CS2', collapsed)).toEqual([idOf(collapsed)]);
  });
});
