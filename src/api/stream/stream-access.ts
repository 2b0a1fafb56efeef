import type { IncomingMessage } from 'node:http';
import { counted, type Scope } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import { type Keys, mayListen, scopeOf } from '../keys.ts';
import { readQuery, splitTarget } from '../query.ts';
import { keyInQuery, keyOf, requireKey } from '../require-key.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** A key that may listen to the stream. */
export type ListenerKey = {
  /** Whose connections are counted together: the id of the key, or of the session of a browser. */
  readonly countedAs: string;
  /** Maximum number of connections. */
  readonly connections: number;
  readonly scope: Scope;
  readonly isValid: () => boolean;
  /** Calls `ended` once, within half a second, when the key may no longer listen. Returns a cancel function. */
  readonly onEnd: (ended: () => void) => () => void;
};

type ListenerParts = {
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  /** How many connections a key can have; sessions have a limit of their own. */
  readonly connectionsPerKey: number;
};

/** Returns the key of a request if it may listen to the stream; throws the `ApiError` to respond with otherwise. */
export function requireListener({ keys, connectionsPerKey }: ListenerParts, request: IncomingMessage): ListenerKey {
  const text = keyOf(request, () => keyInQuery(readQuery(request.url ?? ''))) ?? '';
  const key = requireKey(keys, text, splitTarget(request.url ?? '').path);
  const { id, sessionId, rights } = key;
  if (rights.websocketAccess) {
    const { connections = connectionsPerKey } = rights;
    return {
      countedAs: sessionId ?? id,
      connections: sessionId === undefined ? Math.min(connections, connectionsPerKey) : connections,
      scope: scopeOf(key),
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
  limits: ConnectionLimits,
  { countedAs, connections }: Pick<ListenerKey, 'countedAs' | 'connections'>,
): () => void {
  const release = limits.take(countedAs, connections);
  if (release !== null) return release;
  throw new ApiError('TOO_MANY_CONNECTIONS', slotsTaken(connections), { 'retry-after': String(limits.againSeconds) });
}
