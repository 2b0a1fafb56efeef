/** Epoch milliseconds of an ISO 8601 string from 1970 on, or null. A string without a time zone is read as UTC. */
export function isoTime(text: string): number | null {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned);
  return at >= 0 ? at : null;
}

/** The last second a Date can hold. */
const latestSeconds = 8.64e12;

/** Epoch milliseconds of epoch seconds, given as a number or a string, or null. */
export function secondsTime(seconds: unknown): number | null {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  return typeof value === 'number' && value >= 0 && value <= latestSeconds ? Math.round(value * 1000) : null;
}
