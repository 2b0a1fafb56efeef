import { existsSync } from 'node:fs';
import { StartRefused } from '../../schema/index.ts';
import { ofEarlierRelease } from '../engine.ts';
import { DuckEngine, type EngineSettings } from './engine.ts';
import { schema, schemaVersion } from './schema.ts';

export type DuckSettings = EngineSettings & {
  /** Whether the tables of an earlier version are refused instead of changed. */
  readonly staysAsItIs?: boolean;
};

/** Opens the database of a folder, and makes what its tables lack; refuses one of a later version. */
export async function openDuck({ staysAsItIs = false, ...settings }: DuckSettings): Promise<DuckEngine> {
  const engine = await DuckEngine.open(settings);
  try {
    await engine.command('CREATE TABLE IF NOT EXISTS schemaVersion (version INTEGER NOT NULL)');
    const [[found] = [null]] = await engine.ask<readonly [number | null]>('SELECT version FROM schemaVersion');
    if (found !== null) requireUsable(found, staysAsItIs);
    const version = found === null ? 'INSERT INTO schemaVersion VALUES' : 'UPDATE schemaVersion SET version =';
    await engine.command(...schema(await columnsIn(engine)), `${version} (${schemaVersion})`);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function requireUsable(found: number, staysAsItIs: boolean): void {
  if (found > schemaVersion)
    throw new StartRefused(
      `the database has schema version ${found}, and this release knows versions up to ${schemaVersion}; start a release at least as new as the one that wrote it, or use another data folder`,
    );
  if (found < schemaVersion && staysAsItIs) throw new StartRefused(ofEarlierRelease);
}

async function columnsIn(engine: DuckEngine): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await engine.ask<readonly [table: string, column: string]>(
    'SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal',
  );
  const columns = new Map<string, string[]>();
  for (const [table, column] of found) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

/** Refuses a folder with the past of a release that kept it in another database. */
export function refuseOldStore(engineFolder: string, folder: string): void {
  if (!existsSync(engineFolder)) return;
  throw new StartRefused(
    `the data folder ${folder} has the past of an earlier release in ${engineFolder}, which kept it in another database; copy or export with that release what you want to keep of it (itemtape backup, itemtape export), then move ${engineFolder} away: this release goes on with an empty past and loses nothing else`,
  );
}
