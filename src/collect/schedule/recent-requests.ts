import type { Clock } from '../../clock.ts';
/** Names that readers asked for lately; bounded, and forgotten after half an hour. */
export type RecentRequests = {
  readonly add: (name: string) => void;
  /** Higher for a name that was asked for later; null where that is forgotten. */
  readonly rank: (name: string) => number | null;
  /** Tells of every name that is asked for from now on. */
  readonly onRequest: (listener: (name: string) => void) => void;
};

const askedKept = 1000;
const askedFor = 30 * 60_000;

export function createRecentRequests(clock: Pick<Clock, 'elapsed'>): RecentRequests {
  const kept = new Map<string, { readonly at: number; readonly rank: number }>();
  const listeners: ((name: string) => void)[] = [];
  let latestRank = 0;
  return {
    add: (name) => {
      latestRank += 1;
      kept.delete(name);
      kept.set(name, { at: clock.elapsed(), rank: latestRank });
      const [oldest] = kept.keys();
      if (kept.size > askedKept && oldest !== undefined) kept.delete(oldest);
      for (const listener of listeners) listener(name);
    },
    rank: (name) => {
      const recentRequests = kept.get(name);
      return recentRequests !== undefined && recentRequests.at > clock.elapsed() - askedFor
        ? recentRequests.rank
        : null;
    },
    onRequest: (listener) => void listeners.push(listener),
  };
}
