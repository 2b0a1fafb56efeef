import type { IncomingMessage, ServerResponse } from 'node:http';
import { guarded } from '../../guarded.ts';
import type { Keys } from '../keys.ts';
import type { KeyUse } from '../operator/key-use.ts';
import { splitKey } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyOf, mayAsk } from '../require-key.ts';
import { sendAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';

/**
 * Stands before routing: a request that is byte for byte one answered lately is answered again from memory, if its key
 * is valid now. Whatever is unusual about a request makes it go the ordinary way, which answers the same.
 */
export function createFastPath(parts: {
  readonly cache: AnswerCache;
  readonly keys: Pick<Keys, 'check'>;
  readonly requestCounts: RequestCounts;
  readonly use: KeyUse;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { cache, requestCounts } = parts;
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const split = splitKey(request.url ?? '');
    const cached = split === null ? undefined : cache.at(split.target);
    if (split === null || cached === undefined) return false;
    if (!isAllowed(parts, keyOf(request, split.key), cached.route)) return false;
    const status = sendAnswer(request, response, cached.answer);
    if (typeof status === 'number') requestCounts.countHit(cached.route, status);
    else guarded(() => status.then((sent) => requestCounts.countHit(cached.route, sent)))();
    return true;
  };
}

type Gate = { readonly keys: Pick<Keys, 'check'>; readonly use: KeyUse };

/** Counts the request where it is: whatever is refused here goes the ordinary way, which says why. */
function isAllowed({ keys, use }: Gate, key: string | undefined, path: string): boolean {
  try {
    const checked = keys.check(key);
    return checked.state === 'ok' && mayAsk(checked.key, path) && use.take(checked.key) === null;
  } catch {
    // The ordinary way meets the same trouble, and says and logs what it is
    return false;
  }
}
