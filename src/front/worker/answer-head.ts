import { handOverHeader } from '../main-process/handed-readers.ts';
import { readTicket, type Ticket, ticketHeader } from '../ticket.ts';

/** The head of a response from the book process, as it is passed on to the reader. */
export type AnswerHead = {
  readonly status: number;
  readonly text: string;
  /** Length of the body; null when the end of the connection ends it. */
  readonly bodyBytes: number | null;
  readonly staysOpen: boolean;
  readonly ticket: Ticket | null;
  /** The book process wants to take over the reader; the rest of the response is discarded. */
  readonly isHandOver: boolean;
};

export const headEnd = '\r\n\r\n';

const handOverLine = new RegExp(`\\r\\n${handOverHeader}: 1\\r`, 'i');
const ticketLine = new RegExp(`\\r\\n${ticketHeader}: ([^\\r]*)`);

/** Parses a head including the blank line at its end, in latin1. */
export function readHead(whole: string, isHead: boolean): AnswerHead {
  const ticket = ticketLine.exec(whole);
  const text = ticket === null ? whole : whole.replace(ticket[0], '');
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  const isBare = isHead || status === 304 || status === 204;
  return {
    status,
    text,
    bodyBytes: isBare ? 0 : length === undefined ? null : Number(length),
    staysOpen: /\r\nconnection: keep-alive\r/i.test(text),
    ticket: ticket === null ? null : readTicket(ticket[1] ?? ''),
    isHandOver: status === 421 && handOverLine.test(text),
  };
}
