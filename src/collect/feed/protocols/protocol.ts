import type { WebSocket } from 'ws';
import type { OutcomeOverride } from '../../../contract/connector.ts';

/** Called by a protocol with the events of one connection. */
export type ProtocolHandlers = {
  /** The connection is established: messages can be sent. */
  readonly opened: (isResuming?: boolean) => void;
  /** Follows `opened(true)`: whether all messages missed since the last connection come now. */
  readonly resumed: (isWhole: boolean) => void;
  readonly message: (message: unknown) => void;
  /** Something arrived that the protocol cannot read; the connection continues where possible. */
  readonly onMalformed: (reason: string, text: string) => void;
  /** Called once, as the last one. */
  readonly closed: (outcome: OutcomeOverride, found: string) => void;
};

export type ProtocolOpening = {
  /** Opens the WebSocket; `query` is what the protocol adds to the URL. */
  readonly open: (query?: Readonly<Record<string, string>>) => WebSocket;
  /** null for an anonymous connection. */
  readonly token: string | null;
};

/** One open connection of a protocol. */
export type ProtocolConnection = {
  readonly send: (message: unknown) => void;
  readonly close: () => void;
};

export type OpenProtocol = (opening: ProtocolOpening, handlers: ProtocolHandlers) => ProtocolConnection;

/** Wraps the handlers of one connection so that none is called after `closed`. */
export function onceClosed(handlers: ProtocolHandlers): ProtocolHandlers {
  let isOver = false;
  const unlessOver =
    <A extends unknown[]>(listener: (...values: A) => void) =>
    (...values: A): void => {
      if (!isOver) listener(...values);
    };
  return {
    opened: unlessOver(handlers.opened),
    resumed: unlessOver(handlers.resumed),
    message: unlessOver(handlers.message),
    onMalformed: unlessOver(handlers.onMalformed),
    closed: unlessOver((outcome, found) => {
      isOver = true;
      handlers.closed(outcome, found);
    }),
  };
}

const codeNames: Readonly<Record<number, string>> = {
  1000: 'normal',
  1001: 'going away',
  1005: 'no reason given',
  1006: 'connection lost',
  1008: 'against its policy',
  1009: 'message too large',
  1011: 'server error',
  1012: 'restart',
  1013: 'try again later',
};

/** The close code and reason of a WebSocket in words. */
export const closingOf = (code: number, reason: Uint8Array | string): string =>
  ['closed', `${code}${code in codeNames ? ` ${codeNames[code]}` : ''}`, String(reason)].filter(Boolean).join(', ');

/** The text of a WebSocket message. */
export function messageText(data: unknown): string {
  if (typeof data === 'string') return data;
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : String(data);
}

/** Whether a text is one that some servers send to keep a connection alive: nothing, or the word ping or pong. */
export const isHeartbeat = (text: string): boolean =>
  text.length <= 20 && /^\s*(?:|ping|pong|"ping"|"pong"|"")\s*$/i.test(text);

/** A message listener that parses JSON. It answers a ping that is text, and passes on no heartbeat. */
export const onJson =
  (socket: WebSocket, handlers: ProtocolHandlers, take: (message: unknown, text: string) => void) =>
  (data: unknown): void => {
    const text = messageText(data);
    if (isHeartbeat(text)) {
      if (text.trim().toLowerCase() === 'ping') socket.send('pong');
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      handlers.onMalformed('is not JSON', text);
      return;
    }
    take(message, text);
  };
