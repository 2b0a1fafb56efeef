import type { Clock } from '../../clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { selectInstant } from '../rows/cells.ts';
import type { Store } from '../store.ts';

type KeptCoverage = Awaited<ReturnType<Store['coverage']>>;

const day = 86_400_000;

/** Number of stored sales and days of price history, by marketplace and game. Expensive: reads the key of every sale. */
export const queryCoverage = async (engine: Engine, layout: Layout, now: Clock['now']): Promise<KeptCoverage> => {
  const rows = await engine.ask<
    readonly [marketplaceId: number, game: Game, salesCount: number, since: number | null]
  >(`
SELECT marketplaceId, game, toFloat64(sum(salesCount)), min(since)
FROM (
  SELECT marketplaceId, game, count() AS salesCount, NULL AS since
  FROM ${layout.table('sales')} FINAL GROUP BY marketplaceId, game
  UNION ALL
  SELECT marketplaceId, game, 0 AS salesCount, ${selectInstant('min(at)')} AS since
  FROM ${layout.table('pricePoints')} GROUP BY marketplaceId, game
)
GROUP BY marketplaceId, game
ORDER BY marketplaceId, game`);
  return rows.map(([marketplaceId, game, salesCount, since]) => ({
    marketplaceId,
    game,
    salesCount,
    priceHistoryDays: since === null ? 0 : Math.max(0, Math.ceil((now() - since) / day)),
  }));
};
