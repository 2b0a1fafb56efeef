import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { blocksOf } from '../rows/native-block.ts';
import { saleColumns, sales, salesOf } from '../rows/sales.ts';
import { isItem, storedName } from '../rows/stored-item.ts';
import type { SeriesRef, StoredRow, StoredSale } from '../store.ts';
import { instant } from './dense-history.ts';
import { withUnwritten } from './with-unwritten.ts';

/** The sales of an item on a marketplace since an instant, newest first. */
export const querySales = async (
  engine: Engine,
  layout: Layout,
  series: Omit<SeriesRef, 'phase'>,
  since: number,
  unwritten: readonly StoredRow[],
): Promise<readonly StoredSale[]> => {
  const condition = `${isItem(series.game, storedName(series))} AND marketplaceId = ${Math.trunc(series.marketplaceId)} AND soldAt >= ${instant(since)}`;
  const from = withUnwritten(layout, {
    ...{ table: sales, columns: saleColumns, condition, unwritten },
    ...{ key: 'marketplaceId, saleId', final: 'FINAL' },
  });
  const statement = `SELECT ${saleColumns.join(', ')} FROM ${from} ORDER BY soldAt DESC, saleId`;
  const found: StoredSale[] = [];
  for (const block of blocksOf(await engine.queryBytes(statement, 'Native'))) found.push(...salesOf(block));
  return found;
};
