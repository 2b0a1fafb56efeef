import type { Clock } from '../../runtime/clock.ts';
import type { Store } from '../../store/store.ts';

export type HistoryCoverage = Awaited<ReturnType<Store['coverage']>>;

// Counting takes longer as the store grows; this limits it to a hundredth of the time
const restShare = 100;

/** Caches the counts of the store, for longer when counting is slow. Returns the last counts while new ones are read. */
export function createCoverage(parts: {
  readonly read: () => Promise<HistoryCoverage>;
  readonly now: Clock['now'];
  readonly keepMs: number;
  readonly failed: (error: unknown) => void;
}): () => Promise<HistoryCoverage> {
  const { read, now, keepMs, failed } = parts;
  let last: HistoryCoverage | null = null;
  let readAt = 0;
  let tookMs = 0;
  let reading: Promise<HistoryCoverage> | null = null;

  const refresh = (): Promise<HistoryCoverage> => {
    const startedAt = now();
    reading ??= read()
      .then((coverage) => {
        last = coverage;
        readAt = now();
        tookMs = Math.abs(readAt - startedAt);
        return coverage;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return async () => {
    if (last === null || keepMs === 0) return refresh();
    if (Math.abs(now() - readAt) >= Math.max(keepMs, tookMs * restShare)) refresh().catch(failed);
    return last;
  };
}
