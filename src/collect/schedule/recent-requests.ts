import type { Clock } from '../../clock.ts';

/** Names that readers asked for lately; bounded, and forgotten after half an hour. */
export type RecentRequests = {
  /** The marketplace that was asked about; null when all of them were. */
  readonly add: (name: string, marketplaceId: number | null) => void;
  /** Whoever looks takes its leave when the signal aborts. */
  readonly at: (marketplaceId: number, signal?: AbortSignal) => RequestsAt;
};

/** What was asked for, as one marketplace looks at it. */
export type RequestsAt = {
  /** Higher for a name that was asked for later, and for what was asked about this marketplace; null where that is forgotten. */
  readonly rank: (name: string) => number | null;
  /** Tells of every name that is asked for from now on. */
  readonly onRequest: (listener: (name: string) => void) => void;
};

type KeptRequest = {
  readonly at: number;
  readonly rank: number;
  /** The ranks of the latest questions about single marketplaces. */
  readonly about: ReadonlyMap<number, number>;
};

const askedKept = 1000;
const askedFor = 30 * 60_000;

/** Above every question about other marketplaces. */
export const ownAbove = 2 ** 40;

/** Whether a rank is that of a question about the marketplace itself. */
export const isOwn = (rank: number): boolean => rank > ownAbove;

const noneSingle: ReadonlyMap<number, number> = new Map();

export function createRecentRequests(clock: Pick<Clock, 'elapsed'>): RecentRequests {
  const kept = new Map<string, KeptRequest>();
  const listeners = new Set<(name: string) => void>();
  let latestRank = 0;

  const rankAt = (name: string, marketplaceId: number): number | null => {
    const request = kept.get(name);
    if (request === undefined || request.at <= clock.elapsed() - askedFor) return null;
    const own = request.about.get(marketplaceId);
    return own === undefined ? request.rank : ownAbove + own;
  };

  return {
    add: (name, marketplaceId) => {
      latestRank += 1;
      const single = kept.get(name)?.about ?? noneSingle;
      const about = new Map(marketplaceId === null ? [] : single);
      // A question about all of them repeats those about single ones
      for (const id of marketplaceId === null ? single.keys() : [marketplaceId]) about.set(id, latestRank);
      kept.delete(name);
      kept.set(name, { at: clock.elapsed(), rank: latestRank, about });
      const [oldest] = kept.keys();
      if (kept.size > askedKept && oldest !== undefined) kept.delete(oldest);
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
