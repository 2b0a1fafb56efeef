import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Connection = {
  /** Says a message; one without an id is no place to go on from. */
  readonly say: (message: object, id?: string) => void;
  readonly comment: () => void;
  readonly cut: () => void;
  readonly response: ServerResponse;
  /** The id after which the reader goes on. */
  readonly after: string | undefined;
  readonly isClosed: () => boolean;
};

/** A stream of server-sent events that says what a test tells it to, on each connection in turn; the last one repeats. */
export async function serveScript(scripts: readonly ((connection: Connection) => void)[]) {
  const connections: Connection[] = [];
  const server = createServer((request, response) => {
    let isClosed = false;
    response.on('close', () => {
      isClosed = true;
    });
    const begin = (): void => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    };
    const after = request.headers['last-event-id'];
    const connection: Connection = {
      say(message, id) {
        begin();
        response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
      },
      comment() {
        begin();
        response.write(':\n\n');
      },
      // Once what was said has left
      cut: () => void response.write('', () => setImmediate(() => response.destroy())),
      response,
      after: typeof after === 'string' ? after : undefined,
      isClosed: () => isClosed,
    };
    connections.push(connection);
    scripts[Math.min(connections.length, scripts.length) - 1]?.(connection);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'secret' },
    connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const subscribed = (recovered?: boolean) => ({
  type: 'subscribed',
  ...(recovered !== undefined && { recovered }),
});

export const offer = (id: string, priceUSD: number, more: object = {}) => ({
  type: 'offer',
  eventType: 'Added',
  id,
  marketplace: 'SkinPort',
  game: 'CS2',
  timestamp: 1,
  data: { name: 'Made-up Case', priceUSD },
  ...more,
});

export const snapshotEnd = { type: 'snapshotEnd', timestamp: 1, epoch: 'e', sequence: 1, count: 0 };
