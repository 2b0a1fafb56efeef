import type { Clock } from '../clock.ts';
import { type Engine, sqlText } from './engine.ts';
import type { Layout } from './layout.ts';

/** All tables as they were at one instant, while the store goes on being written to. */
export type StoreSnapshot = {
  readonly schemaVersion: number;
  /** Epoch milliseconds. */
  readonly takenAt: number;
  readonly tables: readonly string[];
  /** Writes the last state of every row of a table to a Native file, compressed according to the file name's ending. */
  readonly write: (table: string, file: string) => Promise<WrittenTable>;
  readonly release: () => Promise<void>;
};

export type WrittenTable = { readonly columns: readonly string[]; readonly rows: number };

const database = 'itemtapeSnapshot';

/** Drops the snapshot of a process that was killed while copying. */
export const dropSnapshot = (engine: Engine): Promise<void> =>
  engine.maintain(`DROP DATABASE IF EXISTS ${database} SYNC`);

/** Names of the tables that hold rows, including tables that only a migration knows. */
const rowTables = async (engine: Engine, layout: Layout): Promise<readonly string[]> => {
  const found = await engine.ask<readonly [string]>(`
SELECT name FROM system.tables
WHERE database = ${sqlText(layout.database)} AND endsWith(engine, 'MergeTree') AND name != 'migrations'
ORDER BY name`);
  return found.map(([name]) => name);
};

/**
 * Takes a snapshot of all tables by linking their parts, which copies nothing. `atRest` runs a task while nothing is
 * appended; writers wait only that long.
 */
export const takeSnapshot = async (
  engine: Engine,
  layout: Layout,
  now: Clock['now'],
  atRest: (task: () => Promise<void>) => Promise<void>,
): Promise<StoreSnapshot> => {
  await dropSnapshot(engine);
  const tables = await rowTables(engine, layout);
  await engine.maintain(`CREATE DATABASE ${database}`);
  try {
    for (const name of tables) await engine.maintain(`CREATE TABLE ${database}.${name} AS ${layout.table(name)}`);
    let takenAt = 0;
    await atRest(async () => {
      takenAt = now();
      for (const name of tables) {
        await engine.command(`ALTER TABLE ${database}.${name} ATTACH PARTITION ALL FROM ${layout.table(name)}`);
      }
    });
    const [found] = await engine.ask<readonly [number]>(`SELECT max(version) FROM ${layout.table('migrations')}`);
    return {
      schemaVersion: found?.[0] ?? 0,
      takenAt,
      tables,
      write: (table, file) => writeTable(engine, table, file),
      release: () => dropSnapshot(engine),
    };
  } catch (error) {
    await dropSnapshot(engine);
    throw error;
  }
};

const writeTable = async (engine: Engine, table: string, file: string): Promise<WrittenTable> => {
  const described = await engine.ask<readonly [name: string, type: string]>(
    `SELECT name, type FROM system.columns WHERE database = ${sqlText(database)} AND table = ${sqlText(table)} AND default_kind = '' ORDER BY position`,
  );
  const columns = described.map(([name]) => name);
  // One thread, so that other queries are still answered
  await engine.maintain(
    `INSERT INTO FUNCTION file(${sqlText(file)}, 'Native') SELECT ${columns.join(', ')} FROM ${database}.${table} FINAL SETTINGS max_threads = 1`,
  );
  // A file without rows does not contain its columns
  const structure = described.map(([name, type]) => `${name} ${type}`).join(', ');
  const [counted] = await engine.ask<readonly [number]>(
    `SELECT toFloat64(count()) FROM file(${sqlText(file)}, 'Native', ${sqlText(structure)}) SETTINGS max_threads = 1`,
  );
  return { columns, rows: counted?.[0] ?? 0 };
};
