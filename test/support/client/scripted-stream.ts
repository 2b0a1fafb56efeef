import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { WebSocketConstructor } from '#client';

export type Connection = {
  /** Sends a message; a reader cannot resume after one without an id. */
  readonly send: (message: object, id?: string) => void;
  readonly comment: () => void;
  readonly cut: () => void;
  /** The id after which the reader resumes. */
  readonly after: string | undefined;
  readonly isClosed: () => boolean;
};

/** A response in place of a stream. */
export type Refusal = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Script = ((connection: Connection) => void) | Refusal;

/**
 * Only what a browser's WebSocket offers: no headers, no pausing, no reason for a failed handshake, and no close event
 * after one, as in Node 22.
 */
const StandardWebSocket: WebSocketConstructor = class {
  readonly #socket: WebSocket;
  #isOpen = false;

  constructor(address: string, ...protocols: readonly unknown[]) {
    if (protocols.length > 0) throw new SyntaxError(`The subprotocol '${protocols[0]}' is invalid.`);
    this.#socket = new WebSocket(address);
    this.#socket.on('open', () => {
      this.#isOpen = true;
    });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    const received = ({ data, code, reason }: Record<string, unknown>): void => {
      if (type !== 'close' || this.#isOpen) listener({ data, code, reason } as never);
    };
    this.#socket.addEventListener(type as 'message', received as never);
  }
};

/** The client's transports, each with the settings that select it. */
export const transports: Readonly<Record<string, TransportSettings>> = {
  'server-sent events': {},
  'the WebSocket of ws': { transport: 'websocket', WebSocket },
  'a WebSocket of the standard alone': { transport: 'websocket', WebSocket: StandardWebSocket },
};

export type TransportSettings = {
  readonly transport?: 'websocket';
  readonly WebSocket?: WebSocketConstructor;
};

/** A stream whose messages are scripted by a test, one script for each connection in sequence; the last one repeats. */
export async function serveScript(scripts: readonly Script[], settings: TransportSettings = {}) {
  const connections: Connection[] = [];
  /** Connection attempts, including refused ones. */
  let attempts = 0;
  let refused: Refusal | null = null;
  const next = (): Script | undefined => {
    attempts += 1;
    const script = scripts[Math.min(attempts, scripts.length) - 1];
    refused = typeof script === 'object' ? script : null;
    return script;
  };
  const begin = (connection: Connection, script: Script | undefined): void => {
    connections.push(connection);
    if (typeof script === 'function') script(connection);
  };

  const server = createServer((request, response) => {
    // A client whose WebSocket was refused requests the event stream to learn the reason
    const script = 'transport' in settings ? refused : next();
    if (script === null) response.writeHead(404).end();
    else if (typeof script === 'object') response.writeHead(script.status, script.headers).end(script.body);
    else begin(eventConnection(request, response), script);
  }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, raw, head) => {
    const script = next();
    if (typeof script === 'object') {
      refuse(raw, script);
      return;
    }
    sockets.handleUpgrade(request, raw, head, (socket) => {
      socket.once('message', (data) => begin(socketConnection(socket, String(data)), script));
    });
  });
  await once(server, 'listening');
  return {
    settings: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'secret', ...settings },
    connections,
    attempts: () => attempts,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

function eventConnection({ headers }: IncomingMessage, response: ServerResponse): Connection {
  let isClosed = false;
  response.on('close', () => {
    isClosed = true;
  });
  const write = (text: string): void => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(text);
  };
  const after = headers['last-event-id'];
  return {
    send: (message, id) => write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`),
    comment: () => write(':\n\n'),
    // After everything sent so far has been written
    cut: () => void response.write('', () => setImmediate(() => response.destroy())),
    after: typeof after === 'string' ? after : undefined,
    isClosed: () => isClosed,
  };
}

function socketConnection(socket: WebSocket, request: string): Connection {
  const { resume } = JSON.parse(request);
  return {
    send(message, id) {
      const [epoch, sequence] = id?.split(':') ?? [];
      const position = id === undefined ? {} : { epoch, sequence: Number(sequence) };
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ ...message, ...position }));
    },
    comment: () => socket.ping(),
    cut: () => void socket.ping('', false, () => setImmediate(() => socket.terminate())),
    after: resume === undefined ? undefined : `${resume.epoch}:${resume.sequence}`,
    isClosed: () => socket.readyState !== socket.OPEN,
  };
}

function refuse(raw: Duplex, { status, headers = {}, body = '' }: Refusal): void {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  raw.on('error', () => {});
  raw.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

export const subscribed = (recovered?: boolean) => ({
  type: 'subscribed',
  ...(recovered !== undefined && { recovered }),
});

export const offer = (id: string, priceUSD: number, more: object = {}) => ({
  type: 'offer',
  eventType: 'Added',
  id,
  marketplace: 'SkinPort',
  game: 'CS2',
  timestamp: 1,
  data: { name: 'Made-up Case', priceUSD },
  ...more,
});

export const snapshotEnd = { type: 'snapshotEnd', timestamp: 1, epoch: 'e', sequence: 1, count: 0 };
