import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Forwards bytes to a port until `cut` is called; later connections are forwarded to the target set by then. */
export async function createCuttingProxy(port: number) {
  let target: number | null | Promise<number | null> = port;
  const open = new Set<Socket>();
  const server = createServer(async (near) => {
    near.on('error', () => {});
    const to = await target;
    if (to === null || near.destroyed) {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** The target of new connections; null refuses them, and a pending promise makes them wait. */
    leadTo: (next: number | null | Promise<number | null>): void => {
      target = next;
    },
    close: (): void => {
      server.close();
      cut();
    },
  };
}
