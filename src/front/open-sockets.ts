import type { Socket } from 'node:net';

/** Open connections that a server does not count, because it did not accept them itself. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  #goneAll = () => {};

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#goneAll();
    });
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves once none is open. */
  async gone(): Promise<void> {
    if (this.#sockets.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#goneAll = resolve;
    });
  }
}
