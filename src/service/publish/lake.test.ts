import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bidOf, floorOf, saleOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { Book } from '../../book/book.ts';
import { dayFiles } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { writeDay } from '../backup/write-day.ts';
import { Lake } from './lake.ts';

const folder = temporaryFolder();
const lakeFolder = join(folder.path, 'lake');
const hour = 3_600_000;
const names = Array.from({ length: 12 }, (_, at) => `Item '${at}'`);
const days = ['2026-01-30', '2026-01-31', '2026-02-01'];

const filled = async (store: OpenStore) => {
  for (const day of days)
    await store.append(
      names.flatMap((name, at) => {
        const ref = { marketplaceId: 1 + (at % 3), game: 'CS2', name, phase: null } as const;
        const begin = Date.parse(day);
        return [
          ...[1, 2, 3].map((nth) => floorOf(ref, begin + nth * hour, 1_000 + at)),
          bidOf(ref, begin + hour, 500 + at),
          {
            table: 'sales' as const,
            row: saleOf({ name, marketplaceId: ref.marketplaceId, soldAt: begin + 4 * hour, saleId: `${day} ${at}` }),
          },
        ];
      }),
    );
};

const manifestOf = () => JSON.parse(readFileSync(join(lakeFolder, 'manifest.json'), 'utf8'));
const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));

describe('a lake of days', () => {
  let store: OpenStore;
  let lake: Lake;
  let reader: DuckDBConnection;
  const read = async (sql: string) => (await reader.runAndReadAll(sql)).getRowsJson();
  const dayAt = (day: string) => join(folder.path, day);

  beforeAll(async () => {
    store = await openStore({ at: { folder: join(folder.path, 'data') }, now: () => Date.parse('2026-02-02') });
    const { copies } = store;
    if (copies === null) throw new Error('this store gives no copies');
    await filled(store);
    lake = new Lake(lakeFolder, 2, { copies, now: Date.now, version: '1.2.3' });
    for (const day of days) {
      mkdirSync(dayAt(day));
      await writeDay({ copies, book: new Book(), day, folder: dayAt(day), now: Date.now, serviceVersion: '1.2.3' });
      await lake.add(day, dayAt(day));
    }
    reader = await (await DuckDBInstance.create()).connect();
    await reader.run(`SET VARIABLE lake = '${lakeFolder}'`);
    await reader.run(`ATTACH '${join(lakeFolder, 'lake.duckdb')}' AS lake (READ_ONLY)`);
    await reader.run(readFileSync(join(lakeFolder, 'lake.sql'), 'utf8'));
  });
  afterAll(async () => {
    reader.closeSync();
    await store.close();
    folder.remove();
  });

  it('has the rows of its days, each once, for a stock DuckDB that attaches its views', async () => {
    for (const file of dayFiles) {
      const paths = days.map((day) => `'${join(dayAt(day), `${file}.parquet`)}'`).join(', ');
      for (const view of [`lake.${file}`, file]) {
        const all = `SELECT * EXCLUDE (month, bucket) FROM ${view}`;
        const same = `SELECT (SELECT count(*) FROM (${all} EXCEPT ALL FROM read_parquet([${paths}]))), (SELECT count(*) FROM (FROM read_parquet([${paths}]) EXCEPT ALL ${all}))`;
        expect(await read(same), view).toEqual([['0', '0']]);
      }
    }
    expect(await read('SELECT count(*), count(DISTINCT month) FROM lake.candles')).toEqual([['108', '2']]);
    expect(await read(`SELECT count(*) FROM lake.salesOf('Item ''7''') WHERE month = '2026-01'`)).toEqual([['2']]);
    expect(await read(`SELECT count(*) FROM pricePointsOf('Item ''7''')`)).toEqual([['9']]);
  });

  it('is divided by the first digits of the MD5 of the name, and sorted by item', async () => {
    const rows = await read(`SELECT DISTINCT bucket, name FROM lake.sales`);
    for (const [bucket, name] of rows)
      expect(createHash('md5').update(String(name)).digest('hex').startsWith(String(bucket))).toBe(true);
    expect(rows).toHaveLength(names.length);
    for (const path of filesIn(lakeFolder)) {
      const order = await read(
        `SELECT name FROM read_parquet('${join(lakeFolder, path)}', file_row_number = true) ORDER BY file_row_number`,
      );
      expect(order, path).toEqual(order.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
    }
  });

  it('has a manifest with every file and the type of every column', () => {
    const manifest = manifestOf();
    expect(manifest).toMatchObject({ format: 1, until: '2026-02-01', serviceVersion: '1.2.3' });
    expect(manifest.months).toHaveLength(2 * dayFiles.length);
    for (const { columns, files, month, table } of manifest.months) {
      expect(columns[0], `${table} ${month}`).toMatchObject({ type: 'TIMESTAMP WITH TIME ZONE' });
      for (const { path, bytes, sha256, rows } of files) {
        const content = readFileSync(join(lakeFolder, path));
        expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
        expect(rows).toBeGreaterThan(0);
      }
    }
  });

  it('keeps the files of the former manifest, and a day that is in it changes nothing', async () => {
    const before = manifestOf();
    await lake.add('2026-01-31', dayAt('2026-01-31'));
    expect(manifestOf()).toEqual(before);
    const present = filesIn(lakeFolder);
    expect(present.some((path) => path.includes('to-2026-01-30'))).toBe(false);
    expect(present.filter((path) => path.includes('to-2026-01-31')).length).toBeGreaterThan(0);
  });

  it('leaves out the oldest month when there are too many', async () => {
    await lake.add('2026-03-01', dayAt('2026-02-01'));
    expect([...new Set(manifestOf().months.map(({ month }: { readonly month: string }) => month))]).toEqual([
      '2026-03',
      '2026-02',
    ]);
  });
});
