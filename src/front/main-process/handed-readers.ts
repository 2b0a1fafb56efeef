import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenSockets } from '../open-sockets.ts';
import { askHeader } from '../ticket.ts';

/** Header that tells a front worker to hand over its reader; the rest of the response is discarded. */
export const handOverHeader = 'X-Front-Hand-Over';

/** Whether a response only tells a front worker to hand over its reader. */
export const isHandOver = (response: ServerResponse): boolean => response.hasHeader(handOverHeader);

/** Readers handed over by front workers; from then on this process serves them like readers that connected directly. */
export class HandedReaders {
  /** Front workers identify themselves with it; null when there are none. */
  readonly #secret: string | null;
  readonly #sockets: OpenSockets;

  constructor(secret: string | null, sockets: OpenSockets) {
    this.#secret = secret;
    this.#sockets = sockets;
  }

  /** If the request comes through a front worker, tells it to hand over its reader; false for a direct request. */
  handToFront(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#secret === null || request.method !== 'GET' || request.headers[askHeader] !== this.#secret) return false;
    response.setHeader(handOverHeader, '1');
    response.writeHead(421, { 'content-length': '0' }).end();
    return true;
  }

  /** Takes over a reader's connection. `sent` is the request that is not answered yet. */
  take(server: Server, socket: Socket, sent: Buffer): void {
    if (!server.listening) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    // As a server configures the connections it accepts itself
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    socket.unshift(sent);
    server.emit('connection', socket);
  }
}
