import { reasonsOf } from '../../api/unread.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Log } from '../../runtime/log.ts';

/** Logs once that no marketplace can be reached, when most lists have been requested and none has been answered. */
export function createReachabilityWatch(log: Pick<Log, 'error'>): (health: readonly SourceHealth[]) => void {
  let isOver = false;
  return (health) => {
    const running = health.filter(({ state }) => state !== 'off');
    if (isOver || running.length === 0) return;
    const tried = running.filter(isTried);
    if (running.some(({ lastReadAt }) => lastReadAt !== null)) isOver = true;
    else if (isMajorityTried(running) && (areEnoughUnreachable(tried) || isEveryMarketplaceTried(running))) {
      isOver = true;
      log.error(
        { tried: tried.length, sources: running.length, reasons: reasonsOf(tried).slice(0, 3) },
        'no marketplace reached; trying again. Without a network, try `npm run demo`: the same service with simulated marketplaces',
      );
    }
  };
}

const isTried = ({ lastOutcome }: SourceHealth): boolean => lastOutcome !== null;

/** Look-ups have no names to request yet. */
const listsOf = (running: readonly SourceHealth[]): readonly SourceHealth[] =>
  running.filter(({ kind }) => kind !== 'lookup');

/** One marketplace can fail with all its sources while the others have not been asked yet. */
function isMajorityTried(running: readonly SourceHealth[]): boolean {
  const lists = listsOf(running);
  return 2 * lists.filter(isTried).length > lists.length;
}

// So many failing marketplaces are not a problem of a single one
const enough = 5;

function areEnoughUnreachable(tried: readonly SourceHealth[]): boolean {
  return (
    tried.every(({ lastOutcome }) => lastOutcome === 'retry') && new Set(tried.map(({ slug }) => slug)).size >= enough
  );
}

/** Of one with several sources, some may have to wait while retries use up a shared budget. */
function isEveryMarketplaceTried(running: readonly SourceHealth[]): boolean {
  const lists = listsOf(running);
  const tried = new Set(lists.filter(isTried).map(({ slug }) => slug));
  return lists.every(({ slug }) => tried.has(slug));
}
