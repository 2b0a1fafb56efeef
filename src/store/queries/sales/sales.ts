import type { Engine } from '../../engine.ts';
import { saleColumns, sales, salesOf } from '../../rows/sales.ts';
import { isItem, storedName } from '../../rows/stored-item.ts';
import type { SeriesRef, StoredRow, StoredSale } from '../../store.ts';
import { readRows } from '../read-rows.ts';
import { withUnwritten } from '../with-unwritten.ts';

/** The sales of an item on a marketplace since an instant, newest first. */
export const querySales = async (
  engine: Engine,
  series: Omit<SeriesRef, 'phase'>,
  since: number,
  unwritten: readonly StoredRow[],
): Promise<readonly StoredSale[]> => {
  const condition = `${isItem(series.game, storedName(series))} AND marketplaceId = ${Math.trunc(series.marketplaceId)} AND soldAt >= ${engine.sql.instant(since)}`;
  const from = withUnwritten(engine, {
    ...{ table: sales, columns: saleColumns, condition, unwritten },
    key: 'marketplaceId, saleId',
  });
  const statement = `SELECT ${saleColumns.join(', ')} FROM ${from} ORDER BY soldAt DESC, saleId`;
  return await readRows(engine, statement, salesOf);
};
