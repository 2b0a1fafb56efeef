import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import type { LastReading } from '../store.ts';

type Found = readonly [marketplaceId: number, source: string, game: Game, rows: number, priced: number | null];

/** The size of each source's last complete reading, as far back as its runs are stored. */
export const queryLastReadings = async (engine: Engine, layout: Layout): Promise<readonly LastReading[]> => {
  // argMax of a single column skips nulls
  const found = await engine.ask<Found>(`
SELECT marketplaceId, source, game, toFloat64(last.1), toFloat64(last.2)
FROM (
  SELECT marketplaceId, source, game, argMax((rows, priced), startedAt) AS last
  FROM ${layout.table('sourceRuns')}
  WHERE outcome = 'read'
  GROUP BY marketplaceId, source, game
)
ORDER BY marketplaceId, source, game`);
  return found.map(([marketplaceId, source, game, rows, priced]) => ({ marketplaceId, source, game, rows, priced }));
};
