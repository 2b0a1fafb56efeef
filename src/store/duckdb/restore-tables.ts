import { counted } from '../../schema/index.ts';
import { listOf } from '../engine.ts';
import { tables } from '../rows/tables.ts';
import type { DuckEngine } from './engine.ts';
import { openDuck } from './open.ts';
import { sorted } from './schema.ts';

/** A table as written by a snapshot. */
export type TableFile = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly file: string;
};

export type RestoreSettings = {
  /** Folder for the database; it must not exist yet. */
  readonly path: string;
  readonly tables: readonly TableFile[];
  readonly loaded: (table: TableFile) => void;
};

/** Creates a database from the tables of a snapshot. */
export const restoreTables = async ({ path, tables: files, loaded }: RestoreSettings): Promise<void> => {
  const engine = await openDuck({ path });
  try {
    for (const file of files) {
      await load(engine, file);
      loaded(file);
    }
  } finally {
    await engine.close();
  }
};

const load = async (engine: DuckEngine, { table, columns, rows, file }: TableFile): Promise<void> => {
  const { key } = tables.find(({ name }) => name === table) ?? {};
  if (key === undefined) throw new Error(`there is no table ${table}`);
  const names = listOf(columns);
  await engine.command(
    `INSERT INTO ${sorted(table)} (${names}) SELECT ${names} FROM read_parquet(${engine.sql.text(file)}) ORDER BY ${listOf(key)}`,
  );
  const [found] = await engine.ask<readonly [number]>(`SELECT count() FROM ${engine.sql.last(table)}`);
  if (found?.[0] !== rows)
    throw new Error(`the table ${table} should have ${counted(rows, 'row')}, but after loading has ${found?.[0] ?? 0}`);
};
