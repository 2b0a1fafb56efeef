import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadyAnswer } from '../../front/repeater.ts';
import { headersIn, type PlainRequest } from '../../front/request.ts';
import type { Tickets } from '../../front/ticket.ts';
import type { Clock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import { isWhole } from '../../schema/index.ts';
import { type Key, type Keys, scopeOf } from '../keys.ts';
import { splitKey, withSingleSlashes } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyOf, mayAsk } from '../require-key.ts';
import type { KeyUse } from '../usage/key-use.ts';
import type { OwnRequests } from '../usage/own-requests.ts';
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

/** The cached answer to a request, and its key. */
type FastAnswer = AnswerRequest & {
  readonly headers: Headers;
  readonly key: Key;
  /** Whether the service itself sent it for another request, which is counted. */
  readonly isOwn: boolean;
  readonly cached: CachedAnswer;
};

/**
 * Answers requests from the cache before they are routed: those whose target was answered recently, if the key is valid
 * now. All others are left to the routes, which answer alike.
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
    if (found === null || found.headers['host'] === undefined) return null;
    const { cached, key, isOwn } = found;
    const { requestCounts, use, tickets, now } = this.#parts;
    const ticket = tickets(found, cached, key);
    const reply = replyTo(found, cached.answer, ticket);
    if (!('status' in reply) || !isTaken(use, found)) return null;
    requestCounts.countHit(cached.route, reply.status);
    const { status } = reply;
    const at = now();
    const until = Math.min(cached.until, key.expiresAt ?? Number.POSITIVE_INFINITY);
    const repeat = (): boolean => {
      if (!isTaken(use, { key, isOwn })) return false;
      requestCounts.countHit(cached.route, status);
      return true;
    };
    // A session has limits, and each ticket is for some time only
    const isOnce = ticket.length > 0 || key.sessionId !== undefined;
    return { head: headOf(reply, at), body: reply.body, leftMs: isOnce ? 0 : until - at, repeat };
  };

  #find(method: string | undefined, url = '', readHeaders: () => Headers | null): FastAnswer | null {
    const split = method === 'GET' || method === 'HEAD' ? splitKey(url) : null;
    const cached = split === null ? undefined : this.#parts.cache.at(split.target);
    const headers = cached === undefined ? null : readHeaders();
    if (cached === undefined || headers === null) return null;
    const text = keyOf({ headers }, () => split?.key);
    const key = allowed(this.#parts, text, cached.route);
    return key && { method, headers, key, isOwn: this.#parts.ownRequests.has({ headers }), cached };
  }

  async #respond(response: ServerResponse, found: FastAnswer): Promise<void> {
    const { cached, key } = found;
    const { requestCounts, tickets } = this.#parts;
    const reply = replyTo(found, cached.answer, tickets(found, cached, key));
    requestCounts.countHit(cached.route, send(response, 'status' in reply ? reply : await reply));
  }
}

/**
 * The key of a request if it is allowed. Refusals are left to the routes, which explain them. So are keys that cannot see
 * everything, because answers cached by target are for keys that can.
 */
function allowed({ keys }: Parts, text: string | undefined, path: string): Key | null {
  try {
    const checked = keys.check(text);
    if (checked.state !== 'ok' || !isWhole(scopeOf(checked.key)) || !mayAsk(checked.key, path)) return null;
    return checked.key;
  } catch {
    // The routes meet the same error, report it and log it
    return null;
  }
}

/** Counts the request of a key; false when it exceeds the key's limits. */
function isTaken(use: KeyUse, { key, isOwn }: Pick<FastAnswer, 'key' | 'isOwn'>): boolean {
  try {
    return isOwn || use.take(key) === null;
  } catch {
    return false;
  }
}
