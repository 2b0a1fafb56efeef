import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ApiError, errorBody } from '../errors.ts';
import { endConnection } from '../server/end-connection.ts';

/** Sends an HTTP response on a bare socket and ends it. */
export function answerOn(
  socket: Duplex,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const all = {
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  endConnection(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines.join('')}\r\n${body}`);
}

/** Sends an error as every route does. */
export const refuseOn = (socket: Duplex, error: ApiError): void =>
  answerOn(socket, error.status, 'application/json; charset=utf-8', errorBody(error), error.headers);

/**
 * Handles a request as if it had not offered an upgrade, as RFC 9110 allows. Some HTTP clients offer h2c with every
 * request, and Node emits all of these as upgrades.
 */
export function answerPlainly(server: Server, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.once('finish', () => endConnection(socket, ''));
  // An upgrade always comes on a net.Socket; only the types are wider
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  server.emit('request', request, response);
}
