import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary JSON
  readonly body: any;
};

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends no key. */
  readonly isKeyless?: boolean;
};

/** Makes requests over real sockets, with a key by default. */
export type SocketClient = {
  readonly get: (path: string, query?: Readonly<Record<string, string | number>>, sent?: Sent) => Promise<Reply>;
  /** Sends the request target exactly as given. */
  readonly send: (target: string, sent?: Sent) => Promise<Reply>;
  /**
   * Sends raw bytes and resolves to everything received until the server closes the connection, which the bytes have to
   * request.
   */
  readonly sendRaw: (bytes: string | Buffer) => Promise<string>;
  readonly close: () => void;
};

export const targetOf = (path: string, query: Readonly<Record<string, string | number>>): string => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};

const isJson = (headers: IncomingHttpHeaders): boolean =>
  String(headers['content-type']).startsWith('application/json') && headers['content-encoding'] === undefined;

export function createSocketClient(origin: string, key: string): SocketClient {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const send: SocketClient['send'] = (target, { method = 'GET', headers = {}, body, isKeyless = false } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = { ...(isKeyless ? {} : { 'x-api-key': key }), ...length, ...headers };
      const asking = request({ agent, hostname, port, path: target, method, headers: sent }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const bytes = Buffer.concat(parts);
          const text = bytes.toString();
          const content = isJson(reply.headers) && text !== '' ? JSON.parse(text) : null;
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes, text, body: content });
        });
      });
      asking.on('error', reject);
      asking.end(body);
    });

  return {
    send,
    get: (path, query = {}, sent = {}) => send(targetOf(path, query), sent),
    sendRaw: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        const parts: Buffer[] = [];
        socket.on('data', (part: Buffer) => parts.push(part));
        socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
        socket.on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}
