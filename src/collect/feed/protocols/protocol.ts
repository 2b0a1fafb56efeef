import type { WebSocket } from 'ws';
import type { OutcomeOverride } from '../../../contract/connector.ts';

/** What a protocol tells of one connection. */
export type ProtocolHandlers = {
  /** What is sent from now on arrives. */
  readonly opened: (isResuming?: boolean) => void;
  /** Said where `isResuming` was: whether all that was missed since the last connection comes now. */
  readonly resumed: (isWhole: boolean) => void;
  readonly message: (message: unknown) => void;
  /** Something came that the protocol cannot read; the connection goes on where it can. */
  readonly onMalformed: (reason: string, text: string) => void;
  /** Said once; nothing follows. */
  readonly closed: (outcome: OutcomeOverride, found: string) => void;
};

export type ProtocolOpening = {
  /** Opens the WebSocket, with what the protocol adds to the query. */
  readonly open: (query?: Readonly<Record<string, string>>) => WebSocket;
  /** Null for an anonymous connection. */
  readonly token: string | null;
};

/** One connection in the framing of its protocol. */
export type ProtocolConnection = {
  readonly send: (message: unknown) => void;
  readonly close: () => void;
};

export type OpenProtocol = (opening: ProtocolOpening, handlers: ProtocolHandlers) => ProtocolConnection;

/** The handlers of one connection, which hear nothing after its end. */
export function onceClosed(handlers: ProtocolHandlers): ProtocolHandlers {
  let isOver = false;
  const unlessOver =
    <A extends unknown[]>(tell: (...values: A) => void) =>
    (...values: A): void => {
      if (!isOver) tell(...values);
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

/** What the end of a WebSocket says. */
export const closingOf = (code: number, reason: Uint8Array | string): string =>
  ['closed', `${code}${code in codeNames ? ` ${codeNames[code]}` : ''}`, String(reason)].filter(Boolean).join(', ');

/** The text of a WebSocket message. */
export function messageText(data: unknown): string {
  if (typeof data === 'string') return data;
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : String(data);
}

/** Hands on messages that are JSON texts. */
export const onJson =
  (handlers: ProtocolHandlers, take: (message: unknown, text: string) => void) =>
  (data: unknown): void => {
    const text = messageText(data);
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      handlers.onMalformed('is not JSON', text);
      return;
    }
    take(message, text);
  };
