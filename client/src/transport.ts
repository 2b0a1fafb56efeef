import type { Deadline } from './deadline.ts';
import type { TapeError } from './errors.ts';
import type { StreamMessage } from './messages.ts';
import type { Parameter } from './query/parameter.ts';
import type { Position } from './resume-point.ts';

/** The transport of the stream: server-sent events over `fetch`, or a WebSocket. */
export type TransportName = 'sse' | 'websocket';

/** The required part of a WebSocket, which those of browsers, of Node 22 and later, and of the package `ws` have. */
export type WebSocketLike = {
  send(text: string): void;
  close(): void;
  // biome-ignore lint/suspicious/noExplicitAny: each implementation has its own event types
  addEventListener(type: string, listener: (event: any) => void): void;
};

/** Opens a WebSocket. If it accepts headers as an option, the key is sent in one, otherwise in the URL. */
export type WebSocketConstructor = new (address: string) => WebSocketLike;

export type ListenSettings = {
  readonly url: string;
  /** Switches from an address that failed to the next one; omitted if there is only one. */
  readonly moveOn?: (from: string) => void;
  readonly key: string;
  readonly fetch?: typeof fetch;
  readonly transport?: TransportName;
  readonly WebSocket?: WebSocketConstructor;
};

/** The part of the past to replay, in the format of the service. */
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
  /** null once the replay has ended. */
  readonly replay: Replay | null;
  /** Continue after this position; null starts from the beginning. */
  readonly after: Position | null;
  /** Ends the connection. */
  readonly deadline: Deadline;
  /** A connection that is not established in this time is given up. */
  readonly connectMs: number;
  /** A connection without data for this long counts as dead; time during which the caller is busy does not count. */
  readonly silenceMs: number;
};

/** A message and its position; null if the stream cannot be resumed from it. */
export type ReceivedMessage = { readonly message: StreamMessage; readonly position: Position | null };

/** Yields the messages of one connection, and finally why it ended. Throws permanent failures. */
export type Transport = (attempt: Attempt) => AsyncGenerator<ReceivedMessage | TapeError, void, undefined>;
