import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import type { StoreUsage } from '../store.ts';

/** The engine's current memory, by its own count, and disk space by table. */
export const queryUsage = async (engine: Engine, layout: Layout): Promise<StoreUsage> => {
  const [[memoryBytes] = [0]] = await engine.ask<readonly [number]>(
    `SELECT toFloat64(value) FROM system.metrics WHERE metric = 'MemoryTracking'`,
  );
  const tables = await engine.ask<readonly [table: string, rows: number, bytes: number]>(`
SELECT table, toFloat64(sum(rows)), toFloat64(sum(bytes_on_disk)) FROM system.parts
WHERE active AND database = '${layout.database}' GROUP BY table ORDER BY table`);
  return { memoryBytes, tables: tables.map(([table, rows, bytes]) => ({ table, rows, bytes })) };
};
