import type { Game } from '../schema/index.ts';
import type { PlayedChange, World } from './market/world.ts';

/** A request as a played marketplace sees it; `path` excludes the host, `query` is decoded, `search` is the raw query with its question mark. */
export type StageRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Text and bytes are sent as they are, anything else as JSON, compressed according to accept-encoding. */
export type StageReply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** How a played feed frames its messages. A message is a JSON value, [event, ...arguments] for socket-io, { channel, data } for centrifugo. */
export type Framing =
  | { readonly name: 'json' }
  | { readonly name: 'socket-io'; readonly parser: 'default' | 'msgpack'; readonly namespace?: string }
  /** `admits` decides on a connection's token, null if there is none; without it everyone is accepted. */
  | {
      readonly name: 'centrifugo';
      readonly protocol: 1 | 2;
      readonly channels: readonly string[];
      /** Channels that a connection has joined from the start, because its token names them. */
      readonly granted?: readonly string[];
      readonly admits?: (token: string | null) => boolean;
    };

/** One open connection of a feed. */
export type Member = {
  /** The opening request. */
  readonly request: StageRequest;
  /** What it has joined: channels for centrifugo, otherwise whatever `receive` added. */
  readonly joined: Set<string>;
};

/** A WebSocket of a played marketplace, which sends what every tick of the world changed. */
export type PlayedFeed = {
  readonly host: string;
  readonly path: string;
  readonly framing: Framing;
  readonly games: readonly Game[];
  /** Seconds between two heartbeats of the framing, 25 by default; json has none. */
  readonly heartbeatSeconds?: number;
  /** The response that refuses the opening request; null accepts it. */
  readonly admit?: (request: StageRequest, world: World) => StageReply | null;
  /** Messages that answer one from a member; centrifugo answers by itself. */
  readonly receive?: (message: unknown, member: Member, world: World) => readonly unknown[];
  /** Messages for a member about what one tick changed in one game; for centrifugo only those of joined channels are delivered. */
  readonly messagesOf: (changes: readonly PlayedChange[], member: Member, world: World) => readonly unknown[];
};

/** A header that a host demands of every request. It is written from what the host says, not from what a connector sends. */
export type PlayedDemand = {
  readonly host: string;
  /** In lower case. */
  readonly header: string;
  /** Receives '' when the header is missing. */
  readonly accepts: (value: string) => boolean;
  /** The answer to requests that the host does not accept. */
  readonly refusal: StageReply;
};

/** A played marketplace or rate source: its hosts and its answers. */
export type Player = {
  readonly slug: string;
  readonly hosts: readonly string[];
  readonly demands?: readonly PlayedDemand[];
  /** null is answered with 404 in plain text. */
  readonly answer: (request: StageRequest, world: World) => StageReply | null;
  readonly feeds?: readonly PlayedFeed[];
};

/** What a host answers to a request that lacks what it demands; null when it lacks nothing. */
export function demandRefusal(player: Player, { host, headers }: StageRequest): StageReply | null {
  const missing = player.demands?.find((one) => one.host === host && !one.accepts(headers[one.header] ?? ''));
  return missing?.refusal ?? null;
}
