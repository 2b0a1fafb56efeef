import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  day,
  kept,
  offerOf,
  orderOf,
  saleOf,
  startOfTime,
  temporaryFolder,
} from '../../test/support/store/store-samples.ts';
import { type OpenStore, openStore } from './open-store.ts';

describe('items that nothing refers to', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore({ at: { folder: folder.path }, now: Date.now });
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  const old = startOfTime - 100 * day;
  const quoted = (name: string, at: number) =>
    ({
      table: 'quotes',
      row: {
        game: 'CS2',
        name,
        phase: null,
        marketplaceId: 4,
        lowest: { amount: 5120, currency: 'USD' },
        prices: offerOf().prices,
        offerCount: 1,
        purchaseLink: null,
        marketplaceItemId: null,
        thumbnail: null,
        foundAt: at,
        changedAt: at,
        seenAt: at,
      },
    }) as const;
  const figured = (name: string, at: number) =>
    ({
      table: 'figures',
      row: { game: 'CS2', name, phase: null, marketplaceId: 4, prices: offerOf().prices, offerCount: 0, at },
    }) as const;
  const namesIn = async (rows: AsyncIterable<Iterable<{ readonly name: string }>>): Promise<string[]> => {
    const names = new Set<string>();
    for await (const some of rows) for (const { name } of some) names.add(name);
    return [...names].sort();
  };
  const quotedNames = () => namesIn(kept(store, 'quotes'));

  it('are deleted when nothing else is stored of them, and stored again when they reappear', async () => {
    const names = ['gone', 'told', 'sold', 'offered', 'ordered', 'priced', 'changed'];
    await store.append(names.map((name) => quoted(name, old)));
    await store.append(names.map((name) => figured(name, old)));
    await store.append([
      quoted('told', startOfTime),
      figured('changed', startOfTime),
      { table: 'sales', row: saleOf({ name: 'sold', soldAt: old }) },
      { table: 'offers', row: offerOf({ name: 'offered' }), isRemoved: false },
      { table: 'buyOrders', row: orderOf({ name: 'ordered' }), isRemoved: false },
      { table: 'pricePoints', row: { ...figured('priced', old).row } },
    ]);

    expect(await store.forgetItems(old - day)).toBe(0);
    expect(await quotedNames()).toEqual([...names].sort());
    expect(await store.forgetItems(old + day)).toBe(1);
    const left = names.filter((name) => name !== 'gone').sort();
    expect(await quotedNames()).toEqual(left);
    expect(await namesIn(kept(store, 'figures'))).toEqual(left);
    expect(await store.forgetItems(old + day)).toBe(0);

    await store.append([quoted('gone', startOfTime)]);
    expect(await quotedNames()).toEqual([...names].sort());
  });
});
