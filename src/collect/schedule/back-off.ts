const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Longest wait a marketplace can impose by Retry-After. */
const longestHold = 24 * hour;

/** Longest back-off. What a feed would have told meanwhile is lost, so that it is opened again sooner. */
export const longestRetryDelay = { asking: 5 * minute, connecting: 30 * second };

/** Full jitter: anywhere between nothing and 1 s doubling with every failure in a row, up to the longest. */
export const retryDelay = (failures: number, longest: number, random: () => number): number =>
  random() * Math.min(longest, second * 2 ** Math.max(0, failures - 1));

/** 15 min, doubling with every time in a row, up to 6 h. */
export const blockedDelay = (times: number): number => Math.min(6 * hour, 15 * minute * 2 ** Math.max(0, times - 1));

/** One window of the budget, doubling with every time in a row, up to 6 h. */
export const heldDelay = (times: number, perSeconds: number): number =>
  Math.min(6 * hour, perSeconds * second * 2 ** Math.max(0, times - 1));

/** What has brought nothing for long is asked for after a tenth of that time, so that the wait is short beside what it ends. */
export const vainDelay = (sinceMilliseconds: number): number => Math.min(6 * hour, sinceMilliseconds / 10);

/** No marketplace names a wait of thirty years: so many seconds are a Unix time, as backpack.tf sends it. */
const firstUnixTime = 1e9;

/** The instant named by a Retry-After header, given in seconds, as a Unix time or as an HTTP date; null when it names none in the future. */
export function retryAfterAt(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const at = Number.isNaN(seconds)
    ? Date.parse(text)
    : (seconds < firstUnixTime ? now : 0) + Math.ceil(seconds * second);
  return at > now ? Math.min(at, now + longestHold) : null;
}

/** Longest rest that a marketplace's count of what is left can bring about, should it mean something else. */
const longestRest = 15 * minute;

/**
 * The instant at which a marketplace that says that nothing is left will allow more, from headers such as
 * `x-ratelimit-remaining: 0` and `x-ratelimit-reset`, given in seconds from now or as a Unix time; null when it says no such thing.
 */
export function spentUntil(header: (name: string) => string | undefined, now: number): number | null {
  for (const prefix of ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-']) {
    const left = header(`${prefix}remaining`)?.trim();
    if (left !== '0') continue;
    const reset = Number(header(`${prefix}reset`)?.trim() || Number.NaN);
    const at = Math.ceil(
      reset < firstUnixTime ? now + reset * second : reset < firstUnixTime * second ? reset * second : reset,
    );
    return at > now ? Math.min(at, now + longestRest) : null;
  }
  return null;
}
