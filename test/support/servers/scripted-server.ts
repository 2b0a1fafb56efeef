import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

export type SeenRequest = {
  readonly method: string;
  /** Path and query as received; they begin with the host if the request came through a relay. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type ScriptedReply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly encoding?: keyof typeof encoders;
  /** Writes the response itself, in place of the other fields. */
  readonly write?: (response: ServerResponse) => void;
};

export type ScriptedServer = {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Sets the answer from now on; `index` counts all requests. */
  readonly play: (answer: (request: SeenRequest, index: number) => ScriptedReply) => void;
  /** Number of requests of this process to the server that have not ended, also of those that have not arrived. */
  readonly openCount: () => number;
  readonly close: () => Promise<void>;
};

const encoders = {
  br: (body: Buffer) => brotliCompressSync(body),
  gzip: (body: Buffer) => gzipSync(body),
  deflate: (body: Buffer) => deflateSync(body),
  rawDeflate: (body: Buffer) => deflateRawSync(body),
};

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null));
}

function send(response: ServerResponse, reply: ScriptedReply): void {
  if (reply.write !== undefined) {
    reply.write(response);
    return;
  }
  const isJson = typeof reply.body !== 'string';
  const plain = bytesOf(reply.body);
  const body = reply.encoding === undefined ? plain : encoders[reply.encoding](plain);
  response.writeHead(reply.status ?? 200, {
    'content-type': isJson ? 'application/json' : 'text/plain',
    ...(reply.encoding !== undefined && {
      'content-encoding': reply.encoding === 'rawDeflate' ? 'deflate' : reply.encoding,
    }),
    ...(reply.status !== 304 && { 'content-length': String(body.length) }),
    ...reply.headers,
  });
  response.end(reply.status === 304 ? undefined : body);
}

// On a busy machine a request may take longer to arrive than a test would wait for something to happen
const requestStarted = 'http.client.request.start';

/** A marketplace on a real socket whose answers are set by a test. */
export async function createScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let answer: (request: SeenRequest, index: number) => ScriptedReply = () => ({ status: 404, body: 'not scripted' });
  let open = 0;
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const seen = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(seen);
      send(response, answer(seen, requests.length - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const counted = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    if (request.getHeader('host') !== host) return;
    open += 1;
    request.once('close', () => {
      open -= 1;
    });
  };
  subscribe(requestStarted, counted);
  return {
    origin: `http://${host}`,
    requests,
    play: (next) => {
      answer = next;
    },
    openCount: () => open,
    close: () =>
      new Promise((resolve) => {
        unsubscribe(requestStarted, counted);
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
