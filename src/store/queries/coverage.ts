import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Store } from '../store.ts';

type StoredCoverage = Awaited<ReturnType<Store['coverage']>>;

const day = 86_400_000;

/** Number of stored sales and days of price history, by marketplace and game. Expensive: reads the key of every sale. */
export const queryCoverage = async (engine: Engine, now: Clock['now']): Promise<StoredCoverage> => {
  const rows = await engine.ask<
    readonly [marketplaceId: number, game: Game, salesCount: number, since: number | null]
  >(`
SELECT marketplaceId, game, sum(saleCount), min(firstAt)
FROM (
  SELECT marketplaceId, game, count() AS saleCount, NULL AS firstAt
  FROM ${engine.sql.last('sales')} GROUP BY marketplaceId, game
  UNION ALL
  SELECT marketplaceId, game, 0 AS saleCount, ${engine.sql.milliseconds('min("at")')} AS firstAt
  FROM ${engine.sql.table('pricePoints')} GROUP BY marketplaceId, game
) AS kept
GROUP BY marketplaceId, game
ORDER BY marketplaceId, game`);
  return rows.map(([marketplaceId, game, salesCount, since]) => ({
    marketplaceId,
    game,
    salesCount,
    priceHistoryDays: since === null ? 0 : Math.max(0, Math.ceil((now() - since) / day)),
  }));
};
