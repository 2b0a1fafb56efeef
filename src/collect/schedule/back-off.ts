const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Longest wait that a marketplace can impose with Retry-After. */
export const maxHold = 24 * hour;

/** Maximum back-off. It is shorter for feeds, whose messages are lost until they connect again. */
export const maxRetryDelay = { polling: 5 * minute, connecting: 30 * second };

/** Full jitter: a random time between 0 and a maximum that is 1 s, doubled by each failure in a row up to `longest`. */
export const retryDelay = (failures: number, maxDelay: number, random: () => number): number =>
  random() * Math.min(maxDelay, second * 2 ** Math.max(0, failures - 1));

/** 15 min, doubled each time in a row, up to 6 h. */
export const blockedDelay = (times: number): number => Math.min(6 * hour, 15 * minute * 2 ** Math.max(0, times - 1));

/** One window of the budget, doubled each time in a row, up to 6 h. */
export const heldDelay = (times: number, perSeconds: number): number =>
  Math.min(6 * hour, perSeconds * second * 2 ** Math.max(0, times - 1));

/** A source that has given nothing is retried after a tenth of that time, so that a recovery is noticed soon in proportion. */
export const vainDelay = (sinceMilliseconds: number): number => Math.min(6 * hour, sinceMilliseconds / 10);

/** From this many seconds on (some thirty years) a wait is read as a Unix time, as backpack.tf sends it. */
const firstUnixTime = 1e9;

/** The time in a Retry-After header, given in seconds, as a Unix time or as an HTTP date; null when it is not in the future. */
export function retryAfterAt(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const at = Number.isNaN(seconds)
    ? Date.parse(text)
    : (seconds < firstUnixTime ? now : 0) + Math.ceil(seconds * second);
  return at > now ? Math.min(at, now + maxHold) : null;
}

/** Longest rest because of `ratelimit` headers, in case a marketplace means something else by them. */
const maxRest = 15 * minute;

/**
 * When a marketplace will allow more requests, from headers such as `x-ratelimit-remaining: 0` and `x-ratelimit-reset` in
 * seconds from now or as a Unix time; null when they do not say that none are left.
 */
export function spentUntil(header: (name: string) => string | undefined, now: number): number | null {
  for (const prefix of ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-']) {
    const left = header(`${prefix}remaining`)?.trim();
    if (left !== '0') continue;
    const reset = Number(header(`${prefix}reset`)?.trim() || Number.NaN);
    const at = Math.ceil(
      reset < firstUnixTime ? now + reset * second : reset < firstUnixTime * second ? reset * second : reset,
    );
    return at > now ? Math.min(at, now + maxRest) : null;
  }
  return null;
}
