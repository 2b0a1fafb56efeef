import { reasonsOf } from '../api/unread.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Log } from '../log.ts';

/** Logs once that no marketplace can be reached, when lists have been requested and none has been answered. */
export function createReachabilityWatch(log: Pick<Log, 'error'>): (health: readonly SourceHealth[]) => void {
  let isOver = false;
  return (health) => {
    const running = health.filter(({ state }) => state !== 'off');
    if (isOver || running.length === 0) return;
    const tried = running.filter(({ lastOutcome }) => lastOutcome !== null);
    if (running.some(({ lastReadAt }) => lastReadAt !== null)) isOver = true;
    else if (areEnoughUnreachable(tried) || areAllTried(running)) {
      isOver = true;
      log.error(
        { tried: tried.length, sources: running.length, reasons: reasonsOf(tried).slice(0, 3) },
        'no marketplace could be reached; the service keeps trying. Without a network, try `npm run demo`: the same service with simulated marketplaces',
      );
    }
  };
}

// So many failing marketplaces are not a problem of a single one
const enough = 5;

function areEnoughUnreachable(tried: readonly SourceHealth[]): boolean {
  return (
    tried.every(({ lastOutcome }) => lastOutcome === 'retry') && new Set(tried.map(({ slug }) => slug)).size >= enough
  );
}

/** Look-ups have no names to request yet; other sources may have to wait while retries use up a shared budget. */
function areAllTried(running: readonly SourceHealth[]): boolean {
  const lists = running.filter(({ kind }) => kind !== 'lookup');
  const tried = new Set(lists.filter(({ lastOutcome }) => lastOutcome !== null).map(({ slug }) => slug));
  return lists.length > 0 && lists.every(({ slug }) => tried.has(slug));
}
