import { connect, type Socket } from 'node:net';

// Below the 65 s after which the other side closes an idle connection
const idleMs = 30_000;

const events = ['data', 'end', 'close', 'timeout'] as const;

/** Pool of connections to the book process. */
export class BookSide {
  readonly #path: string;
  readonly #idle = new Map<Socket, () => void>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The most recently used idle connection; null when there is none. */
  takeIdle(): Socket | null {
    const socket = [...this.#idle.keys()].at(-1);
    if (socket === undefined) return null;
    this.#release(socket);
    socket.setTimeout(0);
    return socket;
  }

  open(): Socket {
    return connect({ path: this.#path, allowHalfOpen: true }).on('error', () => {});
  }

  /** Returns a connection without a request in progress to the pool. */
  giveBack(socket: Socket): void {
    if (socket.destroyed || socket.readableEnded || socket.writableEnded) {
      socket.destroy();
      return;
    }
    // No request is in progress, so any event means that the connection is unusable
    const drop = () => {
      this.#release(socket);
      socket.destroy();
    };
    for (const event of events) socket.on(event, drop);
    socket.setTimeout(idleMs);
    this.#idle.set(socket, drop);
  }

  close(): void {
    for (const drop of [...this.#idle.values()]) drop();
  }

  #release(socket: Socket): void {
    const drop = this.#idle.get(socket);
    if (drop === undefined) return;
    for (const event of events) socket.off(event, drop);
    this.#idle.delete(socket);
  }
}
