import { join } from 'node:path';
import { sortAnew } from '../../src/store/duckdb/maintenance.ts';
import { openDuck } from '../../src/store/duckdb/open.ts';
import { openStore } from '../../src/store/open-store.ts';
import { tables as allTables } from '../../src/store/rows/tables.ts';
import type { StoredRow } from '../../src/store/store.ts';
import { createRandom, madeUpNames, madeUpOffer, type Random } from '../made-up/made-up-items.ts';
import { pointsOfBatch } from '../made-up/made-up-points.ts';

export const rowCount = 200_000;

export const batchRows = 10_000;

export const seriesCount = 30_000;

export const marketplaceCount = 27;

export const nameCount = 20_000;

export const begin = Date.UTC(2026, 0, 1);

const secondMs = 1000;

export type BatchMaker = (batch: number, random: Random, names: readonly string[]) => StoredRow[];

export const offersOf = (batch: number, random: Random, names: readonly string[]) =>
  Array.from({ length: batchRows }, (_, index) => {
    const number = batch * batchRows + index;
    const marketplaceId = 1 + (number % marketplaceCount);
    const { kind: _kind, ...offer } = madeUpOffer(names[number % names.length] ?? '', marketplaceId, random);
    const at = begin + number * secondMs;
    return { ...offer, marketplaceId, foundAt: at, changedAt: at, seenAt: at };
  });

/** Rows with the shape and length of real ones, each kind in the order in which it is written. */
export const kinds = {
  'price points': {
    tables: ['pricePoints'],
    of: (batch) => pointsOfBatch(batch, batchRows, seriesCount),
  },
  'bid points': {
    tables: ['bidPoints'],
    of: (batch) =>
      pointsOfBatch(batch, batchRows, seriesCount).map(({ row: { offerCount: orderCount, ...row } }) => ({
        table: 'bidPoints',
        row: { ...row, orderCount },
      })),
  },
  sales: {
    tables: ['sales'],
    of: (batch, random, names) =>
      offersOf(batch, random, names).map(
        ({ offerId, changedAt, game, name, phase, price, prices, marketplaceId, ...rest }) => {
          const { float, paintIndex, paintSeed, stickers } = rest;
          const finish = { float, paintIndex, paintSeed, stickers };
          const sale = { kind: 'sale', game, name, phase, saleId: offerId, soldAt: changedAt, price, prices } as const;
          return { table: 'sales', row: { ...sale, ...finish, marketplaceId } };
        },
      ),
  },
  'names of items': {
    tables: ['items'],
    of: (batch, _, names) =>
      names.slice(batch * batchRows, (batch + 1) * batchRows).map((name) => {
        const [point] = pointsOfBatch(0, 1, 1);
        if (point === undefined) throw new Error('a batch of one row is empty');
        return { table: 'pricePoints', row: { ...point.row, name } };
      }),
  },
} as const satisfies Readonly<Record<string, { readonly tables: readonly string[]; readonly of: BatchMaker }>>;

export type Kind = keyof typeof kinds;

/** Bytes per row on disk once the rows are sorted, and as JSON; run in a separate process. */
export async function measureDisk(folder: string, kind: Kind): Promise<{ disk: number; json: number }> {
  const random = createRandom(11);
  const names = madeUpNames(kind === 'names of items' ? rowCount : nameCount);
  const store = await openStore({ at: { folder }, now: Date.now });
  let jsonBytes = 0;
  for (let batch = 0; batch < rowCount / batchRows; batch += 1) {
    const rows: readonly StoredRow[] = kinds[kind].of(batch, random, names);
    await store.append(rows);
    for (const one of rows)
      jsonBytes += Buffer.byteLength(JSON.stringify(kind === 'names of items' ? nameOf(one) : one.row));
  }
  await store.close();
  return { disk: (await sortedBytes(folder, kinds[kind].tables)) / rowCount, json: jsonBytes / rowCount };
}

export const nameOf = ({ row: one }: StoredRow): string => ('name' in one ? (one.name ?? '') : '');

export async function sortedBytes(folder: string, tables: readonly string[]): Promise<number> {
  const engine = await openDuck({ path: join(folder, 'past') });
  for (const table of allTables.filter(({ name }) => tables.includes(name))) await engine.command(...sortAnew(table));
  await engine.ask('CHECKPOINT');
  const usage = await engine.usage();
  await engine.close();
  return usage.tables.reduce((sum, { table, bytes }) => sum + (tables.includes(table) ? bytes : 0), 0);
}
