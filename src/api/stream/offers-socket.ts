import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { asFrontStream, type FrontStream } from '../../front/main-process/front-stream.ts';
import { createAdmission, streamsPerTurn } from '../../runtime/admission.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Connection } from '../../stream/connection.ts';
import type { Framing } from '../../stream/framing.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Ending } from '../../stream/hub-core.ts';
import { ApiError, requireReady, toApiError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { withoutDeclined } from './deflate-offers.ts';
import { createMessageBudget, defaultAllowance, type MessageAllowance } from './message-budget.ts';
import { answerOn, refuseOn } from './raw-answer.ts';
import { type ListenerKey, requireListener, slotsTaken } from './stream-access.ts';

export type OffersSocketOptions = {
  readonly hub: Pick<Hub, 'connect'>;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly connectionsPerKey: number;
  /** Refuse clients that do not offer permessage-deflate. */
  readonly requireDeflate: boolean;
  readonly outboxBytes: number;
  /** Whether the tape can be read; subscriptions that need more wait. */
  readonly isOpen: () => boolean;
  /** Lineage to send in the handshake response; '' for none. */
  readonly lineage?: () => string;
  readonly pingMs?: number;
  /** Limits for messages from clients; default `defaultAllowance`. */
  readonly allowance?: MessageAllowance;
  readonly log: { readonly error: (fields: object, text: string) => void };
};

export type OffersSocket = {
  /** Takes over a request to upgrade to the stream. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Resolves when every connection is closed; terminates those that do not respond. */
  readonly close: () => Promise<void>;
};

export const offersPath = '/ws/v2/offers';

const maxMessageLength = 65_536;
const defaultPingMs = 30_000;
// Time for a client to respond to a close frame
const closeMs = 10_000;
const stopMs = 2_000;
const dismissMs = 400;

// The stream compresses its messages with this window size, so clients must support at least this
const windowBits = 10;

const codeOf: Readonly<Record<Ending, number>> = { behind: 1013, stopping: 1001, flooding: 1008, replayed: 1000 };

type OpenSocket = { readonly socket: WebSocket; readonly key: ListenerKey; isAlive: boolean };

const socketOptions = {
  noServer: true,
  clientTracking: false,
  maxPayload: maxMessageLength,
  autoPong: false,
  closeTimeout: closeMs,
  // A piece of the connection can hold hundreds of subscriptions, each of which may search the whole book
  allowSynchronousEvents: false,
  // Frames are shared by readers, so they cannot depend on earlier frames of one reader
  perMessageDeflate: { serverNoContextTakeover: true },
};

class OffersSockets implements OffersSocket {
  readonly #options;
  readonly #hub;
  readonly #limits;
  readonly #log;
  readonly #connections = new Set<OpenSocket>();
  readonly #unpackable = new WeakSet<IncomingMessage>();
  readonly #isNext = createAdmission(streamsPerTurn);
  #isClosing = false;
  #allClosed: (() => void) | null = null;
  readonly #server = new WebSocketServer(socketOptions);
  readonly #pinging;

  constructor(options: OffersSocketOptions) {
    const { hub, limits, log } = options;
    this.#options = options;
    this.#hub = hub;
    this.#limits = limits;
    this.#log = log;
    this.#server.on('wsClientError', (error, socket) => {
      refuseOn(socket, new ApiError('BAD_REQUEST', `this is not a WebSocket handshake: ${error.message}`));
    });
    this.#server.on('headers', (headers, request) => {
      if (!canUnpack(headers)) this.#unpackable.add(request);
      const lineage = options.lineage?.() ?? '';
      if (lineage !== '') headers.push(`X-Tape-Lineage: ${lineage}`);
    });
    this.#pinging = setInterval(guarded(this.#ping, this.#failed), options.pingMs ?? defaultPingMs);
    this.#pinging.unref();
  }

  readonly upgrade: OffersSocket['upgrade'] = (request, socket, head) => {
    const open = (): void => this.#open(request, socket, head);
    if (this.#isNext(open)) open();
  };

  #open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Admission may have delayed this
    if (socket.destroyed || this.#isClosing) {
      socket.destroy();
      return;
    }
    try {
      const key = requireListener(this.#options, request);
      requireReady(this.#options.isOpen());
      const { 'sec-websocket-extensions': offered = '', ...headers } = request.headers;
      const extensions = withoutDeclined(offered);
      request.headers = { ...headers, ...(extensions !== '' && { 'sec-websocket-extensions': extensions }) };
      if (this.#options.requireDeflate && !offersDeflate(extensions)) {
        answerOn(socket, 400, 'text/plain; charset=utf-8', 'permessage-deflate is required');
        return;
      }
      this.#server.handleUpgrade(request, socket, head, (webSocket) => {
        const front = asFrontStream(socket);
        const isPacked = !this.#unpackable.has(request);
        this.#admit(webSocket, front === null ? ownWay(socket, isPacked) : frontWay(front, isPacked), key);
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) this.#log.error({ error: String(thrown) }, 'handshake failed');
      refuseOn(socket, toApiError(thrown));
    }
  }

  readonly close: OffersSocket['close'] = async () => {
    this.#isClosing = true;
    clearInterval(this.#pinging);
    if (this.#connections.size === 0) return;
    const closed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
    });
    for (const { socket } of this.#connections) socket.close(codeOf.stopping, 'the service is stopping');
    const cut = () => {
      for (const { socket } of this.#connections) socket.terminate();
    };
    const late = setTimeout(guarded(cut, this.#failed), stopMs);
    await closed;
    clearTimeout(late);
  };

  readonly #failed = (error: unknown): void =>
    this.#log.error({ error: String(error) }, 'check of a connection failed');

  readonly #ping = (): void => {
    for (const connection of this.#connections) {
      if (!connection.isAlive) connection.socket.terminate();
      connection.isAlive = false;
      if (connection.socket.readyState === connection.socket.OPEN) connection.socket.ping();
    }
  };

  #admit(socket: WebSocket, way: Way, key: ListenerKey): void {
    socket.on('error', () => {});
    const release = this.#limits.take(key.countedAs, key.connections);
    if (release === null) {
      socket.close(1008, slotsTaken(key.connections));
      return;
    }
    const connection: OpenSocket = { socket, key, isAlive: true };
    this.#connections.add(connection);
    const reader = this.#hub.connect(
      {
        write: (bytes, written) => {
          // Nothing may follow a close frame
          if (socket.readyState === socket.OPEN) way.write(bytes, written);
        },
        close: (ending, reason) => socket.close(codeOf[ending], fitting(reason)),
        ...(way.isCrowded !== undefined && { isCrowded: way.isCrowded }),
      },
      way.framing,
      key.scope,
    );
    const stopWaiting = key.onEnd(() => dismiss(socket));
    this.#listen(connection, way.socket, reader, () => {
      stopWaiting();
      release();
      reader.leave();
      this.#connections.delete(connection);
      if (this.#connections.size === 0) this.#allClosed?.();
    });
  }

  #listen(connection: OpenSocket, raw: Duplex, reader: Connection, ended: () => void): void {
    const { socket } = connection;
    const alive = (): void => {
      connection.isAlive = true;
    };
    const isWithin = createMessageBudget(this.#options.allowance ?? defaultAllowance, () => performance.now());
    socket.on('message', (data: Buffer, isBinary) => {
      alive();
      // Messages can still arrive after a close frame was sent
      if (socket.readyState !== socket.OPEN) return;
      try {
        if (!connection.key.isValid()) dismiss(socket);
        else if (!isWithin(data.length)) reader.cutOff();
        else if (isBinary) reader.refuse('this message is binary; send JSON as text');
        else reader.take(String(data));
      } catch (error) {
        this.#log.error({ error: String(error) }, 'message of a reader failed');
        socket.close(1011, 'something went wrong inside the service');
      }
    });
    socket.on('ping', (data) => {
      alive();
      // For a client that pings without reading, pongs would pile up
      if (raw.writableLength < this.#options.outboxBytes) socket.pong(data);
    });
    socket.on('pong', alive);
    socket.on('close', ended);
  }
}

/** Writes finished messages to a reader, bypassing the library. */
type Way = {
  readonly socket: Duplex;
  readonly framing: Framing;
  readonly write: (bytes: Buffer, written: () => void) => void;
  readonly isCrowded?: FrontStream['isCrowded'];
};

const ownWay = (socket: Duplex, isPacked: boolean): Way => ({
  socket,
  framing: isPacked ? 'deflated' : 'socket',
  write: (bytes, written) => socket.write(bytes, written),
});

const frontWay = (socket: FrontStream, isPacked: boolean): Way => ({
  socket,
  framing: isPacked ? 'trunkDeflated' : 'trunk',
  write: socket.sendMessages,
  isCrowded: socket.isCrowded,
});

/** The offer stream over WebSocket. The library does the handshake and reads; finished frames bypass it. */
export const createOffersSocket = (options: OffersSocketOptions): OffersSocket => new OffersSockets(options);

/** Closes the connection of an ended key, even if the client does not respond to the close frame. */
function dismiss(socket: WebSocket): void {
  socket.close(1008, 'this key was revoked or has expired');
  const late = setTimeout(() => socket.terminate(), dismissMs);
  socket.once('close', () => clearTimeout(late));
}

const offersDeflate = (extensions: string): boolean =>
  extensions.split(',').some((offer) => offer.split(';')[0]?.trim() === 'permessage-deflate');

/** Whether a handshake response agrees on compression with a window of at least `windowBits`. */
function canUnpack(headers: readonly string[]): boolean {
  const agreed = headers.find((header) => /^sec-websocket-extensions:.*permessage-deflate/i.test(header));
  if (agreed === undefined) return false;
  const bits = /server_max_window_bits=(\d+)/.exec(agreed)?.[1];
  return bits === undefined || Number(bits) >= windowBits;
}

// The reason in a close frame has at most 123 bytes
const fitting = (reason: string): string =>
  Buffer.from(reason)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD+$/, '');
