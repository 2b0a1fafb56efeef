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

const longestWait = 30_000;

/** How long to wait before the next attempt: what the service asks for, else twice as long each time, spread out. */
export function delayBefore(attempt: number, retryAfter: string | null, now = Date.now()): number {
  const asked = retryAfter === null ? Number.NaN : Number(retryAfter) * 1000 || Date.parse(retryAfter) - now;
  if (asked > 0) return asked;
  return Math.min(longestWait, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Statuses that another attempt may better. */
export const isPassing = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);
