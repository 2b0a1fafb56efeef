import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  bidOf,
  day,
  floorOf,
  medianOf,
  saleOf,
  startOfTime,
  temporaryFolder,
} from '../../../test/support/store/store-samples.ts';
import { type OpenStore, openStore } from '../open-store.ts';
import type { SeriesRef, Store, StoredRow } from '../store.ts';
import { Writer } from '../writer.ts';
import { DuckEngine } from './engine.ts';
import { restoreTables, type TableFile } from './restore-tables.ts';

const now = () => startOfTime;
const folder = temporaryFolder();
afterAll(() => folder.remove());

const series: SeriesRef = { marketplaceId: 4, game: 'CS2', name: 'AK-47 | Slate (Field-Tested)', phase: null };
const sparse: SeriesRef = { ...series, name: '★ Karambit | Doppler (Factory New)', phase: 'Ruby' };
const ranges = [1, 7, 30, 90, 365];

const copiesOf = ({ copies }: OpenStore) => {
  if (copies === null) throw new Error('this store gives no copies');
  return copies;
};

/** Writes all tables to a new folder, as a backup does. */
const copy = async (store: OpenStore, folder: string, atRest = (task: () => Promise<void>) => task()) => {
  mkdirSync(folder);
  const snapshot = await copiesOf(store).snapshot(atRest);
  const tables: TableFile[] = [];
  for (const table of snapshot.tables) {
    const file = join(folder, `${table}.parquet`);
    tables.push({ table, file, ...(await snapshot.write(table, file)) });
  }
  await snapshot.release();
  return tables;
};

/** Every query that the service makes. */
const everything = async (store: Store) => ({
  rates: await store.lastRates(),
  lastReadings: await store.lastReadings(),
  newestDays: await store.newestSourceDays(),
  conditions: await store.conditions({ marketplaceId: null, game: null, from: 0, to: startOfTime + day }),
  coverage: await store.coverage(),
  bids: await store.bidCandles({ ...series, currency: 'USD', width: '1d', since: 0, until: startOfTime + day }),
  sales: await store.sales(series, 0),
  histories: await Promise.all(
    [series, sparse].flatMap((one) =>
      ranges.flatMap((days) =>
        [50, 1_000].map((points) => store.priceHistory(one, startOfTime - days * day, startOfTime, points)),
      ),
    ),
  ),
});

/** How many pushes a copy contains, by table. */
const countsIn = async (tables: readonly TableFile[]): Promise<readonly number[]> => {
  const engine = await DuckEngine.open({ path: join(folder.path, 'counting') });
  const counted = [
    ['sales', 'count()'],
    ['sourceDays', 'max(knownMs)'],
    ['pricePoints', 'count()'],
  ].map(([name, count]) => {
    const file = tables.find(({ table }) => table === name)?.file ?? '';
    return `(SELECT ${count} FROM read_parquet('${file}'))`;
  });
  const [row = []] = await engine.ask<readonly number[]>(`SELECT ${counted.join(', ')}`);
  await engine.close();
  return row;
};

const dayOf = (knownMs: number): StoredRow => {
  const at = startOfTime - (startOfTime % day);
  const about = { marketplaceId: 4, source: 'offers', game: 'CS2', reason: null, ages: [1, 2] } as const;
  const instants = { day: at, since: at, notedTo: at + knownMs, completeTo: at + knownMs, lateAt: 0 };
  return { table: 'sourceDays', row: { ...about, ...instants, knownMs } };
};

