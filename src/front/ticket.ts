import type { IncomingMessage } from 'node:http';
import type { Clock } from '../runtime/clock.ts';

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

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/** The ticket header of an answer; none for direct requests, and for keys with a request limit. */
export type Tickets = (
  request: WithHeaders,
  cached: { readonly until: number; readonly route: string },
  key: TicketKey,
) => readonly string[];

type TicketKey = {
  readonly id: string;
  readonly sessionId?: string;
  readonly expiresAt?: number;
  readonly rights: { readonly requestsPerMinute?: number; readonly requestsPerDay?: number };
};

export const noTickets: Tickets = () => [];

export const createTickets =
  (secret: string, now: Clock['now'], ownRequests: { readonly has: (request: WithHeaders) => boolean }): Tickets =>
  (request, { until, route }, { id, sessionId, expiresAt, rights }) => {
    if (request.headers[askHeader] !== secret || ownRequests.has(request)) return [];
    if (sessionId !== undefined || rights.requestsPerMinute !== undefined || rights.requestsPerDay !== undefined)
      return [];
    const leftMs = Math.min(until, expiresAt ?? Number.POSITIVE_INFINITY) - now();
    return leftMs > 0 ? [ticketHeader, `${leftMs} ${id} ${route}`] : [];
  };
