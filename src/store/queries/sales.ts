import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { itemIdOf } from '../rows/cells.ts';
import { blocksOf } from '../rows/native-block.ts';
import { saleColumns, salesOf } from '../rows/sales.ts';
import type { SeriesRef, StoredSale } from '../store.ts';

/** The sales of an item on a marketplace since an instant, newest first. */
export const querySales = async (
  engine: Engine,
  layout: Layout,
  series: Omit<SeriesRef, 'phase'>,
  since: number,
): Promise<readonly StoredSale[]> => {
  const statement = `
SELECT ${saleColumns.join(', ')}
FROM ${layout.table('sales')} FINAL
WHERE itemId = ${itemIdOf(series.game, series.name)} AND marketplaceId = ${Math.trunc(series.marketplaceId)}
  AND soldAt >= fromUnixTimestamp64Milli(${Math.trunc(since)}, 'UTC')
ORDER BY soldAt DESC, saleId`;
  const sales: StoredSale[] = [];
  for (const block of blocksOf(await engine.queryBytes(statement, 'Native'))) sales.push(...salesOf(block));
  return sales;
};
