import type { Clock } from '../../runtime/clock.ts';
import { StartRefused } from '../../schema/index.ts';
import { instantCell } from '../rows/cells.ts';
import type { ClickHouseEngine } from './engine.ts';
import type { TableDefinition } from './layout.ts';
import { type Migration, migrations, newestSchema, oldestSchema } from './migrations/steps.ts';

const migrationsTable: TableDefinition = {
  name: 'migrations',
  columns: `
  version UInt32,
  name String,
  appliedAt DateTime64(3, 'UTC')`,
  engine: 'ReplacingMergeTree',
  orderBy: 'version',
  shardBy: '0',
};

const appliedColumns = [
  { name: 'version', type: 'UInt32' },
  { name: 'name', type: 'String' },
  { name: 'appliedAt', type: `DateTime64(3, 'UTC')` },
];

/** Migrates the database; refuses one that the steps do not lead from. Calls `begun` with the steps before changing an existing one. */
export const migrate = async (
  engine: ClickHouseEngine,
  now: Clock['now'],
  steps: readonly Migration[] = migrations,
  begun: (steps: readonly string[]) => void = () => {},
): Promise<readonly string[]> => {
  const { layout } = engine;
  await engine.command(layout.createDatabase);
  for (const statement of layout.create(migrationsTable)) await engine.command(statement);
  const [found] = await engine.ask<readonly [number]>(`SELECT max(version) FROM ${layout.table('migrations')}`);
  const version = found?.[0] ?? 0;
  requireKnown(version, steps);
  const missing = steps.filter((step) => step.version > version);
  const names = missing.map(({ name }) => name);
  if (version > 0 && missing.length > 0) begun(names);
  for (const step of missing) {
    await take(step, engine, now).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`the migration "${step.name}" to schema version ${step.version} failed: ${why}`, {
        cause: error,
      });
    });
  }
  return names;
};

function requireKnown(version: number, steps: readonly Migration[]): void {
  if (version > newestSchema(steps)) {
    throw new StartRefused(
      `the database has schema version ${version}, and this release knows versions up to ${newestSchema(steps)}; ` +
        'start a release at least as new as the one that wrote it, or use another data folder',
    );
  }
  if (version > 0 && version < oldestSchema(steps)) {
    throw new StartRefused(
      `the database has schema version ${version}, and this release reads versions from ${oldestSchema(steps)} on; ` +
        'use another data folder or another database',
    );
  }
}

async function take(step: Migration, engine: ClickHouseEngine, now: Clock['now']): Promise<void> {
  for (const statement of step.statements(engine.layout)) await engine.command(statement);
  const row = [step.version, step.name, instantCell(now())];
  await engine.write('migrations', appliedColumns, [row]);
}
