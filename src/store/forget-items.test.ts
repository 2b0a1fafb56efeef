import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bidOf, floorOf, saleOf, startOfTime, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { RowsRefused } from './engine.ts';
import { type OpenStore, openStore } from './open-store.ts';
import type { StoredRow } from './store.ts';

const folder = temporaryFolder();
let store: OpenStore;
beforeAll(async () => {
  store = await openStore({ at: { folder: folder.path }, now: Date.now });
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

const seriesOf = (name: string) => ({ game: 'CS2', name, marketplaceId: 4, phase: null }) as const;
const saleIn = (name: string, currency: string): StoredRow => ({
  table: 'sales',
  row: saleOf({ name, saleId: name, price: { amount: 1, currency: currency as 'USD' } }),
});

async function exportedNames(table: 'sales' | 'pricePoints' | 'bidPoints'): Promise<readonly string[]> {
  const file = join(folder.path, `${table}.json`);
  await store.copies?.exportTo({ table, format: 'json', since: null }, file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(file);
  return lines.map((line) => JSON.parse(line).name);
}

it('forgets items of which nothing is stored, and stores them again when they reappear', async () => {
  await store.append([
    saleIn('sold', 'USD'),
    floorOf(seriesOf('priced'), startOfTime, 5_000),
    bidOf(seriesOf('bid for'), startOfTime, 4_000),
  ]);
  await expect(store.append([saleIn('gone', 'shells')])).rejects.toThrow(RowsRefused);

  expect(await store.forgetItems()).toBe(1);
  expect(await store.forgetItems()).toBe(0);
  expect(await exportedNames('pricePoints')).toEqual(['priced']);
  expect(await exportedNames('bidPoints')).toEqual(['bid for']);

  await store.append([saleIn('gone', 'USD')]);
  expect([...(await exportedNames('sales'))].sort()).toEqual(['gone', 'sold']);
});
