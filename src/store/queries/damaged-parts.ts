import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';

export type DamagedParts = { readonly table: string; readonly parts: number; readonly folder: string };

/** Parts that the engine found damaged and set aside, by table, with the folder that now holds them. */
export const queryDamagedParts = async (engine: Engine, { database }: Layout): Promise<DamagedParts[]> => {
  const found = await engine.ask<readonly [table: string, parts: number, path: string]>(`
SELECT table, toFloat64(count()), any(path) FROM system.detached_parts
WHERE database = '${database}' AND startsWith(reason, 'broken') GROUP BY table ORDER BY table`);
  return found.map(([table, parts, path]) => ({ table, parts, folder: path.replace(/\/[^/]+\/?$/, '') }));
};
