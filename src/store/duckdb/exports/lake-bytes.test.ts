import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../../../../test/support/runner/long-run.ts';
import { temporaryFolder } from '../../../../test/support/store/store-samples.ts';
import { currencies } from '../../../schema/index.ts';
import { DuckEngine } from '../engine.ts';
import { sqlText } from '../sql.ts';
import { dayColumns } from './export-day.ts';
import { addToLake } from './lake.ts';
import { type LakeTable, writeLakeDatabase } from './lake-views.ts';

const folder = temporaryFolder();
const lakeFolder = join(folder.path, 'lake');
const marketplaceCount = 8;
const hours = 720;
const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);

/** Items of one bucket of sixteen. */
const bucket = '7';
const itemCount = 8;
const names = Array.from({ length: itemCount * 40 }, (_, at) => `AK-47 | Finish number ${at} (Field-Tested)`)
  .filter((name) => createHash('md5').update(name).digest('hex').startsWith(bucket))
  .slice(0, itemCount);

const asked = names.slice(0, extent({ short: 2, long: itemCount }));

const price = (currency: string, rate: number) =>
  `round((1000 + i * 130 + m * 70 + (hash(i, m, h // 5) % 40)::INT) * ${rate}) / 1000 AS ${currency}`;
const rates = { USD: 1, EUR: 0.92, CNY: 7.1, RUB: 80.1 };

/** Columns of made rows, by their names. */
const madeSql: Readonly<Record<string, string>> = {
  game: `'CS2'`,
  name: 'name',
  marketplace: `'Marketplace' || m`,
  phase: 'NULL::VARCHAR',
  effect: 'NULL::VARCHAR',
  basis: `'floor'`,
  offerCount: '(hash(i, m, h // 3) % 30)::UINTEGER',
  saleCount: 'NULL::UINTEGER',
  count: '1 + (hash(i, m, h) % 4)::BIGINT',
};

const columnSql = (file: 'pricePoints' | 'candles', name: string, month: string): string => {
  const currency = currencies.find((one) => name.endsWith(one));
  if (currency !== undefined) return price(name, rates[currency]);
  // Every hour, and points at any time of it
  const within = file === 'candles' ? '0' : '(hash(i, m, h) % 120000)::BIGINT';
  return name === 'at'
    ? `make_timestamp((${Date.parse(`${month}-01`)} + h * 3600000 + ${within}) * 1000) AT TIME ZONE 'UTC' AS "at"`
    : `${madeSql[name]} AS ${name}`;
};

/** What all of a month would be as one day: an hourly row of every item on every marketplace. */
const monthSql = (file: 'pricePoints' | 'candles', month: string): string =>
  `SELECT ${dayColumns(file)
    .map(({ name }) => columnSql(file, name, month))
    .join(', ')}
   FROM (SELECT unnest([${names.map(sqlText).join(', ')}]) AS name, unnest(range(${names.length})) AS i), range(${marketplaceCount}) AS ms(m), range(${hours}) AS hs(h)`;

describe('a year of a lake', () => {
  let reader: DuckDBConnection;
  const read = async (sql: string) => (await reader.runAndReadAll(sql)).getRowsJson();

  beforeAll(async () => {
    const engine = await DuckEngine.open({ path: join(folder.path, 'engine') });
    const tables: LakeTable[] = [];
    for (const file of ['pricePoints', 'candles'] as const) {
      const paths: string[] = [];
      for (const month of months) {
        const from = join(folder.path, 'month.parquet');
        await engine.copy(`COPY (${monthSql(file, month)}) TO ${sqlText(from)} (FORMAT parquet)`);
        const pathOf = async (of: string) => {
          paths.unshift(`${file}/month=${month}/bucket=${of}/to-${month}-28.parquet`);
          const path = join(lakeFolder, paths[0] as string);
          mkdirSync(dirname(path), { recursive: true });
          return path;
        };
        const scratch = join(folder.path, 'scratch');
        await addToLake(engine, { file, from, before: new Map(), isWidened: false, digits: 1, scratch, pathOf });
      }
      tables.push({ name: file, months: [{ columns: [], files: paths }] });
    }
    await writeLakeDatabase(engine, tables, { path: join(lakeFolder, 'lake.duckdb'), root: lakeFolder });
    await engine.close();
    reader = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    await reader.run(`SET VARIABLE lake = ${sqlText(lakeFolder)}`);
    await reader.run(`ATTACH ${sqlText(join(lakeFolder, 'lake.duckdb'))} AS lake (READ_ONLY)`);
    // As over a network: ranges that are near one another are fetched at once
    await reader.run('SET prefetch_all_parquet_files = true');
    await reader.run('SET enable_external_file_cache = false');
  });
  afterAll(() => {
    reader?.closeSync();
    folder.remove();
  });

  /** What DuckDB reads of files for a statement, by its own log. */
  async function readBytes(sql: string) {
    await reader.run("CALL enable_logging('FileSystem')");
    await reader.run('CALL truncate_duckdb_logs()');
    const rows = await read(sql);
    await reader.run('CALL disable_logging()');
    const [[bytes, files] = []] = await read(
      `SELECT sum(bytes) FILTER (op = 'READ')::DOUBLE, count(DISTINCT path)::INTEGER FROM duckdb_logs_parsed('FileSystem') WHERE path LIKE '%.parquet'`,
    );
    return { rows: rows.length, bytes: Number(bytes), files: Number(files) };
  }

  it.each([
    ['pricePoints', 'priceUSD'],
    ['candles', 'closeUSD'],
  ])('costs at most 1 MiB of %s for one item on all its marketplaces', async (table, column) => {
    const found: Awaited<ReturnType<typeof readBytes>>[] = [];
    for (const name of asked)
      found.push(await readBytes(`SELECT "at", marketplace, ${column} FROM lake.${table}Of(${sqlText(name)})`));
    const { rows, bytes, files } = found.reduce((max, one) => (one.bytes > max.bytes ? one : max));
    const size = statSync(join(lakeFolder, `${table}/month=2026-01/bucket=${bucket}/to-2026-01-28.parquet`)).size;

    expect(rows).toBe(months.length * marketplaceCount * hours);
    expect(files).toBe(months.length);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(2 ** 20);
    expect(bytes).toBeLessThan(months.length * size);
  });

  it('costs only the files of the months that are asked for', async () => {
    const { files } = await readBytes(
      `SELECT max(highUSD) FROM lake.candlesOf(${sqlText(names[0] as string)}) WHERE month >= '2026-11'`,
    );
    expect(files).toBe(2);
  });
});
