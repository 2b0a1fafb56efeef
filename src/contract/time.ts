const isoForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

/** Minutes east of UTC of "Z", "+02:00", "+0200" or, as PostgreSQL writes it, "+02". */
function minutesEast(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Epoch milliseconds of an ISO 8601 date or time from 1970 on, or null for any other text: the engine's own parser guesses, and
 * reads "Item 3" as a day in 2001. A time without a zone is read as UTC.
 */
export function isoTime(text: string): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    isoForm.exec(text) ?? [];
  if (year === undefined) return null;
  const milliseconds = Math.trunc(Number(`0.${fraction || '0'}`) * 1000);
  const written = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const local = new Date(Date.UTC(...written, milliseconds));
  const found = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  found.push(local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds());
  const offset = minutesEast(zone);
  // Date.UTC turns 30 February into a day of March
  if (written.some((part, at) => part !== found[at]) || Math.abs(offset) > 14 * 60) return null;
  const at = local.getTime() - offset * 60_000;
  return at >= 0 ? at : null;
}

/** The last second a Date can hold. */
const latestSeconds = 8.64e12;

/** Epoch milliseconds of epoch seconds, given as a number or a string, or null. */
export function secondsTime(seconds: unknown): number | null {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  return typeof value === 'number' && value >= 0 && value <= latestSeconds ? Math.round(value * 1000) : null;
}
