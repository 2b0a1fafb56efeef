import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { AnswerHeaders } from '../cache/answer.ts';
import type { CachedAnswer } from '../cache/answer-cache.ts';
import type { Key } from '../keys.ts';

/** Header by which a front worker asks for tickets; its value is known to the workers of this process alone. */
export const askHeader = 'x-front-ask';

/** Header that bears a ticket, the first of an answer; a front worker takes it off. */
export const ticketHeader = 'X-Front-Ticket';

/** Lets a front worker give an answer again to whoever sends the very same bytes. */
export type Ticket = {
  /** How long it may. */
  readonly leftMs: number;
  /** Whose request it was, and what of, for the counts. */
  readonly keyId: string;
  readonly route: string;
};

export const readTicket = (text: string): Ticket => {
  const [left = '', keyId = '', route = ''] = text.split(' ');
  return { leftMs: Number(left), keyId, route };
};

/** The ticket of an answer as its headers; none for who is no front worker, and for keys whose requests are limited. */
export type Tickets = (request: IncomingMessage, cached: CachedAnswer, key: Key) => AnswerHeaders;

export const noTickets: Tickets = () => [];

export const createTickets =
  (secret: string, now: Clock['now']): Tickets =>
  (request, { until, route }, { id, host, expiresAt, rights }) => {
    if (request.headers[askHeader] !== secret) return [];
    if (host !== undefined || rights.requestsPerMinute !== undefined || rights.requestsPerDay !== undefined) return [];
    const leftMs = Math.min(until, expiresAt ?? Number.POSITIVE_INFINITY) - now();
    return leftMs > 0 ? [ticketHeader, `${leftMs} ${id} ${route}`] : [];
  };
