import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bidOf,
  floorOf,
  offerOf,
  orderOf,
  saleOf,
  startOfTime,
  temporaryFolder,
} from '../../../../test/support/store/store-samples.ts';
import { type ExportTable, exportFormats, isStandingTable } from '../../../schema/index.ts';
import { type OpenStore, openStore } from '../../open-store.ts';
import { sqlText } from '../sql.ts';

const folder = temporaryFolder();
let store: OpenStore;
let reader: DuckDBConnection;

const ref = { marketplaceId: 4, game: 'CS2', name: '★ Karambit | Doppler (Factory New)', phase: 'Ruby' } as const;
const looks = {
  ...{ float: 0.25, paintIndex: 415, paintSeed: 7, phase: 'Ruby' as const },
  stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0.1, slot: 2 }],
};
const offer = offerOf({ ...looks, inspectLink: 'https://example.test/look', tradableAt: startOfTime, ownerId: 'o-1' });

const standing = async function* (table: ExportTable) {
  yield table === 'offers' ? [offer] : [orderOf()];
};

beforeAll(async () => {
  store = await openStore({ at: { folder: join(folder.path, 'data') }, now: () => startOfTime });
  await store.append([
    floorOf(ref, startOfTime, 5_120),
    bidOf(ref, startOfTime, 4_000),
    { table: 'sales', row: saleOf({ ...looks, side: 'ask' }) },
  ]);
  reader = await (await DuckDBInstance.create()).connect();
  await reader.run("SET TimeZone = 'UTC'");
});
afterAll(async () => {
  reader?.closeSync();
  await store.close();
  folder.remove();
});

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^TIMESTAMP/, 'instant'],
  [/^(DOUBLE|FLOAT)$/, 'number'],
  [/INT/, 'whole number'],
  [/^VARCHAR$/, 'text'],
];

const kindOf = (type: string) => kinds.find(([pattern]) => pattern.test(type))?.[1] ?? type;

it.each(['pricePoints', 'bidPoints', 'sales', 'offers', 'buyOrders'] as const)(
  'has the same columns, types and values in CSV, JSON and Parquet: %s',
  async (table) => {
    const read = async (sql: string) => (await reader.runAndReadAll(sql)).getRowsJson();
    const found = new Map<string, { readonly columns: readonly (readonly string[])[]; readonly from: string }>();
    for (const format of exportFormats) {
      const path = join(folder.path, `${table}.${format}`);
      const request = { format, since: null };
      if (isStandingTable(table)) await store.copies?.exportStanding({ table, ...request }, standing(table), path);
      else await store.copies?.exportTo({ table, ...request }, path);
      const from = `${format === 'csv' ? 'read_csv' : format === 'json' ? 'read_json' : 'read_parquet'}(${sqlText(path)})`;
      const described = await read(`SELECT column_name, column_type FROM (DESCRIBE FROM ${from})`);
      found.set(format, { columns: described.map(([name, type]) => [String(name), String(type)]), from });
    }
    const { columns: exact = [], from: parquet = '' } = found.get('parquet') ?? {};
    const filled = await Promise.all(
      exact.map(async ([name = '']) => Number((await read(`SELECT count("${name}") FROM ${parquet}`))[0]?.[0]) > 0),
    );
    const known = exact.filter((_, at) => filled[at]);
    const casts = known.map(([name, type]) => `"${name}"::${type} AS "${name}"`).join(', ');

    expect(known.length).toBeGreaterThan(6);
    for (const { columns, from } of found.values()) {
      expect(columns.map(([name]) => name)).toEqual(exact.map(([name]) => name));
      const types = new Map(columns.map(([name = '', type = '']) => [name, kindOf(type)]));
      for (const [name = '', type = ''] of known) expect([name, types.get(name)]).toEqual([name, kindOf(type)]);
      expect(await read(`SELECT ${casts} FROM ${from}`), from).toEqual(await read(`SELECT ${casts} FROM ${parquet}`));
    }
  },
);
