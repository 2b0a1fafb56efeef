import type { World } from './world.ts';

/** A request as a played marketplace sees it; `path` is without the host, `query` decoded. */
export type StageRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
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

/** One marketplace (or rate source) as played: which hosts it owns and what it answers. */
export type Player = {
  readonly slug: string;
  readonly hosts: readonly string[];
  /** Null is answered 404 in plain text. */
  readonly answer: (request: StageRequest, world: World) => StageReply | null;
};
