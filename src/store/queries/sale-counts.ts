import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { sales } from '../rows/sales.ts';
import { itemIdsOf, storedName } from '../rows/stored-item.ts';
import type { Store } from '../store.ts';
import { withUnwritten } from './with-unwritten.ts';

/** Number of sales since an instant by item name; items without any sale are omitted. */
export const querySaleCounts = async (
  engine: Engine,
  layout: Layout,
  ...[game, names, since, unwritten = []]: Parameters<Store['saleCounts']>
): Promise<ReadonlyMap<string, number>> => {
  const nameOf = new Map(names.flatMap((name) => itemIdsOf(game, storedName({ name })).map((id) => [id, name])));
  if (nameOf.size === 0) return new Map();
  const from = withUnwritten(layout, {
    ...{ table: sales, columns: ['itemId', 'soldAt'], condition: `itemId IN (${[...nameOf.keys()].join(', ')})` },
    ...{ key: 'itemId, marketplaceId, saleId', final: 'FINAL', unwritten },
  });
  const rows = await engine.ask<readonly [itemId: string, count: number]>(`
SELECT toString(itemId), toFloat64(countIf(soldAt >= fromUnixTimestamp64Milli(${Math.trunc(since)}, 'UTC')))
FROM ${from}
GROUP BY itemId`);
  const counts = new Map<string, number>();
  for (const [id, count] of rows) {
    const name = nameOf.get(id) as string;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
};
