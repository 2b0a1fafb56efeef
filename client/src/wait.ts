/** Resolves after a delay; rejects with the signal's reason if it aborts first. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Bounds of the delay before the next attempt, which doubles each time. */
export type Delays = { readonly firstMs: number; readonly maxMs: number };

const defaultDelays: Delays = { firstMs: 250, maxMs: 5_000 };

const maxSpreadMs = 5_000;
// Timers are limited to 24 days; longer ones fire at once
const maxRequestedMs = 3_600_000;

/** The delay of a Retry-After header (seconds or a date) in milliseconds; null if there is none. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const requestedMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return requestedMs > 0 ? Math.min(requestedMs, maxRequestedMs) : null;
}

/**
 * Milliseconds to wait before the next attempt: doubling each time, or somewhat longer than the service asks for.
 * Randomised, so that clients with the same Retry-After do not all return at the same moment.
 */
export const delayBefore = (
  attempt: number,
  requestedMs: number | null,
  random: () => number = Math.random,
  { firstMs, maxMs }: Delays = defaultDelays,
): number =>
  requestedMs === null
    ? Math.min(maxMs, firstMs * 2 ** attempt) * (0.5 + random() / 2)
    : requestedMs + Math.min(maxSpreadMs, Math.max(1_000, requestedMs / 2)) * random();

/** The source of time, replaced in tests. */
export type Clock = {
  readonly now: () => number;
  readonly random: () => number;
  readonly wait: typeof wait;
};

const realClock: Clock = { now: () => performance.now(), random: Math.random, wait };

/** A connection that worked for this long counts as good. */
const goodAfterMs = 10_000;

/** The address that failed, the next one, and the milliseconds that the service asks to wait, null if none. */
export type Move = { readonly from: string; readonly to: string; readonly requestedMs: number | null };

/**
 * The delays between connections that keep failing: each is longer, until a connection has worked for a while. Failures are
 * counted for each address separately.
 */
export type Pace = {
  /** Call when something was received on the current connection. */
  readonly served: () => void;
  /** Resolves when the next connection can be tried. */
  readonly next: (move: Move, signal: AbortSignal | undefined) => Promise<void>;
};

export function createPace({ now, random, wait: pass }: Clock = realClock, delays: Delays = defaultDelays): Pace {
  const failures = new Map<string, number>();
  let servedSince: number | null = null;
  return {
    served() {
      servedSince ??= now();
    },
    next({ from, to, requestedMs }, signal) {
      const wasGood = servedSince !== null && now() - servedSince >= goodAfterMs;
      servedSince = null;
      failures.set(from, wasGood ? 1 : (failures.get(from) ?? 0) + 1);
      const before = Math.max(0, (failures.get(to) ?? 0) - 1);
      return pass(delayBefore(before, requestedMs, random, delays), signal);
    },
  };
}
