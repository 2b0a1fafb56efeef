import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import type { RowCount } from '../store.ts';

/** Row count of each source's last complete reading, as far back as its runs are stored. */
export const queryLastRowCounts = async (engine: Engine, layout: Layout): Promise<readonly RowCount[]> => {
  const found = await engine.ask<readonly [marketplaceId: number, source: string, game: Game, rows: number]>(`
SELECT marketplaceId, source, game, toFloat64(argMax(rows, startedAt))
FROM ${layout.table('sourceRuns')}
WHERE outcome = 'read'
GROUP BY marketplaceId, source, game
ORDER BY marketplaceId, source, game`);
  return found.map(([marketplaceId, source, game, rows]) => ({ marketplaceId, source, game, rows }));
};
