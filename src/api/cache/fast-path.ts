import type { IncomingMessage, ServerResponse } from 'node:http';
import { guarded } from '../../guarded.ts';
import { isWhole } from '../../schema/index.ts';
import type { Tickets } from '../fronts/ticket.ts';
import { type Key, type Keys, sightOf } from '../keys.ts';
import type { KeyUse } from '../operator/key-use.ts';
import type { OwnRequests } from '../operator/own-requests.ts';
import { splitKey } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyOf, mayAsk } from '../require-key.ts';
import { sendAnswer } from './answer.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';

/**
 * Answers requests from the cache before they are routed: those whose target was answered recently, if the answer is
 * fresh or can be renewed and the key is valid now. Returns false for all others, which the routes then answer alike.
 */
export function createFastPath(parts: {
  readonly cache: AnswerCache;
  readonly keys: Pick<Keys, 'check'>;
  readonly requestCounts: RequestCounts;
  readonly use: KeyUse;
  readonly ownRequests: OwnRequests;
  readonly tickets: Tickets;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { cache, requestCounts, tickets } = parts;
  const give = (
    request: IncomingMessage,
    response: ServerResponse,
    { cached, known, key, began }: Found & { readonly cached: CachedAnswer },
  ): void => {
    const count = (status: number): void =>
      cached.number === known.number
        ? requestCounts.countHit(cached.route, status)
        : requestCounts.count(cached.route, status, (performance.now() - began) / 1000);
    const status = sendAnswer(request, response, cached.answer, tickets(request, cached, key));
    if (typeof status === 'number') count(status);
    else guarded(() => status.then(count))();
  };
  const find = (request: IncomingMessage) => {
    const split = request.method === 'GET' || request.method === 'HEAD' ? splitKey(request.url ?? '') : null;
    const known = split === null ? undefined : cache.at(split.target);
    const key =
      known === undefined
        ? null
        : allowed(
            parts,
            keyOf(request, () => split?.key),
            known.route,
          );
    if (known === undefined || key === null) return null;
    const began = performance.now();
    const cached = cache.current(known);
    return cached === undefined ? null : { key, known, cached, began };
  };
  return (request, response) => {
    const found = find(request);
    if (found === null || !isTaken(parts, request, found.key)) return false;
    const { cached } = found;
    if ('answer' in cached) give(request, response, { ...found, cached });
    else guarded(() => cached.then((renewed) => give(request, response, { ...found, cached: renewed })))();
    return true;
  };
}

/** The cached answer of a request, its key, and when renewing began. */
type Found = { readonly key: Key; readonly known: CachedAnswer; readonly began: number };

type Gate = { readonly keys: Pick<Keys, 'check'>; readonly use: KeyUse; readonly ownRequests: OwnRequests };

/**
 * The key of a request if it is allowed. Refusals are left to the routes, which explain them. So are keys that cannot see
 * everything, because answers cached by target are for keys that can.
 */
function allowed({ keys }: Gate, text: string | undefined, path: string): Key | null {
  try {
    const checked = keys.check(text);
    if (checked.state !== 'ok' || !isWhole(sightOf(checked.key)) || !mayAsk(checked.key, path)) return null;
    return checked.key;
  } catch {
    // The routes meet the same error, report it and log it
    return null;
  }
}

/** Counts the request of a key; false when it exceeds the key's limits. */
function isTaken({ use, ownRequests }: Gate, request: IncomingMessage, key: Key): boolean {
  try {
    return ownRequests.has(request) || use.take(key) === null;
  } catch {
    return false;
  }
}
