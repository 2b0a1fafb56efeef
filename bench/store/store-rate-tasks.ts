import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import type { Cell } from '../../src/store/engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import { pricePoints } from '../../src/store/rows/price-points.ts';
import { itemIdOf } from '../../src/store/rows/stored-item.ts';
import { writerOf } from '../../src/store/rows/table.ts';
import { type PointRow, pointsOfBatch } from '../made-up/made-up-points.ts';

export const batchRows = 10_000;

export const batches = 30;

// The warm-up batches contain all series, so that no name is new afterwards
const warmUpBatches = 3;

export const seriesCount = batchRows * warmUpBatches;

const allBatches = (): PointRow[][] =>
  Array.from({ length: warmUpBatches + batches }, (_, batch) => pointsOfBatch(batch, batchRows, seriesCount));

/** Rows acknowledged per second; each batch is acknowledged before the next is sent. */
export async function rateOf<Batch>(
  prepared: readonly Batch[],
  write: (batch: Batch) => Promise<unknown>,
): Promise<number> {
  for (const batch of prepared.slice(0, warmUpBatches)) await write(batch);
  const startedAt = performance.now();
  for (const batch of prepared.slice(warmUpBatches)) await write(batch);
  return (batches * batchRows * 1000) / (performance.now() - startedAt);
}

/** Rate through the store; run in a separate process. */
export async function measureStoreRate(folder: string): Promise<number> {
  const store = await openStore({ at: { folder }, now: Date.now });
  const rate = await rateOf(allBatches(), store.append);
  await store.close();
  return rate;
}

/** Rate of the client without the store, for the same prepared rows and table; run in a separate process. */
export async function measureClientRate(folder: string): Promise<number> {
  const store = await openStore({ at: { folder }, now: Date.now });
  await store.close();
  // The types of chdb refer to the former common package of the client, and differ from the client's own only in name
  const connection = createChdbConnection({ path: join(folder, 'engine') }) as never;
  // As in the store: an answer means that the rows are written
  const client = createClient({ connection, clickhouse_settings: { async_insert: 0 } });
  const { columns, cells } = writerOf(pricePoints);
  // Instants as in JSON
  const shown = (cell: Cell, at: number) =>
    columns[at]?.type.startsWith('DateTime64') ? new Date(Number(cell)).toISOString().slice(0, -1) : cell;
  const prepared = allBatches().map((batch) =>
    batch.map(({ row }) => cells(row, { itemId: itemIdOf, base: () => 0 }, false).map(shown)),
  );
  const [first = '', ...others] = columns.map(({ name }) => name);
  const rate = await rateOf(prepared, (values) =>
    client.insert({ table: 'itemtape.pricePoints', columns: [first, ...others], values, format: 'JSONCompactEachRow' }),
  );
  await client.close();
  return rate;
}
