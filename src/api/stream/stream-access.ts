import type { IncomingMessage } from 'node:http';
import { keyInQuery, keyOf, requireKey } from '../access.ts';
import { ApiError, unavailable } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { readQuery } from '../query.ts';

/** A key that may listen, and whether it still may. */
export type ListenerKey = { readonly id: string; readonly isValid: () => boolean };

/** Lets a key pass that may listen to the stream, and throws what any other is answered. */
export function requireListener(keys: Pick<Keys, 'check'>, request: IncomingMessage): ListenerKey {
  const text = keyOf(request, undefined) ?? keyInQuery(readQuery(request.url ?? ''));
  const { id, rights } = requireKey(keys, text);
  if (rights.websocketAccess) return { id, isValid: () => keys.check(text).state === 'ok' };
  throw new ApiError('ACCESS_DENIED', 'this key lacks the right websocketAccess; ask the operator for one that has it');
}

export function requireReady(isReady: boolean): void {
  if (!isReady) throw unavailable('the service is still loading what it kept; try again in a few seconds');
}
