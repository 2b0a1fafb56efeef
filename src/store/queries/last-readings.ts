import type { Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { LastReading } from '../store.ts';

type FoundReading = readonly [marketplaceId: number, source: string, game: Game, rows: number, priced: number | null];

/** The size of each source's last complete reading, as far back as its runs are stored. */
export const queryLastReadings = async (engine: Engine): Promise<readonly LastReading[]> => {
  const found = await engine.ask<FoundReading>(`
SELECT DISTINCT ON (marketplaceId, source, game) marketplaceId, source, game, "rows", priced
FROM ${engine.sql.table('sourceRuns')}
WHERE outcome = 'read'
ORDER BY marketplaceId, source, game, startedAt DESC`);
  return found.map(([marketplaceId, source, game, rows, priced]) => ({ marketplaceId, source, game, rows, priced }));
};
