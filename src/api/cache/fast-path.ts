import type { IncomingMessage, ServerResponse } from 'node:http';
import { guarded } from '../../guarded.ts';
import { isWhole } from '../../schema/index.ts';
import { type Key, type Keys, sightOf } from '../keys.ts';
import type { KeyUse } from '../operator/key-use.ts';
import { splitKey } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyOf, mayAsk } from '../require-key.ts';
import { sendAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Tickets } from './ticket.ts';

/**
 * Stands before routing: a request that is byte for byte one answered lately is answered again from memory, if its key
 * is valid now. Whatever is unusual about a request makes it go the ordinary way, which answers the same.
 */
export function createFastPath(parts: {
  readonly cache: AnswerCache;
  readonly keys: Pick<Keys, 'check'>;
  readonly requestCounts: RequestCounts;
  readonly use: KeyUse;
  readonly tickets: Tickets;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { cache, requestCounts, tickets } = parts;
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const split = splitKey(request.url ?? '');
    const cached = split === null ? undefined : cache.at(split.target);
    if (split === null || cached === undefined) return false;
    const key = allowed(parts, keyOf(request, split.key), cached.route);
    if (key === null) return false;
    const status = sendAnswer(request, response, cached.answer, tickets(request, cached, key));
    if (typeof status === 'number') requestCounts.countHit(cached.route, status);
    else guarded(() => status.then((sent) => requestCounts.countHit(cached.route, sent)))();
    return true;
  };
}

type Gate = { readonly keys: Pick<Keys, 'check'>; readonly use: KeyUse };

/**
 * The key of a request that is allowed, and counted then: whatever is refused here goes the ordinary way, which says why.
 * So does a key that is not shown everything, as targets stand for answers to those that are.
 */
function allowed({ keys, use }: Gate, text: string | undefined, path: string): Key | null {
  try {
    const checked = keys.check(text);
    if (checked.state !== 'ok' || !isWhole(sightOf(checked.key)) || !mayAsk(checked.key, path)) return null;
    return use.take(checked.key) === null ? checked.key : null;
  } catch {
    // The ordinary way meets the same trouble, and says and logs what it is
    return null;
  }
}
