const excerptLength = 60;

function writtenOf(value: unknown): string {
  if (value === undefined) return 'missing';
  // JSON has neither
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? typeof value;
}

function excerptOf(value: unknown): string {
  const written = writtenOf(value);
  return written.length > excerptLength ? `${written.slice(0, excerptLength)}…` : written;
}

/**
 * What decides the meaning of a row and cannot be read. A parser that throws it has its row rejected: what was known stays, and
 * with too many such rows the format counts as changed. A parser gives null only for a row that it understands.
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  /** `fault` completes the sentence that `field` begins, as in "price is not an amount". */
  constructor(field: string, fault: string, value: unknown) {
    super(`${field} ${fault}: ${excerptOf(value)}`);
  }
}

/** What was read of a field without which a row has no meaning, such as the time of a sale; throws if nothing could be read. */
export function required<T>(read: T | null, field: string, value: unknown): T {
  if (read === null) throw new Unreadable(field, 'cannot be read', value);
  return read;
}
