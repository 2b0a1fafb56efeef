import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Position } from '../../schema/index.ts';
import type { Hub } from '../../stream/hub.ts';
import type { AnswerHeaders } from '../cache/answer.ts';
import { ApiError, notFound, quoted } from '../errors.ts';
import type { Keys } from '../keys.ts';
import type { Metric } from '../metrics/metrics.ts';
import { streamMetrics } from '../metrics/stream-metrics.ts';
import { splitTarget, withSingleSlashes } from '../query.ts';
import { inTurn } from '../server/in-turn.ts';
import type { Router } from '../server/router.ts';
import { addChanges } from './changes.ts';
import { createConnectionLimits, type ElsewhereConnected } from './connection-limits.ts';
import type { MessageAllowance } from './message-budget.ts';
import { createOffersSocket, type OffersSocket, offersPath } from './offers-socket.ts';
import { answerPlainly, refuseOn } from './raw-answer.ts';
import { addEventStream } from './sse.ts';

export type StreamSettings = {
  readonly connectionsPerKey: number;
  readonly requireDeflate: boolean;
  readonly outboxBytes: number;
  /** Default 30,000. */
  readonly pingMs?: number;
  /** Limits for messages from clients; default `defaultAllowance`. */
  readonly allowance?: MessageAllowance;
  /** Absent when no other process serves the same keys. */
  readonly elsewhere?: ElsewhereConnected;
};

/** Changes of the book that the stream has not published yet. */
export type PendingPublication = {
  /** Sequence of the newest change of the book. */
  readonly last: () => number;
  /** Resolves once it is published. */
  readonly untilPublished: () => Promise<void>;
};

/** Position of the newest change that can be read now. */
export const positionOf = ({ log }: Pick<Hub, 'log'>, pending: PendingPublication | null | undefined): Position => ({
  epoch: log.epoch,
  sequence: pending?.last() ?? log.head,
});

/** All endpoints of the stream, and the stream position for REST answers. */
export type StreamEndpoints = {
  readonly addRoutes: (router: Router) => void;
  readonly takeUpgrades: (server: Server) => void;
  /** Position of the newest change that can be read now. */
  readonly position: () => Position;
  /** Headers with the stream position from which to continue after an answer made now. */
  readonly stamp: () => AnswerHeaders;
  /**
   * Resolves once everything that an answer made now can contain is published, but after a second at most; time that the
   * answer has already waited counts towards that.
   */
  readonly untilPublished: (waitedMs?: number) => Promise<void> | null;
  readonly metrics: () => Metric[];
  readonly close: () => Promise<void>;
};

// A hanging disk must not delay answers for longer
const timeoutMs = 1_000;
// Minimum, however long the answer has waited: the results of a lookup are published a moment later
const minTimeoutMs = 100;

async function atMost(work: Promise<void>, milliseconds: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    late = setTimeout(() => resolve(), milliseconds);
  });
  await Promise.race([work, timeout]);
  clearTimeout(late);
}

type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

function upgrade(server: Server, sockets: OffersSocket, { request, socket, head }: Upgrade): void {
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
    answerPlainly(server, request, socket);
    return;
  }
  request.url = withSingleSlashes(request.url ?? '');
  const { path } = splitTarget(request.url);
  if (path === offersPath) sockets.upgrade(request, socket, head);
  else refuseOn(socket, notFound(`there is no stream at ${quoted(path)}; it is at ${offersPath}`));
}

function takeUpgrades(server: Server, sockets: OffersSocket): void {
  server.on('upgrade', (request, socket, head) => {
    inTurn(socket, null, () => upgrade(server, sockets, { request, socket, head }));
  });
}

export function createStreamEndpoints(parts: {
  readonly hub: Hub;
  readonly settings: StreamSettings;
  /** If missing, changes are published as they happen. */
  readonly pending?: PendingPublication;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly isOpen: () => boolean;
  readonly lineage: () => string;
  readonly log: { readonly error: (fields: object, text: string) => void };
}): StreamEndpoints {
  const { hub, settings, pending, keys, isOpen, lineage, log } = parts;
  const limits = createConnectionLimits(settings.elsewhere);
  const sockets = createOffersSocket({ ...settings, hub, keys, limits, isOpen, lineage, log });
  const closing: (() => void)[] = [];
  const position = () => positionOf(hub, pending);

  return {
    addRoutes(router) {
      closing.push(addEventStream(router, { ...settings, hub, keys, limits, isOpen, log }).close);
      addChanges(router, { ...settings, hub, keys, limits, isOpen });
      router.add(['GET'], offersPath, () => {
        throw new ApiError('UPGRADE_REQUIRED', `${offersPath} is a WebSocket; open it with a WebSocket client`, {
          upgrade: 'websocket',
        });
      });
    },
    takeUpgrades: (server) => takeUpgrades(server, sockets),
    position,
    stamp: () => [
      'X-Tape-Epoch',
      position().epoch,
      'X-Tape-Sequence',
      String(position().sequence),
      ...(lineage() === '' ? [] : ['X-Tape-Lineage', lineage()]),
    ],
    untilPublished: (waitedMs = 0): Promise<void> | null =>
      pending === undefined || pending.last() <= hub.log.head
        ? null
        : atMost(pending.untilPublished(), Math.max(minTimeoutMs, timeoutMs - waitedMs)),
    metrics: () => streamMetrics(hub.stats()),
    async close() {
      for (const close of closing) close();
      await sockets.close();
    },
  };
}
