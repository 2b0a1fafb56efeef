import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export type FrameServer = {
  /** What a collector takes as its relay. */
  readonly origin: string;
  /** Paths that were opened, the host first. */
  readonly opened: string[];
  readonly close: () => Promise<void>;
};

/** A WebSocket server that sends what it is told, byte for byte; `said` is called for every text of the client. */
export async function createFrameServer(
  entered: (socket: WebSocket) => void,
  said: (text: string, socket: WebSocket) => void = () => undefined,
): Promise<FrameServer> {
  const opened: string[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket, request) => {
    opened.push(request.url ?? '');
    socket.on('message', (data) => said(String(data), socket));
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
