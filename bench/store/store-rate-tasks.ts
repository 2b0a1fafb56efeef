import { join } from 'node:path';
import { loadLibrary } from '../../src/store/duckdb/library.ts';
import { ChunkWriter, rowsPerChunk } from '../../src/store/duckdb/values.ts';
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

/** Rate of DuckDB's appender without the store, for the same prepared rows and table; run in a separate process. */
export async function measureAppenderRate(folder: string): Promise<number> {
  const library = await loadLibrary();
  const store = await openStore({ at: { folder }, now: Date.now });
  await store.close();
  const instance = await library.DuckDBInstance.create(join(folder, 'past', 'past.duckdb'));
  const connection = await instance.connect();
  const { columns, cells } = writerOf(pricePoints);
  const prepared = allBatches().map((batch) => {
    const rows = batch.map(({ row }) => cells(row, { itemId: itemIdOf, base: () => 0 }, false));
    const starts = Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, at) => at * rowsPerChunk);
    return starts.map((start) => new ChunkWriter(library, columns).chunk(rows.slice(start, start + rowsPerChunk)));
  });
  const rate = await rateOf(prepared, async (chunks) => {
    const appender = await connection.createAppender('pricePointsArrived');
    for (const chunk of chunks) appender.appendDataChunk(chunk);
    appender.closeSync();
  });
  connection.closeSync();
  instance.closeSync();
  return rate;
}
