import type { Engine } from '../../engine.ts';
import { sales } from '../../rows/sales.ts';
import { itemIdsOf, storedName } from '../../rows/stored-item.ts';
import type { Store } from '../../store.ts';
import { withUnwritten } from '../with-unwritten.ts';

/** Number of sales since an instant by item name; items without any sale are omitted. */
export const querySaleCounts = async (
  engine: Engine,
  ...[game, names, since, unwritten = []]: Parameters<Store['saleCounts']>
): Promise<ReadonlyMap<string, number>> => {
  const nameOf = new Map(names.flatMap((name) => itemIdsOf(game, storedName({ name })).map((id) => [id, name])));
  if (nameOf.size === 0) return new Map();
  const from = withUnwritten(engine, {
    ...{ table: sales, columns: ['itemId', 'soldAt'], condition: `itemId IN (${[...nameOf.keys()].join(', ')})` },
    ...{ key: 'itemId, marketplaceId, saleId', unwritten },
  });
  const rows = await engine.ask<readonly [itemId: string, count: number]>(`
SELECT CAST(itemId AS VARCHAR), count(CASE WHEN soldAt >= ${engine.sql.instant(since)} THEN 1 END)
FROM ${from}
GROUP BY itemId`);
  const counts = new Map<string, number>();
  for (const [id, count] of rows) {
    const name = nameOf.get(id) as string;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
};
