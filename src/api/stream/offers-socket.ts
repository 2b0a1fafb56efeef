import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { guarded } from '../../guarded.ts';
import type { Connection } from '../../stream/connection.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Ending } from '../../stream/hub-port.ts';
import { ApiError, toApiError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createMessageBudget, type MessageAllowance, usualAllowance } from './message-budget.ts';
import { answerOn, refuseOn } from './raw-answer.ts';
import { type ListenerKey, requireListener, requireReady } from './stream-access.ts';

export type OffersSocketOptions = {
  readonly hub: Pick<Hub, 'connect'>;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly connectionsPerKey: number;
  /** Refuse clients that do not offer permessage-deflate. */
  readonly requireDeflate: boolean;
  readonly outboxBytes: number;
  readonly isReady: () => boolean;
  /** What the answer to a handshake says of where the marketplaces come from; '' is nothing. */
  readonly lineage?: () => string;
  readonly pingMs?: number;
  /** What each connection may send; `usualAllowance` when missing. */
  readonly allowance?: MessageAllowance;
  readonly log: { readonly error: (fields: object, text: string) => void };
};

export type OffersSocket = {
  /** Takes over a request to upgrade to the stream. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Resolves when every connection is closed; those that do not answer are cut. */
  readonly close: () => Promise<void>;
};

export const offersPath = '/ws/v2/offers';

const longestMessage = 65_536;
const usualPingMs = 30_000;
// Who was told to go and does not is cut after this long
const closeMs = 10_000;
const stopMs = 2_000;
const dismissMs = 400;

// The smallest window in which the stream packs its messages
const windowBits = 10;

const codeOf: Readonly<Record<Ending, number>> = { behind: 1013, stopping: 1001, flooding: 1008 };

type OpenSocket = { readonly socket: WebSocket; readonly key: ListenerKey; isAlive: boolean };

/** The offer stream over WebSocket. The library shakes hands and reads; ready frames are written past it. */
export function createOffersSocket(options: OffersSocketOptions): OffersSocket {
  const { hub, keys, limits, log } = options;
  const connections = new Set<OpenSocket>();
  const unpackable = new WeakSet<IncomingMessage>();
  let allClosed: (() => void) | null = null;

  const socketOptions = {
    noServer: true,
    clientTracking: false,
    maxPayload: longestMessage,
    autoPong: false,
    closeTimeout: closeMs,
    // Frames that are shared by readers cannot lean on what one of them got before
    perMessageDeflate: { serverNoContextTakeover: true },
  };
  const server = new WebSocketServer(socketOptions);
  server.on('wsClientError', (error, socket) => {
    refuseOn(socket, new ApiError('BAD_REQUEST', `this is not a WebSocket handshake: ${error.message}`));
  });
  server.on('headers', (headers, request) => {
    if (!canUnpack(headers)) unpackable.add(request);
    const lineage = options.lineage?.() ?? '';
    if (lineage !== '') headers.push(`X-Tape-Lineage: ${lineage}`);
  });

  const failed = (error: unknown): void =>
    log.error({ error: String(error) }, 'a connection could not be looked after');
  const ping = (): void => {
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate();
      connection.isAlive = false;
      if (connection.socket.readyState === connection.socket.OPEN) connection.socket.ping();
    }
  };
  const pinging = setInterval(guarded(ping, failed), options.pingMs ?? usualPingMs);
  pinging.unref();

  const admit = (socket: WebSocket, request: IncomingMessage, raw: Duplex, key: ListenerKey): void => {
    socket.on('error', () => {});
    const release = limits.take(key.id);
    if (release === null) {
      socket.close(1008, `this key has ${options.connectionsPerKey} connections already; close one first`);
      return;
    }
    const connection: OpenSocket = { socket, key, isAlive: true };
    connections.add(connection);
    const reader = hub.connect(
      {
        write: (bytes, written) => {
          // After a close frame nothing may follow
          if (socket.readyState === socket.OPEN) raw.write(bytes, written);
        },
        close: (ending, reason) => socket.close(codeOf[ending], fitting(reason)),
      },
      unpackable.has(request) ? 'socket' : 'deflated',
    );
    const stopWaiting = key.onEnd(() => dismiss(socket));
    listen(connection, raw, reader, () => {
      stopWaiting();
      release();
      reader.leave();
      connections.delete(connection);
      if (connections.size === 0) allClosed?.();
    });
  };

  const listen = (connection: OpenSocket, raw: Duplex, reader: Connection, ended: () => void): void => {
    const { socket } = connection;
    const alive = (): void => {
      connection.isAlive = true;
    };
    const isWithin = createMessageBudget(options.allowance ?? usualAllowance, () => performance.now());
    socket.on('message', (data: Buffer, isBinary) => {
      alive();
      // Messages still come after a close frame was sent
      if (socket.readyState !== socket.OPEN) return;
      try {
        if (!connection.key.isValid()) dismiss(socket);
        else if (!isWithin(data.length)) reader.cutOff();
        else if (isBinary) reader.refuse('this message is binary; send JSON as text');
        else reader.take(String(data));
      } catch (error) {
        log.error({ error: String(error) }, 'a message to the stream could not be handled');
        socket.close(1011, 'something went wrong inside the service');
      }
    });
    socket.on('ping', (data) => {
      alive();
      // Who pings without reading would have pongs pile up
      if (raw.writableLength < options.outboxBytes) socket.pong(data);
    });
    socket.on('pong', alive);
    socket.on('close', ended);
  };

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      try {
        const key = requireListener(keys, request);
        requireReady(options.isReady());
        if (options.requireDeflate && !offersDeflate(request)) {
          answerOn(socket, 400, 'text/plain; charset=utf-8', 'permessage-deflate is required');
          return;
        }
        server.handleUpgrade(request, socket, head, (webSocket) => admit(webSocket, request, socket, key));
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) log.error({ error: String(thrown) }, 'a handshake failed');
        refuseOn(socket, toApiError(thrown));
      }
    },
    async close() {
      clearInterval(pinging);
      if (connections.size === 0) return;
      const closed = new Promise<void>((resolve) => {
        allClosed = resolve;
      });
      for (const { socket } of connections) socket.close(codeOf.stopping, 'the service is stopping');
      const cut = () => {
        for (const { socket } of connections) socket.terminate();
      };
      const late = setTimeout(guarded(cut, failed), stopMs);
      await closed;
      clearTimeout(late);
    },
  };
}

/** Ends the connection of a key that has ended, also when the client does not answer the close frame. */
function dismiss(socket: WebSocket): void {
  socket.close(1008, 'this key was revoked or has ended');
  const late = setTimeout(() => socket.terminate(), dismissMs);
  socket.once('close', () => clearTimeout(late));
}

const offersDeflate = (request: IncomingMessage): boolean =>
  (request.headers['sec-websocket-extensions'] ?? '')
    .split(',')
    .some((offer) => offer.split(';')[0]?.trim().toLowerCase() === 'permessage-deflate');

/** Whether the answer to a handshake agrees on packing within the window that is used. */
function canUnpack(headers: readonly string[]): boolean {
  const agreed = headers.find((header) => /^sec-websocket-extensions:.*permessage-deflate/i.test(header));
  if (agreed === undefined) return false;
  const bits = /server_max_window_bits=(\d+)/.exec(agreed)?.[1];
  return bits === undefined || Number(bits) >= windowBits;
}

// A close frame carries at most 123 bytes of reason
const fitting = (reason: string): string =>
  Buffer.from(reason)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD+$/, '');
