import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { askHeader } from './ticket.ts';

/** Header by which a front worker is told to hand its reader over; whatever else the answer is, nobody is given it. */
export const handOverHeader = 'X-Front-Hand-Over';

/** Whether an answer is none, and a worker was told so instead. */
export const isHandOver = (response: ServerResponse): boolean => response.hasHeader(handOverHeader);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers are long, or go on: they are to pass through no front worker, which others would wait for meanwhile. */
    readonly isLong?: boolean;
  }
}

/** Readers that front workers have handed over; they are answered here from then on, like any who came by themselves. */
export class HandedReaders {
  /** What front workers show; null where there are none. */
  readonly #secret: string | null;
  readonly #sockets = new Set<Socket>();
  #goneAll = () => {};

  constructor(secret: string | null) {
    this.#secret = secret;
  }

  /** Tells a worker that asks for a reader to hand it over; false where it is the reader who asks. */
  askFor(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#secret === null || request.method !== 'GET' || request.headers[askHeader] !== this.#secret) return false;
    response.setHeader(handOverHeader, '1');
    response.writeHead(421, { 'content-length': '0' }).end();
    return true;
  }

  /** Takes the connection of a reader who has sent something that nobody has answered. */
  take(server: Server, socket: Socket, sent: Buffer): void {
    if (!server.listening) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#goneAll();
    });
    // As a server has the connections that it accepts itself
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    socket.unshift(sent);
    server.emit('connection', socket);
  }

  /** Resolves once there are none. */
  async gone(): Promise<void> {
    if (this.#sockets.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#goneAll = resolve;
    });
  }
}
