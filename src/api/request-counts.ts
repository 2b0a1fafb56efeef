/** Counts of answered requests. */
export type RequestCounts = {
  readonly count: (route: string, status: number, seconds: number) => void;
  /** Counts answers from the cache, sent without routing. */
  readonly countHit: (route: string, status: number, count?: number) => void;
  readonly requests: () => Iterable<{ readonly route: string; readonly status: number; readonly count: number }>;
  readonly hits: () => number;
  readonly durations: () => Iterable<{
    readonly route: string;
    /** For each of `durationBounds`, the number of requests that took at most that long. */
    readonly within: readonly number[];
    readonly count: number;
    readonly seconds: number;
  }>;
};

/** Upper bounds in seconds. */
export const durationBounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const;

type RequestCount = { readonly route: string; readonly status: number; count: number };

type Duration = { readonly route: string; readonly within: number[]; count: number; seconds: number };

export function createRequestCounts(): RequestCounts {
  const requests = new Map<string, Map<number, RequestCount>>();
  const durations = new Map<string, Duration>();
  let hits = 0;

  const countRequest = (route: string, status: number, count = 1): void => {
    const ofRoute = requests.get(route) ?? new Map<number, RequestCount>();
    if (ofRoute.size === 0) requests.set(route, ofRoute);
    const row = ofRoute.get(status);
    if (row === undefined) ofRoute.set(status, { route, status, count });
    else row.count += count;
  };

  return {
    count(route, status, seconds) {
      countRequest(route, status);
      const row = durations.get(route) ?? { route, within: durationBounds.map(() => 0), count: 0, seconds: 0 };
      durations.set(route, row);
      row.count += 1;
      row.seconds += seconds;
      for (let i = 0; i < durationBounds.length; i += 1)
        if (seconds <= (durationBounds[i] as number)) row.within[i] = (row.within[i] as number) + 1;
    },
    countHit(route, status, count = 1) {
      hits += count;
      countRequest(route, status, count);
    },
    requests: () => [...requests.values()].flatMap((ofRoute) => [...ofRoute.values()]),
    hits: () => hits,
    durations: () => durations.values(),
  };
}
