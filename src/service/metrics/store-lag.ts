import { secondsBehind } from '../../api/wire/health.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { WriterStats } from '../../store/writer.ts';

type LagLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
};

/** Twice as long as rows wait at most while the store keeps up. */
const warnedSeconds = 60;

/**
 * Logs once when the store falls behind, and once when it has caught up. While rows cannot be written at all, the writer
 * itself logs that.
 */
export function createStoreLagWatch(stats: () => WriterStats, now: Clock['now'], log: LagLog): () => void {
  let isBehind = false;
  return () => {
    const state = stats();
    const seconds = secondsBehind(state, now());
    if (seconds <= warnedSeconds) {
      if (isBehind) log.info({ seconds }, 'database caught up');
      isBehind = false;
    } else if (!isBehind && state.notWritingSince === null) {
      isBehind = true;
      log.warn(
        { seconds, rows: state.waiting },
        'database too slow: what was published in this time is only in memory and on the tape',
      );
    }
  };
}
