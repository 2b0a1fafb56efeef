import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Server as Engine } from 'engine.io';
import type { FastifyInstance } from 'fastify';
import type { Server, Socket } from 'socket.io';
import type { Book } from '../../../book/book.ts';
import type { Rate } from '../../../schema/index.ts';
import { ApiError, requireReady, toApiError } from '../../errors.ts';
import type { Keys } from '../../keys.ts';
import { readQuery } from '../../query.ts';
import { requireKey } from '../../require-key.ts';
import type { Contexts } from '../../sight/contexts.ts';
import type { ConnectionLimits } from '../../stream/connection-limits.ts';
import { refuseOn } from '../../stream/raw-answer.ts';
import { type ListenerKey, requireListenerWith } from '../../stream/stream-access.ts';
import type { UpgradedPath } from '../../stream/stream-endpoints.ts';
import { PriceFeed } from './price-feed.ts';
import { type Pricer, pricerPath, seenMarketplaces } from './pricer-routes.ts';

export type PriceSocketParts = {
  readonly pricer: Pricer;
  readonly book: Book;
  readonly contexts: Contexts;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly isReady: () => boolean;
  readonly rates: () => readonly Rate[];
  readonly now: () => number;
  readonly log: { readonly error: (fields: object, text: string) => void };
  readonly gatherMs?: number;
};

/** Socket.IO endpoint, on the same server as the WebSocket of the stream. */
export type PriceSocket = UpgradedPath & {
  readonly addRoutes: (app: FastifyInstance) => void;
  readonly close: () => Promise<void>;
};

/** Default path of Socket.IO clients; what a client wants is its namespace. */
const socketPath = '/socket.io/';

const usualGatherMs = 1_000;
// Clients authenticate after connecting; limits the number of those that have not yet
const mostUnknown = 100;
const unknownMs = 10_000;
const longestMessage = 10_000;
const pricesPerPiece = 200;
const pieceMs = 50;
const stopMs = 1_000;

const engineOptions = {
  maxHttpBufferSize: longestMessage,
  upgradeTimeout: unknownMs,
  perMessageDeflate: false,
} as const;

/** An authenticated client. */
type Admitted = { readonly key: ListenerKey; readonly marketplaceIds: readonly number[] };

class PriceSockets implements PriceSocket {
  readonly path = socketPath;
  readonly #parts: PriceSocketParts;
  readonly #engine: Engine;
  readonly #prices;
  readonly #feeds = new Map<string, { readonly feed: PriceFeed; listeners: number }>();
  readonly #upgraded = new Set<Duplex>();

