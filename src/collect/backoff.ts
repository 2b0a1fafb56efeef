const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Longest wait a marketplace can impose by Retry-After. */
const longestHold = 24 * hour;

/** Full jitter: anywhere between nothing and 1 s doubling with every failure in a row, up to 5 min. */
export const retryDelay = (failures: number, random: () => number): number =>
  random() * Math.min(5 * minute, second * 2 ** Math.max(0, failures - 1));

/** 15 min, doubling with every time in a row, up to 6 h. */
export const blockedDelay = (times: number): number => Math.min(6 * hour, 15 * minute * 2 ** Math.max(0, times - 1));

/** One window of the budget, doubling with every time in a row, up to 6 h. */
export const heldDelay = (times: number, perSeconds: number): number =>
  Math.min(6 * hour, perSeconds * second * 2 ** Math.max(0, times - 1));

export const goneDelay = hour;

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
