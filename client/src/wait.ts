/** Resolves after a while; rejects with the signal's reason when it aborts first. */
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

/** Bounds of the wait before another attempt, which is twice as long each time. */
export type Delays = { readonly firstMs: number; readonly longestMs: number };

const usualDelays: Delays = { firstMs: 250, longestMs: 5_000 };

const longestSpread = 5_000;
// Timers take at most 24 days, and ring at once when asked for more
const longestAsked = 3_600_000;

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; null when it asks for nothing. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const asked = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return asked > 0 ? Math.min(asked, longestAsked) : null;
}

/**
 * How long to wait before the next attempt: twice as long each time, or a while more than the service asks for; spread
 * out, so that not all who were told the same come back in the same moment.
 */
export const delayBefore = (
  attempt: number,
  asked: number | null,
  random: () => number = Math.random,
  { firstMs, longestMs }: Delays = usualDelays,
): number =>
  asked === null
    ? Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + random() / 2)
    : asked + Math.min(longestSpread, Math.max(1_000, asked / 2)) * random();

/** How time passes; another one in tests. */
export type Clock = {
  readonly now: () => number;
  readonly random: () => number;
  readonly wait: typeof wait;
};

const realClock: Clock = { now: () => performance.now(), random: Math.random, wait };

/** A connection that served for so long was a good one. */
const goodAfterMs = 10_000;

/** From which address to which, and how many milliseconds the service asks to wait, null where it asks for nothing. */
export type Move = { readonly from: string; readonly to: string; readonly asked: number | null };

/**
 * The waits between connections that are lost again and again, each longer until one has served for a while. Each address
 * is waited for by how often it failed itself.
 */
export type Pace = {
  /** Something came over the present connection. */
  readonly served: () => void;
  /** Resolves when the next connection may be tried. */
  readonly next: (move: Move, signal: AbortSignal | undefined) => Promise<void>;
};

export function createPace({ now, random, wait: pass }: Clock = realClock, delays: Delays = usualDelays): Pace {
  const failures = new Map<string, number>();
  let servedSince: number | null = null;
  return {
    served() {
      servedSince ??= now();
    },
    next({ from, to, asked }, signal) {
      const wasGood = servedSince !== null && now() - servedSince >= goodAfterMs;
      servedSince = null;
      failures.set(from, wasGood ? 1 : (failures.get(from) ?? 0) + 1);
      const before = Math.max(0, (failures.get(to) ?? 0) - 1);
      return pass(delayBefore(before, asked, random, delays), signal);
    },
  };
}
