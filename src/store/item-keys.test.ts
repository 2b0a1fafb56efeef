import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  day,
  keepOffer,
  kept,
  offerOf,
  saleOf,
  startOfTime,
  temporaryFolder,
} from '../../test/support/store/store-samples.ts';
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

  const namesKept = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const rows of kept(store, 'offers')) for (const { name } of rows) names.push(name);
    return names;
  };
  const series = (name: string) => ({ marketplaceId: 4, game: 'CS2', name }) as const;

  it('has one history, found by either, and is restored in the spelling that was written last', async () => {
    await store.append([
      { table: 'sales', row: saleOf({ name: collapsed, saleId: 'a' }) },
      keepOffer(offerOf({ name: collapsed, offerId: 'a' })),
      keepOffer(offerOf({ name: collapsed, offerId: 'b' })),
    ]);
    await store.append([
      { table: 'sales', row: saleOf({ name: own, saleId: 'b', soldAt: startOfTime + 1 }) },
      keepOffer(offerOf({ name: own, offerId: 'b' })),
    ]);

    for (const name of [collapsed, own]) {
      const sales = await store.sales(series(name), startOfTime - day, []);
      expect(sales.map(({ saleId }) => saleId)).toEqual(['b', 'a']);
      expect(await store.saleCounts('CS2', [name], startOfTime - day)).toEqual(new Map([[name, 2]]));
    }
    expect(await namesKept()).toEqual([own, own]);

    await store.append([keepOffer(offerOf({ name: collapsed, offerId: 'b' }))]);
    expect(await namesKept()).toEqual([collapsed, collapsed]);
  });

  it('is also found by the id that release 0.1.0 made of its name', () => {
    const idOf = (name: string) => createHash('sha256').update(`CS2\n${name}`).digest().readBigUInt64BE(0).toString();

    expect(itemIdsOf('CS2', own)).toEqual([idOf(collapsed), idOf(own)]);
    expect(itemIdsOf('CS2', collapsed)).toEqual([idOf(collapsed)]);
  });
});
