import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { KeyUse } from '../operator/key-use.ts';
import type { RequestCounts } from '../request-counts.ts';
import type { HandedReaders } from './handed-readers.ts';

/** Answers that a front worker gave by itself, to requests of one key. */
export type FrontHits = {
  readonly keyId: string;
  readonly route: string;
  readonly status: number;
  readonly count: number;
};

/** What front workers have to do with the interface. */
export type ForFronts = {
  /** Counts what they have answered by themselves. */
  readonly countHits: (hits: readonly FrontHits[]) => void;
  /** Takes the connection of a reader that one of them hands over, and what the reader has sent. */
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
