import type { IncomingMessage } from 'node:http';
import { keyInQuery, keyOf, requireKey } from '../access.ts';
import { ApiError, unavailable } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { readQuery } from '../query.ts';

/** Lets a key pass that may listen to the stream, and throws what any other is answered. */
export function requireListener(keys: Pick<Keys, 'check'>, request: IncomingMessage): Key {
  const key = requireKey(keys, keyOf(request, undefined) ?? keyInQuery(readQuery(request.url ?? '')));
  if (key.rights.websocketAccess) return key;
  throw new ApiError('ACCESS_DENIED', 'this key lacks the right websocketAccess; ask the operator for one that has it');
}

export function requireReady(isReady: boolean): void {
  if (!isReady) throw unavailable('the service is still loading what it kept; try again in a few seconds');
}
