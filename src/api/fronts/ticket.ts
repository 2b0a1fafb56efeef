import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { AnswerHeaders } from '../cache/answer.ts';
import type { CachedAnswer } from '../cache/answer-cache.ts';
import type { Key } from '../keys.ts';
import type { OwnRequests } from '../operator/own-requests.ts';

/** Header by which a front worker requests tickets; only the workers of this process know its value. */
export const askHeader = 'x-front-ask';

/** Header with a ticket, the first of an answer; the front worker removes it. */
export const ticketHeader = 'X-Front-Ticket';

/** Permits a front worker to repeat an answer to identical requests. */
export type Ticket = {
  /** Remaining validity in milliseconds. */
  readonly leftMs: number;
  /** Key and route of the request, for the counts. */
  readonly keyId: string;
  readonly route: string;
};

export const readTicket = (text: string): Ticket => {
  const [left = '', keyId = '', route = ''] = text.split(' ');
  return { leftMs: Number(left), keyId, route };
};

/** The ticket header of an answer; none for direct requests, and for keys with a request limit. */
export type Tickets = (request: IncomingMessage, cached: CachedAnswer, key: Key) => AnswerHeaders;

export const noTickets: Tickets = () => [];

export const createTickets =
  (secret: string, now: Clock['now'], ownRequests: OwnRequests): Tickets =>
  (request, { until, route }, { id, host, expiresAt, rights }) => {
    if (request.headers[askHeader] !== secret || ownRequests.has(request)) return [];
    if (host !== undefined || rights.requestsPerMinute !== undefined || rights.requestsPerDay !== undefined) return [];
    const leftMs = Math.min(until, expiresAt ?? Number.POSITIVE_INFINITY) - now();
    return leftMs > 0 ? [ticketHeader, `${leftMs} ${id} ${route}`] : [];
  };
