import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import type { SaleRef } from '../store.ts';

// More are not needed to recognise sales that come again
const most = 200_000;

/** The sales since an instant, oldest first. */
export const queryRecentSales = async (engine: Engine, layout: Layout, since: number): Promise<readonly SaleRef[]> => {
  const found = await engine.ask<readonly [marketplaceId: number, game: Game, saleId: string]>(`
SELECT marketplaceId, game, saleId
FROM ${layout.table('sales')}
WHERE soldAt >= fromUnixTimestamp64Milli(toInt64(${Math.trunc(since)}))
ORDER BY soldAt DESC
LIMIT ${most}`);
  return found.map(([marketplaceId, game, saleId]) => ({ marketplaceId, game, saleId })).reverse();
};
