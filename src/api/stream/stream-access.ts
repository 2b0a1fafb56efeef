import type { IncomingMessage } from 'node:http';
import { counted, type Scope } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import { type Keys, mayListen, scopeOf } from '../keys.ts';
import { readQuery, splitTarget } from '../query.ts';
import { keyInQuery, keyOf, requireKey } from '../require-key.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** A key that may listen to the stream. */
export type ListenerKey = {
  readonly id: string;
  /** Maximum number of connections; the default of the service if missing. */
  readonly connections?: number;
  readonly scope: Scope;
  readonly isValid: () => boolean;
  /** Calls `ended` once, within half a second, when the key may no longer listen. Returns a cancel function. */
  readonly onEnd: (ended: () => void) => () => void;
};

/** Returns the key of a request if it may listen to the stream; throws the `ApiError` to respond with otherwise. */
export function requireListener(keys: Pick<Keys, 'check' | 'onEnd'>, request: IncomingMessage): ListenerKey {
  const text = keyOf(request, () => keyInQuery(readQuery(request.url ?? ''))) ?? '';
  const key = requireKey(keys, text, splitTarget(request.url ?? '').path);
  const { id, rights } = key;
  if (rights.websocketAccess) {
    const { connections } = rights;
    return {
      id,
      scope: scopeOf(key),
      ...(connections !== undefined && { connections }),
      isValid: () => mayListen(keys.check(text)),
      onEnd: (ended) => keys.onEnd(text, ended),
    };
  }
  throw new ApiError('ACCESS_DENIED', 'this key lacks the right websocketAccess; ask the operator for one that has it');
}

export const slotsTaken = (max: number): string =>
  `this key has ${counted(max, 'connection')} already; close one first`;

/** Takes a connection slot of a key; returns a function that frees it. */
export function requireSlot(
  { limits, connectionsPerKey }: { readonly limits: ConnectionLimits; readonly connectionsPerKey: number },
  { id, connections = connectionsPerKey }: Pick<ListenerKey, 'id' | 'connections'>,
): () => void {
  const release = limits.take(id, connections);
  if (release !== null) return release;
  const found = slotsTaken(Math.min(connections, connectionsPerKey));
  throw new ApiError('TOO_MANY_CONNECTIONS', found, { 'retry-after': String(limits.againSeconds) });
}
