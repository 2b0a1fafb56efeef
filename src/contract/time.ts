/** Epoch milliseconds of an ISO 8601 text, or null. A text without a zone is UTC. */
export function isoTime(text: string): number | null {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? null : at;
}

/** Epoch milliseconds of epoch seconds given as number or text, or null. */
export function secondsTime(seconds: unknown): number | null {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value * 1000) : null;
}
