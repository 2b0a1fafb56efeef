import type { Clock } from '../../runtime/clock.ts';
import { tables } from '../rows/tables.ts';
import { copySql, type DuckEngine } from './engine.ts';
import { columnsOf, last, schemaVersion } from './schema.ts';

/** All tables as they were at one instant, while the store goes on being written to. */
export type StoreSnapshot = {
  readonly schemaVersion: number;
  /** Epoch milliseconds. */
  readonly takenAt: number;
  readonly tables: readonly string[];
  /** Writes the last row of each key of a table to a Parquet file. */
  readonly write: (table: string, file: string) => Promise<WrittenTable>;
  readonly release: () => Promise<void>;
};

export type WrittenTable = { readonly columns: readonly string[]; readonly rows: number };

/**
 * Takes a snapshot of all tables: a transaction that sees them as they are when it begins. `atRest` runs a task while nothing
 * is appended; writers wait only that long.
 */
export const takeSnapshot = async (
  engine: DuckEngine,
  now: Clock['now'],
  atRest: (task: () => Promise<void>) => Promise<void>,
): Promise<StoreSnapshot> => {
  const { run, close } = await engine.connect();
  const release = async () => close();
  let takenAt = 0;
  try {
    await atRest(async () => {
      takenAt = now();
      await run('BEGIN TRANSACTION');
      // What a transaction sees is settled by its first query
      await run('SELECT version FROM schemaVersion');
    });
  } catch (error) {
    await release();
    throw error;
  }
  const write = async (name: string, file: string): Promise<WrittenTable> => {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    const rows = await run(copySql(`SELECT * FROM ${last(name)}`, file, 'parquet'));
    return { columns: columnsOf(table).map((column) => column.name), rows };
  };
  return { schemaVersion, takenAt, tables: tables.map(({ name }) => name).sort(), write, release };
};