const fill = async (store: Store) => {
  // So dense that the database selects the points; some are written twice
  const dense = Array.from({ length: 24_000 }, (_, at) =>
    floorOf(series, startOfTime - at * 1_314_000, 1_000 + (at % 977)),
  );
  await store.append(dense);
  await store.append(dense.slice(0, 5_000));
  await store.append([
    ...Array.from({ length: 30 }, (_, at) => medianOf(sparse, startOfTime - (200 + at) * day, 90_000 + at)),
    floorOf(sparse, startOfTime - 3 * day, 80_000),
    floorOf(sparse, startOfTime - 2 * day, null),
    bidOf(series, startOfTime - 3 * day, 900),
    {
      table: 'sales' as const,
      row: saleOf({ float: 0.1234567890123, stickers: [{ name: 'Crown', wear: 0.5, slot: 1 }] }),
    },
    { table: 'rates' as const, row: { currency: 'EUR' as const, perUsd: 0.91, ratedAt: startOfTime, source: 'ecb' } },
    {
      table: 'sourceRuns' as const,
      row: {
        marketplaceId: 4,
        source: 'offers',
        game: 'CS2' as const,
        outcome: 'read',
        startedAt: startOfTime,
        milliseconds: 3,
        rows: 300,
        rejected: 0,
        priced: 200,
        detail: null,
      },
    },
  ]);
  const gap = { marketplaceId: 4, source: 'offers', game: 'CS2', from: startOfTime, to: startOfTime + 1 } as const;
  await store.append([{ table: 'gaps', row: { ...gap, reason: 'cut' } }, dayOf(5)]);
  await store.append([dayOf(6)]);
};

describe('a copy of the store', () => {
  let store: OpenStore | null = null;
  const open = async (name: string) => {
    store = await openStore({ at: { folder: join(folder.path, name) }, now });
    return store;
  };
  const close = async () => {
    await store?.close();
    store = null;
  };
  afterEach(close);

  it('answers every query like the original store, for every range of the history', async () => {
    const first = await open('first');
    await fill(first);
    const tables = await copy(first, join(folder.path, 'copy'));
    const before = await everything(first);
    await close();

    const loaded: string[] = [];
    mkdirSync(join(folder.path, 'second'));
    const path = join(folder.path, 'second', 'past');
    await restoreTables({ path, tables, loaded: ({ table }) => loaded.push(table) });
    const second = await open('second');

    expect(loaded).toEqual(tables.map(({ table }) => table));
    expect(before.histories[9]?.length).toBe(1_000);
    expect(before.newestDays).toMatchObject([{ knownMs: 6 }]);
    expect(await everything(second)).toEqual(before);
  });

  it('is refused when a file has fewer rows than it should', async () => {
    const tables = [
      {
        table: 'rates',
        columns: ['currency', 'source', 'ratedAt', 'perUsd'],
        rows: 2,
        file: join(folder.path, 'copy', 'rates.parquet'),
      },
    ];
    const settings = { path: join(folder.path, 'fewer'), tables, loaded: () => {} };

    await expect(restoreTables(settings)).rejects.toThrow(
      'the table rates should have 2 rows, but after loading has 1',
    );
  });

  it('contains each push completely or not at all, while rows are pushed without pause', async () => {
    const busy = await open('busy');
    const writer = new Writer({ store: busy, maxRows: 50, maxDelayMs: 40 });
    const maxWaiting = 150;
    let pushed = 0;
    const push = () => {
      // No faster than rows are written, so that a slow machine is not flooded
      if (writer.stats().waiting > maxWaiting) return;
      pushed += 1;
      const at = { saleId: `sale-${pushed}`, soldAt: startOfTime + pushed };
      writer.push([{ table: 'sales', row: saleOf(at) }, dayOf(pushed), floorOf(series, startOfTime + pushed, pushed)]);
    };
    const pushing = setInterval(push, 4);
    const copied: (readonly TableFile[])[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = pushed;
      while (pushed < before + 40) await wait(1);
      const tables = await copy(busy, join(folder.path, `busy-${round}`), (task) => writer.atRest(task, 20_000));
      copied.push(tables);
    }
    clearInterval(pushing);
    await writer.stop();

    expect(await busy.sales(series, 0)).toHaveLength(pushed);
    expect(writer.stats()).toMatchObject({ pushed: pushed * 3, settled: pushed * 3, waiting: 0 });
    await close();
    const seen: (readonly number[])[] = [];
    for (const tables of copied) seen.push(await countsIn(tables));
    for (const [sales, days, points] of seen) expect([days, points]).toEqual([sales, sales]);
    expect(seen[2]?.[0]).toBeGreaterThan((seen[0]?.[0] ?? 0) + 40);
  });
});
