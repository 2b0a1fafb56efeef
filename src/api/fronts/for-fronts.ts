import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { KeyUse } from '../operator/key-use.ts';
import type { RequestCounts } from '../request-counts.ts';
import type { HandedReaders } from './handed-readers.ts';

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

export const forFronts = (parts: {
  readonly server: Server;
  readonly handed: HandedReaders;
  readonly requestCounts: RequestCounts;
  readonly use: KeyUse;
}): ForFronts => ({
  countHits(hits) {
    for (const { keyId, route, status, count } of hits) {
      parts.requestCounts.countHit(route, status, count);
      parts.use.count(keyId, count);
    }
  },
  take: (socket, sent) => parts.handed.take(parts.server, socket, sent),
});
