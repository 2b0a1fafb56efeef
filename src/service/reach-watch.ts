import type { SourceHealth } from '../collect/health.ts';
import type { Log } from '../log.ts';

/** Says once, when every marketplace has been asked for a list and none has answered, that none can be reached. */
export function createReachWatch(log: Pick<Log, 'warn'>): (health: readonly SourceHealth[]) => void {
  let isOver = false;
  return (health) => {
    const asked = health.filter(({ state }) => state !== 'off');
    if (isOver || asked.length === 0) return;
    if (asked.some(({ lastReadAt }) => lastReadAt !== null)) isOver = true;
    else if (areAllTried(asked)) {
      isOver = true;
      const reasons = [...new Set(asked.map(({ detail }) => detail).filter((detail) => detail !== null))].slice(0, 3);
      log.warn(
        { sources: asked.length, reasons },
        'no marketplace could be reached; asking goes on. Without a network, try `npm run demo`: the same service over played marketplaces',
      );
    }
  };
}

/** Look-ups have no names to ask for yet; other sources may have to wait until repeated attempts leave them room in a shared budget. */
function areAllTried(asked: readonly SourceHealth[]): boolean {
  const lists = asked.filter(({ kind }) => kind !== 'lookup');
  const tried = new Set(lists.filter(({ lastOutcome }) => lastOutcome !== null).map(({ slug }) => slug));
  return lists.length > 0 && lists.every(({ slug }) => tried.has(slug));
}
