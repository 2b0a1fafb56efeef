import { connect, type Socket } from 'node:net';

// Below the 65 s after which the other side ends what is idle
const idleMs = 30_000;

const events = ['data', 'end', 'close', 'timeout'] as const;

/** Connections to the process of the book, kept for the next request. */
export class BookSide {
  readonly #path: string;
  readonly #idle = new Map<Socket, () => void>();

  constructor(path: string) {
    this.#path = path;
  }

  /** One that was used before, the youngest; null where there is none. */
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

  /** Gives one back on which nothing is under way. */
  giveBack(socket: Socket): void {
    if (socket.destroyed || socket.readableEnded || socket.writableEnded) {
      socket.destroy();
      return;
    }
    // Whatever comes now was asked by nobody
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
