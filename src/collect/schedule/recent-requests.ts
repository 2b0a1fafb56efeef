import type { Clock } from '../../runtime/clock.ts';

/** Names that readers requested recently: at most a thousand, each forgotten after half an hour. */
export type RecentRequests = {
  /** `marketplaceId` is the marketplace at which the item was requested; null means all of them. */
  readonly add: (name: string, marketplaceId: number | null) => void;
  /** The requests as one marketplace sees them. Its listeners are removed when the signal aborts. */
  readonly at: (marketplaceId: number, signal?: AbortSignal) => RequestsAt;
};

/** The recent requests as one marketplace sees them. */
export type RequestsAt = {
  /** Higher for later requests, and highest for those at this very marketplace; null when it was not requested recently. */
  readonly rank: (name: string) => number | null;
  /** Adds a listener for every name requested from now on. */
  readonly onRequest: (listener: (name: string) => void) => void;
};

type RecentRequest = {
  readonly at: number;
  readonly rank: number;
  /** Rank of the latest request at each single marketplace. */
  readonly about: ReadonlyMap<number, number>;
};

const maxRetained = 1000;
const retentionMs = 30 * 60_000;

/** Above the rank of every request that is not at the marketplace itself. */
export const ownAbove = 2 ** 40;

/** Whether a rank is that of a request at the marketplace itself. */
export const isOwn = (rank: number): boolean => rank > ownAbove;

const noneSingle: ReadonlyMap<number, number> = new Map();

export function createRecentRequests(clock: Pick<Clock, 'elapsed'>): RecentRequests {
  const retained = new Map<string, RecentRequest>();
  const listeners = new Set<(name: string) => void>();
  let latestRank = 0;

  const rankAt = (name: string, marketplaceId: number): number | null => {
    const request = retained.get(name);
    if (request === undefined || request.at <= clock.elapsed() - retentionMs) return null;
    const own = request.about.get(marketplaceId);
    return own === undefined ? request.rank : ownAbove + own;
  };

  return {
    add: (name, marketplaceId) => {
      latestRank += 1;
      const single = retained.get(name)?.about ?? noneSingle;
      const about = new Map(marketplaceId === null ? [] : single);
      // A request at all marketplaces also renews those at single ones
      for (const id of marketplaceId === null ? single.keys() : [marketplaceId]) about.set(id, latestRank);
      retained.delete(name);
      retained.set(name, { at: clock.elapsed(), rank: latestRank, about });
      const [oldest] = retained.keys();
      if (retained.size > maxRetained && oldest !== undefined) retained.delete(oldest);
      for (const listener of listeners) listener(name);
    },
    at: (marketplaceId, signal) => ({
      rank: (name) => rankAt(name, marketplaceId),
      onRequest: (listener) => {
        listeners.add(listener);
        signal?.addEventListener('abort', () => listeners.delete(listener), { once: true });
      },
    }),
  };
}
