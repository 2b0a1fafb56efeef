import type { Socket } from 'node:net';

/** Answers that a front worker gave from its own cache to requests of one key. */
export type FrontHits = {
  readonly keyId: string;
  readonly route: string;
  readonly status: number;
  readonly count: number;
};

/** Parts of the API that front workers use. */
export type ForFronts = {
  /** Counts answers they gave from their own cache. */
  readonly countHits: (hits: readonly FrontHits[]) => void;
  /** Takes over the connection of a reader, with the bytes that the reader has already sent. */
  readonly take: (socket: Socket, sent: Buffer) => void;
};
