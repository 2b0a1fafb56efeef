import type { SourceHealth } from '../collect/health.ts';
import type { Log } from '../log.ts';

/** Says once, after every source has been asked, when none of them could be reached. */
export function createReachWatch(log: Pick<Log, 'warn'>): (health: readonly SourceHealth[]) => void {
  let isOver = false;
  return (health) => {
    const asked = health.filter(({ state }) => state !== 'off');
    if (isOver || asked.length === 0) return;
    if (asked.some(({ lastReadAt }) => lastReadAt !== null)) isOver = true;
    else if (asked.filter(({ kind }) => kind !== 'lookup').every(({ lastOutcome }) => lastOutcome !== null)) {
      isOver = true;
      const reasons = [...new Set(asked.map(({ detail }) => detail).filter((detail) => detail !== null))].slice(0, 3);
      log.warn(
        { sources: asked.length, reasons },
        'no marketplace could be reached; asking goes on. Without a network, try `npm run demo`: the same service over played marketplaces',
      );
    }
  };
}
