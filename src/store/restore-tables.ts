import type { Clock } from '../clock.ts';
import { counted } from '../schema/index.ts';
import { type Engine, sqlText } from './engine.ts';
import { plainLayout } from './layout.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations, oldestSchema } from './migrations/steps.ts';
import { embeddedEngine } from './open-engine.ts';

/** A table as written by a snapshot. */
export type TableFile = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly file: string;
};

export type RestoreSettings = {
  /** Folder for the engine's files; it must not exist yet. */
  readonly enginePath: string;
  readonly schemaVersion: number;
  readonly tables: readonly TableFile[];
  readonly now: Clock['now'];
  readonly loaded: (table: TableFile) => void;
  readonly steps?: readonly Migration[];
};

const layout = plainLayout('itemtape');

/** Creates a database from the tables of a snapshot, and migrates it to the current schema; tables that this discards are left out. */
export const restoreTables = async (settings: RestoreSettings): Promise<void> => {
  const { schemaVersion, now, steps = migrations } = settings;
  const engine = await embeddedEngine(settings.enginePath);
  try {
    // The first step makes from nothing what it makes of the version before
    const made = Math.max(schemaVersion, oldestSchema(steps) + 1);
    const past = steps.filter(({ version }) => version <= made);
    const discarded = past.filter(({ version }) => version > schemaVersion).flatMap(({ discards }) => discards);
    await migrate(engine, layout, now, past);
    // Views would write rows again that the tables they fill bring along
    const views = await viewsOf(engine);
    for (const view of views) await engine.command(`DETACH TABLE ${layout.table(view)}`);
    for (const table of settings.tables) {
      if (discarded.includes(table.table)) continue;
      await load(engine, table);
      settings.loaded(table);
    }
    for (const view of views) await engine.command(`ATTACH TABLE ${layout.table(view)}`);
    await migrate(engine, layout, now, steps);
  } finally {
    await engine.close();
  }
};

const viewsOf = async (engine: Engine): Promise<readonly string[]> => {
  const found = await engine.ask<readonly [string]>(
    `SELECT name FROM system.tables WHERE database = ${sqlText(layout.database)} AND engine = 'MaterializedView' ORDER BY name`,
  );
  return found.map(([name]) => name);
};

const load = async (engine: Engine, { table, columns, rows, file }: TableFile): Promise<void> => {
  if (rows === 0) return;
  const names = columns.join(', ');
  const into = layout.table(table);
  await engine.command(
    `INSERT INTO ${into} (${names}) SELECT ${names} FROM file(${sqlText(file)}, 'Native') SETTINGS max_threads = 1`,
  );
  const [found] = await engine.ask<readonly [number]>(`SELECT toFloat64(count()) FROM ${into} FINAL`);
  if (found?.[0] !== rows) {
    throw new Error(`the table ${table} should have ${counted(rows, 'row')}, but after loading has ${found?.[0] ?? 0}`);
  }
};
