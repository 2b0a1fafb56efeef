import type { Game } from '../schema/index.ts';
import type { PlayedChange, World } from './market/world.ts';

/** A request as a played marketplace sees it; `path` is without the host, `query` decoded, `search` the same as it was sent, with its question mark. */
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

/** Body text or bytes go out as they are; anything else goes out as JSON. Compression follows accept-encoding. */
export type StageReply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** How a played feed frames its messages. A message is a JSON value, [event, ...arguments] for socket-io, { channel, data } for centrifugo. */
export type Framing =
  | { readonly name: 'json' }
  | { readonly name: 'socket-io'; readonly parser: 'default' | 'msgpack'; readonly namespace?: string }
  /** `admits` judges the token of a connection, null being none; without it everyone is let in. */
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
  /** What it has joined: channels for centrifugo, otherwise whatever `heard` adds. */
  readonly joined: Set<string>;
};

/** A WebSocket of a played marketplace, which tells what every tick of the world changed. */
export type PlayedFeed = {
  readonly host: string;
  readonly path: string;
  readonly framing: Framing;
  readonly games: readonly Game[];
  /** Seconds between two heartbeats of the framing, 25 unless said; json has none. */
  readonly heartbeatSeconds?: number;
  /** What refuses the opening request; null lets it in. */
  readonly admit?: (request: StageRequest, world: World) => StageReply | null;
  /** Messages that answer one of a member; centrifugo answers for itself. */
  readonly heard?: (message: unknown, member: Member, world: World) => readonly unknown[];
  /** Messages that tell a member what one tick changed in one game; of centrifugo only those of joined channels arrive. */
  readonly told: (changes: readonly PlayedChange[], member: Member, world: World) => readonly unknown[];
};

/** One marketplace (or rate source) as played: which hosts it owns and what it answers. */
export type Player = {
  readonly slug: string;
  readonly hosts: readonly string[];
  /** Null is answered 404 in plain text. */
  readonly answer: (request: StageRequest, world: World) => StageReply | null;
  readonly feeds?: readonly PlayedFeed[];
};
