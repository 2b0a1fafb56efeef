import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadyAnswer } from '../../front/repeater.ts';
import { headersIn, type PlainRequest } from '../../front/request.ts';
import type { Tickets } from '../../front/ticket.ts';
import type { Clock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import { isWhole } from '../../schema/index.ts';
import { type Key, type Keys, sightOf } from '../keys.ts';
import type { KeyUse } from '../operator/key-use.ts';
import type { OwnRequests } from '../operator/own-requests.ts';
import { splitKey, withSingleSlashes } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyOf, mayAsk } from '../require-key.ts';
import { type AnswerRequest, headOf, replyTo, send } from './answer.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';

type Parts = {
  readonly cache: AnswerCache;
  readonly keys: Pick<Keys, 'check'>;
  readonly requestCounts: RequestCounts;
  readonly use: KeyUse;
  readonly ownRequests: OwnRequests;
  readonly tickets: Tickets;
  readonly now: Clock['now'];
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The cached answer to a request, its key, and when renewing began. */
type Found = AnswerRequest & {
  readonly headers: Headers;
  readonly key: Key;
  /** Whether the service itself sent it for another request, which is counted. */
  readonly isOwn: boolean;
  readonly known: CachedAnswer;
  readonly cached: CachedAnswer | Promise<CachedAnswer>;
  readonly began: number;
};

/**
 * Answers requests from the cache before they are routed: those whose target was answered recently, if the answer is
 * fresh or can be renewed and the key is valid now. All others are left to the routes, which answer alike.
 */
export class FastPath {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns false for a request that is left to the routes. */
  readonly respond = (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = this.#find(request.method, request.url, () => request.headers);
    if (found === null || !isTaken(this.#parts.use, found)) return false;
    guarded(() => this.#respond(response, found))();
    return true;
  };

  /** The answer to a request in bytes, if it is there now; null for a request that Node should read. */
  readonly answerAtOnce = (request: PlainRequest): ReadyAnswer | null => {
    const found = this.#find(request.method, withSingleSlashes(request.url), () => headersIn(request));
    if (found === null || !('answer' in found.cached) || found.headers['host'] === undefined) return null;
    const { cached, key, isOwn } = found;
    const { requestCounts, use, tickets, now } = this.#parts;
    const ticket = tickets(found, cached, key);
    const reply = replyTo(found, cached.answer, ticket);
    if (!('status' in reply) || !isTaken(use, found)) return null;
    this.#count(found, cached, reply.status);
    const { status } = reply;
    const at = now();
    const until = Math.min(cached.until, key.expiresAt ?? Number.POSITIVE_INFINITY);
    const repeat = (): boolean => {
      if (!isTaken(use, { key, isOwn })) return false;
      requestCounts.countHit(cached.route, status);
      return true;
    };
    // A session can end before it expires, and each ticket is for some time only
    const isOnce = ticket.length > 0 || key.host !== undefined;
    return { head: headOf(reply, at), body: reply.body, leftMs: isOnce ? 0 : until - at, repeat };
  };

  #find(method: string | undefined, url = '', readHeaders: () => Headers | null): Found | null {
    const { cache } = this.#parts;
    const split = method === 'GET' || method === 'HEAD' ? splitKey(url) : null;
    const known = split === null ? undefined : cache.at(split.target);
    const headers = known === undefined ? null : readHeaders();
    if (known === undefined || headers === null) return null;
    const key = allowed(
      this.#parts,
      keyOf({ headers }, () => split?.key),
      known.route,
    );
    if (key === null) return null;
    const began = performance.now();
    const cached = cache.current(known);
    if (cached === undefined) return null;
    return { method, headers, key, isOwn: this.#parts.ownRequests.has({ headers }), known, cached, began };
  }

  async #respond(response: ServerResponse, found: Found): Promise<void> {
    const cached = 'answer' in found.cached ? found.cached : await found.cached;
    const reply = replyTo(found, cached.answer, this.#parts.tickets(found, cached, found.key));
    this.#count(found, cached, send(response, 'status' in reply ? reply : await reply));
  }

  #count({ known, began }: Found, { route, number }: CachedAnswer, status: number): void {
    const { requestCounts } = this.#parts;
    if (number === known.number) requestCounts.countHit(route, status);
    else requestCounts.count(route, status, (performance.now() - began) / 1000);
  }
}

/**
 * The key of a request if it is allowed. Refusals are left to the routes, which explain them. So are keys that cannot see
 * everything, because answers cached by target are for keys that can.
 */
function allowed({ keys }: Parts, text: string | undefined, path: string): Key | null {
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
function isTaken(use: KeyUse, { key, isOwn }: Pick<Found, 'key' | 'isOwn'>): boolean {
  try {
    return isOwn || use.take(key) === null;
  } catch {
    return false;
  }
}
