import type { Source } from '../../contract/connector.ts';
import type { HttpResponse } from './http-client.ts';

const oldest = 24 * 3_600_000;

type Head = Pick<HttpResponse, 'at' | 'header'>;

/** When an answer was generated, by the `Age` header of a cache, or else by `keptSeconds`; at most a day before it arrived. */
export const copiedAt = (source: Source, { at, header }: Head): number => {
  const keptSeconds = source.kind === 'bulk' ? (source.keptSeconds ?? 0) : 0;
  const statedAge = Number(header('age') ?? Number.NaN);
  const age = (statedAge >= 0 ? statedAge : keptSeconds) * 1000;
  return at - Math.min(age, oldest);
};

/**
 * When an answer was generated, by its own date or as `copiedAt` says, whichever is earlier. So a marketplace whose clock
 * is ahead cannot date an answer later than now, and one that no longer updates a list, or uses another unit, cannot date
 * it more than a day back.
 */
export function madeAtOf(source: Source, response: Head, payload: unknown): number {
  const copied = copiedAt(source, response);
  const stated = source.kind === 'bulk' ? source.madeAt?.(payload, response.header) : null;
  if (typeof stated !== 'number' || !Number.isFinite(stated)) return copied;
  return Math.max(Math.min(copied, stated), response.at - oldest);
}
