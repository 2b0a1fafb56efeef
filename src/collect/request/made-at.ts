import type { Source } from '../../contract/connector.ts';
import type { HttpResponse } from './http-client.ts';

const oldest = 24 * 3_600_000;

type Head = Pick<HttpResponse, 'at' | 'header'>;

/** When what came was made, going by the Age of a copy that stood in between, else by how long one list is given out. */
export const copiedAt = (source: Source, { at, header }: Head): number => {
  const keptSeconds = source.kind === 'bulk' ? (source.keptSeconds ?? 0) : 0;
  const told = Number(header('age') ?? Number.NaN);
  const age = (told >= 0 ? told : keptSeconds) * 1000;
  return age > 0 ? Math.max(at - age, at - oldest) : at;
};

/**
 * When an answer was made, by its own word or by the Age of a copy. A clock of theirs that is ahead is taken for now; whoever
 * stopped renewing a list, or dates it in another unit, dates it at most a day back.
 */
export function madeAtOf(source: Source, response: Head, payload: unknown): number {
  const copied = copiedAt(source, response);
  const said = source.kind === 'bulk' ? source.madeAt?.(payload, response.header) : null;
  if (typeof said !== 'number' || !Number.isFinite(said)) return copied;
  return Math.max(Math.min(copied, said), response.at - oldest);
}
