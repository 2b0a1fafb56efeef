import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export type FrameServer = {
  /** To be set as a collector's relay. */
  readonly origin: string;
  /** Paths of the connections opened, beginning with the host. */
  readonly opened: string[];
  readonly close: () => Promise<void>;
};

/** A WebSocket server that sends given frames byte for byte; `received` is called for every text from the client. */
export async function createFrameServer(
  entered: (socket: WebSocket) => void,
  received: (text: string, socket: WebSocket) => void = () => undefined,
): Promise<FrameServer> {
  const opened: string[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket, request) => {
    opened.push(request.url ?? '');
    socket.on('message', (data) => received(String(data), socket));
    entered(socket);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    opened,
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
