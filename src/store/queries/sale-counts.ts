import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { itemIdOf } from '../rows/cells.ts';
import type { Store } from '../store.ts';

/** Number of sales since an instant by item name; items without any stored sale are omitted. */
export const querySaleCounts = async (
  engine: Engine,
  layout: Layout,
  ...[game, names, since]: Parameters<Store['saleCounts']>
): Promise<ReadonlyMap<string, number>> => {
  const nameOf = new Map(names.map((name) => [itemIdOf(game, name), name]));
  if (nameOf.size === 0) return new Map();
  const rows = await engine.ask<readonly [itemId: string, count: number]>(`
SELECT toString(itemId), toFloat64(countIf(soldAt >= fromUnixTimestamp64Milli(${Math.trunc(since)}, 'UTC')))
FROM ${layout.table('sales')} FINAL
WHERE itemId IN (${[...nameOf.keys()].join(', ')})
GROUP BY itemId`);
  return new Map(rows.map(([id, count]) => [nameOf.get(id) as string, count]));
};
