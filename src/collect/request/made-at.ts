import type { Source } from '../../contract/connector.ts';
import type { Age } from '../../schema/index.ts';
import type { HttpResponse } from './http-client.ts';

const oldest = 24 * 3_600_000;
/** Marketplaces keep answers for about five minutes, and lists are read about as often as they are generated. */
const minUnstated = 5 * 60_000;
const maxUnstated = 3_600_000;

type Head = Pick<HttpResponse, 'at' | 'header'>;

/**
 * When an answer was generated. It says so itself by the `Age` header of a cache or else `cachedSeconds`, by the date in its
 * payload or by `Last-Modified`, and the earliest of these counts. So a marketplace whose clock is ahead cannot date an answer
 * later than now, and one that no longer updates a list, or uses another unit, cannot date it more than a day back. An answer
 * that does not say can be as old as the interval at which the source is read.
 *
 * An answer that says that nothing has changed has no payload, and `lastModified` replaces the header that it can omit.
 */
export function madeOf(source: Source, head: Head, payload?: unknown, lastModified: string | null = null): Age {
  const { at, header } = head;
  const stored = cachedForMs(source, header);
  const stated = statedAt(source, head, payload);
  const fileAge = ageOfFile(head, header('last-modified') ?? lastModified);
  const ages = [stored, stated === null ? 0 : at - stated, fileAge === null || fileAge > oldest ? 0 : fileAge];
  const asOf = at - Math.min(Math.max(0, ...ages), oldest);
  if (stored > 0 || stated !== null) return { asOf, earliest: asOf };
  if (fileAge === null) return { asOf, earliest: asOf - unstatedMs(source) };
  // No list that is read for its prices stays the same for a day: its date is of something else, or it is very old
  return { asOf, earliest: fileAge > oldest ? at - oldest : asOf };
}

/** How long a cache has kept an answer. One that has just fetched it, with an age of 0, does not know how old it was then. */
function cachedForMs(source: Source, header: Head['header']): number {
  const age = Number(header('age') ?? Number.NaN);
  if (age >= 0) return age * 1000;
  return source.kind === 'feed' ? 0 : (source.cachedSeconds ?? 0) * 1000;
}

function statedAt(source: Source, { header }: Head, payload: unknown): number | null {
  const stated = source.kind !== 'feed' && payload !== undefined ? source.madeAt?.(payload, header) : null;
  return typeof stated === 'number' && Number.isFinite(stated) ? stated : null;
}

/**
 * How long before the answer its file was modified, both by the clock of the server, which can be wrong. null if it does not
 * say: pages made for each request often give the time of the request, or a later one.
 */
function ageOfFile({ at, header }: Head, lastModified: string | null): number | null {
  const modifiedAt = httpDate(lastModified);
  const answeredAt = httpDate(header('date')) || at;
  // Both headers are in whole seconds
  if (!(answeredAt - modifiedAt > 1_000)) return null;
  // A cache passes on the date of the original answer
  return answeredAt - modifiedAt + (Number(header('age')) || 0) * 1000;
}

const httpDate = (text: string | null | undefined): number => (text?.endsWith(' GMT') ? Date.parse(text) : Number.NaN);

/** What a lookup lists of one item is queried at that moment; lists and quotes are made now and then. */
function unstatedMs(source: Source): number {
  if (source.kind === 'feed') return 0;
  if (source.kind === 'lookup' && source.replaces.length > 0 && !source.yields.includes('quote')) return 0;
  return Math.min(Math.max(source.everySeconds * 1000, minUnstated), maxUnstated);
}

/** When data that was put together from two answers was made. */
export const madeOfBoth = (one: Age, other: Age | null): Age =>
  other === null ? one : { asOf: Math.min(one.asOf, other.asOf), earliest: Math.min(one.earliest, other.earliest) };

/** Made at an instant; nothing about it is uncertain. */
export const madeExactly = (at: number): Age => ({ asOf: at, earliest: at });
