import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type FirstReaderParts, readFirst } from '../../front/first-reader.ts';
import { keepAliveMs, silentMs } from '../../front/limits.ts';
import { connectionArrived } from '../../runtime/turn.ts';
import { ApiError, type ErrorCode, errorBody, quoted } from '../errors.ts';
import { withSingleSlashes } from '../query.ts';
import { endConnection } from './end-connection.ts';
import { inTurn, noteExchange, unansweredOn, unfinishedOn } from './in-turn.ts';

/** Methods of every path for readers. */
export const methods = 'GET, HEAD, OPTIONS';

/**
 * Node answers some bad requests without a body, or not at all; this server answers all of them with the JSON error.
 * `first` answers what it can before Node's parser reads it.
 */
export function createHttpServer(listener: RequestListener, first: Omit<FirstReaderParts, 'unanswered'>): Server {
  const limits = {
    maxHeaderSize: 32_768,
    headersTimeout: silentMs,
    requestTimeout: 30_000,
    // How often Node looks for connections beyond these limits
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: keepAliveMs,
  };
  const hosted: RequestListener = (request, response) => {
    // Before anything looks at it: guards, caches and routes all see the same path
    if (request.url !== undefined) request.url = withSingleSlashes(request.url);
    noteExchange(request, response);
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      const refusal = new ApiError('BAD_REQUEST', 'the Host header is missing, which HTTP/1.1 requires');
      refuseInTurn(request.socket, response, refusal);
    } else listener(request, response);
  };
  const server = createServer({ ...limits, requireHostHeader: false }, hosted);
  readFirst(server, { ...first, unanswered: unansweredOn });
  return (
    server
      .on('connection', connectionArrived)
      .on('clientError', refuse)
      // RFC 9110 allows servers to ignore an unknown expectation
      .on('checkExpectation', hosted)
      .on('connect', ({ url }, socket) => {
        const found = `this is not a proxy and opens no tunnel to ${quoted(url ?? '')}`;
        refuseInTurn(socket, null, new ApiError('METHOD_NOT_ALLOWED', found, { allow: methods }));
      })
  );
}

const unreadable = ['BAD_REQUEST', 'this is not a readable HTTP/1.1 request'] as const;

// By the codes of Node's parser
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'the address and headers together are longer than 32 KiB; shorten them'],
  HPE_INVALID_URL: ['BAD_REQUEST', 'the address is not readable; percent-encode everything in it that is not ASCII'],
};

/** Sockets that are being sent an error, or will be. */
const refused = new WeakSet<Duplex>();

/** Responds to a malformed HTTP request after the requests before it; ignores the rest of the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || hasSentNothing(socket)) {
    socket.destroy();
    return;
  }
  // What cannot be read is part of a request that is being handled, or another request
  const refusal = new ApiError(...(refusals[error.code ?? ''] ?? unreadable));
  refuseInTurn(socket, unfinishedOn(socket), refusal);
}

/** Whether a client has let the time for its request pass in silence. */
const hasSentNothing = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

function refuseInTurn(socket: Duplex, replaced: Parameters<typeof inTurn>[1], refusal: ApiError): void {
  refused.add(socket);
  inTurn(socket, replaced, () => {
    const isAnswered = replaced?.headersSent === true;
    endConnection(socket, isAnswered ? '' : textOf(refusal));
  });
}

function textOf(refusal: ApiError): string {
  const body = errorBody(refusal);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...refusal.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('')}\r\n${body}`;
}