  constructor(parts: PriceSocketParts, engine: Engine, server: Server) {
    this.#parts = parts;
    this.#engine = engine;
    server.bind(engine);
    server.use((_, next) => next(new Error(`this namespace does not exist; the prices are at ${pricerPath}`)));
    this.#prices = server.of(pricerPath);
    this.#prices.use((socket, next) => {
      try {
        socket.data = this.#admit(socket.handshake.auth['token']);
        next();
      } catch (thrown) {
        const { message, code } = toApiError(thrown);
        next(Object.assign(new Error(message), { data: { code } }));
      }
    });
    this.#prices.on('connection', (socket) => this.#open(socket, socket.data));
  }

  addRoutes(app: FastifyInstance): void {
    app.route({
      method: ['GET', 'POST'],
      url: socketPath,
      // It comes in a message, and is checked then
      config: { takesNoKey: true },
      // Before the body is read, because the engine reads it itself
      onRequest: async ({ raw }, reply) => {
        this.#requireRoom(raw);
        reply.hijack();
        this.#engine.handleRequest(raw as EngineRequest, reply.raw as ServerResponse);
      },
      handler: async () => {},
    });
  }

  readonly upgrade: UpgradedPath['upgrade'] = (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    try {
      this.#requireRoom(request);
    } catch (thrown) {
      refuseOn(socket, toApiError(thrown));
      return;
    }
    this.#upgraded.add(socket);
    socket.once('close', () => this.#upgraded.delete(socket));
    this.#engine.handleUpgrade(request as EngineRequest, socket, head);
  };

  /** Looks like a network failure to clients, so that they reconnect automatically. */
  readonly close = async (): Promise<void> => {
    for (const { feed } of this.#feeds.values()) feed.close();
    this.#engine.close();
    for (const deadline = Date.now() + stopMs; this.#upgraded.size > 0 && Date.now() < deadline; ) await wait(10);
    for (const socket of this.#upgraded) socket.destroy();
  };

  /** Refuses new connections while too many have not sent a key yet. */
  #requireRoom({ url = '' }: IncomingMessage): void {
    if (readQuery(url).values.has('sid')) return;
    requireReady(this.#parts.isReady());
    if (this.#engine.clientsCount - this.#prices.sockets.size < mostUnknown) return;
    const found = `${mostUnknown} clients are connected without a key; try again in a few seconds`;
    throw new ApiError('TOO_MANY_CONNECTIONS', found, { 'retry-after': String(unknownMs / 1000) });
  }

  #admit(token: unknown): Admitted {
    const { keys, contexts, pricer } = this.#parts;
    const text = typeof token === 'string' ? token : '';
    const key = requireListenerWith(keys, text, pricerPath);
    return { key, marketplaceIds: seenMarketplaces(pricer, contexts(requireKey(keys, text, pricerPath))) };
  }

  #open(socket: Socket, { key, marketplaceIds }: Admitted): void {
    const { limits, log } = this.#parts;
    const release = limits.take(key.id, key.connections);
    if (release === null) {
      socket.emit('blocked', { expire: limits.againSeconds });
      // A client disconnected by Socket.IO itself would reconnect immediately
      socket.conn.close();
      return;
    }
    const room = marketplaceIds.join();
    const followed = this.#follow(room, marketplaceIds);
    const stopWaiting = key.onEnd(() => socket.disconnect(true));
    socket.once('disconnect', () => {
      stopWaiting();
      release();
      this.#leave(room);
      // Closes the connection as well, which would otherwise stay open without messages
      socket.conn.close();
    });
    socket.emit('authenticated');
    sendPrices(socket, room, followed).catch((error: unknown) =>
      log.error({ error: String(error) }, 'prices not sent to a bot'),
    );
  }

  #follow(room: string, marketplaceIds: readonly number[]): PriceFeed {
    const found = this.#feeds.get(room);
    if (found !== undefined) {
      found.listeners += 1;
      return found.feed;
    }
    const { pricer, book, rates, now, log, gatherMs = usualGatherMs } = this.#parts;
    const feed = new PriceFeed({
      book,
      names: pricer.names,
      marketplaceIds,
      rates,
      now,
      gatherMs,
      send: (price) => this.#prices.to(room).emit('price', price),
      failed: (error) => log.error({ error: String(error) }, 'prices for bots not read'),
    });
    this.#feeds.set(room, { feed, listeners: 1 });
    return feed;
  }

  #leave(room: string): void {
    const found = this.#feeds.get(room);
    if (found === undefined) return;
    found.listeners -= 1;
    if (found.listeners > 0) return;
    found.feed.close();
    this.#feeds.delete(room);
  }
}

type EngineRequest = Parameters<Engine['handleRequest']>[0];

/**
 * Sends all prices to a bot that has connected, which cannot request missed changes in another way. A client that reads
 * nothing is disconnected by the pings.
 */
async function sendPrices(socket: Socket, room: string, feed: PriceFeed): Promise<void> {
  await socket.join(room);
  await feed.filled;
  let sent = 0;
  for (const price of feed.standing()) {
    if (!socket.connected) return;
    socket.emit('price', price);
    sent += 1;
    if (sent % pricesPerPiece === 0) await wait(pieceMs, undefined, { ref: false });
  }
}

/** Loads Socket.IO only when it is needed. */
export async function createPriceSocket(parts: PriceSocketParts): Promise<PriceSocket> {
  const [engine, socketIo] = await Promise.all([import('engine.io'), import('socket.io')]);
  const server = new socketIo.Server({ serveClient: false, connectTimeout: unknownMs });
  return new PriceSockets(parts, new engine.Server(engineOptions), server);
}
