import type { IncomingMessage } from 'node:http';
import { counted, type Sight } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import { type Keys, mayListen, sightOf } from '../keys.ts';
import { readQuery, splitTarget } from '../query.ts';
import { keyInQuery, keyOf, requireEndpoint, requireKey } from '../require-key.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** A key that may listen, and when it no longer may. */
export type ListenerKey = {
  readonly id: string;
  /** Connections that it may hold; as many as anybody when missing. */
  readonly connections?: number;
  readonly sight: Sight;
  readonly isValid: () => boolean;
  /** Calls once when it no longer may, within half a second; the result stops waiting for it. */
  readonly onEnd: (ended: () => void) => () => void;
};

/** Lets a key pass that may listen to the stream, and throws what any other is answered. */
export function requireListener(keys: Pick<Keys, 'check' | 'onEnd'>, request: IncomingMessage): ListenerKey {
  const text = keyOf(request, () => keyInQuery(readQuery(request.url ?? ''))) ?? '';
  return requireListenerWith(keys, text, splitTarget(request.url ?? '').path);
}

/** The same of a key that came in another way. */
export function requireListenerWith(keys: Pick<Keys, 'check' | 'onEnd'>, text: string, path: string): ListenerKey {
  const key = requireKey(keys, text);
  requireEndpoint(key, path);
  const { id, rights } = key;
  if (rights.websocketAccess) {
    const { connections } = rights;
    return {
      id,
      sight: sightOf(key),
      ...(connections !== undefined && { connections }),
      isValid: () => mayListen(keys.check(text)),
      onEnd: (ended) => keys.onEnd(text, ended),
    };
  }
  throw new ApiError('ACCESS_DENIED', 'this key lacks the right websocketAccess; ask the operator for one that has it');
}

export const slotsTaken = (most: number): string =>
  `this key has ${counted(most, 'connection')} already; close one first`;

/** Takes one of the connections that a key may hold; the result gives it back. */
export function requireSlot(
  { limits, connectionsPerKey }: { readonly limits: ConnectionLimits; readonly connectionsPerKey: number },
  { id, connections = connectionsPerKey }: Pick<ListenerKey, 'id' | 'connections'>,
): () => void {
  const release = limits.take(id, connections);
  if (release !== null) return release;
  const found = slotsTaken(Math.min(connections, connectionsPerKey));
  throw new ApiError('TOO_MANY_CONNECTIONS', found, { 'retry-after': String(limits.againSeconds) });
}
