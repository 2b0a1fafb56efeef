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

const longestWait = 5_000;
// Timers take at most 24 days, and ring at once when asked for more
const longestAsked = 3_600_000;

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; null when it asks for nothing. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const asked = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return asked > 0 ? Math.min(asked, longestAsked) : null;
}

/** How long to wait before the next attempt: what the service asks for, else twice as long each time, spread out. */
export const delayBefore = (attempt: number, asked: number | null): number =>
  asked ?? Math.min(longestWait, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
