import { daysFor, type Keeping } from '../keeping.ts';
import { tables } from '../rows/tables.ts';
import type { ClickHouseEngine } from './engine.ts';

/** Every table, and the column from which the age of its rows is counted. */
const ageing: ReadonlyMap<string, string | undefined> = new Map(tables.map(({ name, agesFrom }) => [name, agesFrom]));

/** The changes that make an existing table match the settings. */
const changes = (name: string, found: string, keeping: Keeping): string[] => {
  const wanted: string[] = [];
  const column = ageing.get(name);
  const days = daysFor(name, keeping);
  const foundDays = /TTL [^\n]*toIntervalDay\((\d+)\)/.exec(found)?.[1];
  if (column !== undefined && days !== undefined && foundDays !== String(days)) {
    // Not materialised, since rewriting every part at once would block writers
    wanted.push(`MODIFY TTL toDateTime(${column}) + toIntervalDay(${Math.trunc(days)})`);
  }
  if (column !== undefined && days === undefined && foundDays !== undefined) wanted.push('REMOVE TTL');
  const hasFsync = /fsync_after_insert = 1/.test(found);
  if (keeping.fsync && !hasFsync) wanted.push('MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1');
  if (!keeping.fsync && hasFsync) wanted.push('RESET SETTING fsync_after_insert, fsync_part_directory');
  return wanted;
};

/** Applies the settings of this start to existing tables. */
export const applyTableSettings = async (engine: ClickHouseEngine, keeping: Keeping): Promise<void> => {
  const { layout } = engine;
  const rows = await engine.ask<readonly [name: string, engine: string]>(
    `SELECT name, engine_full FROM system.tables WHERE database = '${layout.database}'`,
  );
  const found = new Map(rows);
  for (const name of ageing.keys()) {
    const stored = layout.stored(name).slice(layout.database.length + 1);
    for (const change of changes(name, found.get(stored) ?? '', keeping)) {
      const suffix = change.startsWith('MODIFY TTL') ? ' SETTINGS materialize_ttl_after_modify = 0' : '';
      await engine.command(layout.alter(name, change) + suffix);
    }
  }
};
