import type { Deadline } from './deadline.ts';
import type { TapeError } from './errors.ts';
import type { StreamMessage } from './messages.ts';
import type { Parameter } from './parameter.ts';
import type { Position } from './resume-point.ts';

/** How the stream comes: as server-sent events over `fetch`, or over a WebSocket. */
export type TransportName = 'sse' | 'websocket';

/** What a WebSocket has to have: that of browsers, of Node 22 and later, and of the package `ws` have it. */
export type WebSocketLike = {
  send(text: string): void;
  close(): void;
  // biome-ignore lint/suspicious/noExplicitAny: each of the implementations has types of its own for what is told
  addEventListener(type: string, listener: (event: any) => void): void;
};

/** What opens a WebSocket. Where it takes headers as an option, the key stands in one, else in the address. */
export type WebSocketConstructor = new (address: string) => WebSocketLike;

export type ListenSettings = {
  readonly url: string;
  /** From an address that failed on to the next one; missing where there is only one. */
  readonly moveOn?: (from: string) => void;
  readonly key: string;
  readonly fetch?: typeof fetch;
  readonly transport?: TransportName;
  readonly WebSocket?: WebSocketConstructor;
};

/** What of the past is to be told, as the service reads it. */
export type Replay = {
  readonly from: string | number;
  readonly to?: string | number;
  readonly speed?: number | 'max';
};

/** One attempt to read the stream. */
export type Attempt = {
  readonly settings: ListenSettings;
  /** The fields of the subscription message. */
  readonly subscription: Readonly<Record<string, Parameter>>;
  /** Null once it is at its end. */
  readonly replay: Replay | null;
  /** Goes on after this place; null begins anew. */
  readonly after: Position | null;
  /** Ends the connection. */
  readonly deadline: Deadline;
  /** A connection that is not made in this time is given up. */
  readonly connectMs: number;
  /** One over which nothing came for so long counts as dead; a slow caller is no silence of the service. */
  readonly silenceMs: number;
};

/** A message and the place it names; null where it names none to go on from. */
export type Received = { readonly message: StreamMessage; readonly position: Position | null };

/** What one connection brings, at last why it ended. Throws what no other attempt can better. */
export type Transport = (attempt: Attempt) => AsyncGenerator<Received | TapeError, void, undefined>;
