import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** One request that a node made of a host, or one connection that it listened on. */
export type Asked = { readonly by: string; readonly host: string; readonly from: number; to: number };

export type WatchedRelay = { readonly origin: string; readonly close: () => Promise<void> };

/** Passes on what one node asks of a stage, and notes when. */
export async function startWatchedRelay(
  by: string,
  target: string,
  asked: Asked[],
  host = '127.0.0.1',
): Promise<WatchedRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const note = (path = ''): Asked => {
    const one = { by, host: path.split('/')[1] ?? '', from: performance.now(), to: Number.POSITIVE_INFINITY };
    asked.push(one);
    return one;
  };
  const ended = (one: Asked): void => {
    one.to = Math.min(one.to, performance.now());
  };
  const server = createServer((request, response) => {
    const one = note(request.url);
    const { method, url, headers } = request;
    const onward = forward({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      ended(one);
      onward.destroy();
    });
    request.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    const one = note(request.url);
    const onward = connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    const over = (): void => {
      ended(one);
      onward.destroy();
      socket.destroy();
    };
    for (const side of [onward, socket]) {
      // Whoever has ended it asks for nothing more
      side.on('end', () => ended(one));
      side.on('error', over).on('close', over);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** When a node could do nothing, not even close a connection. */
export type Halt = { readonly by: string; readonly from: number; readonly to: number };

// What a node needs to see that it was away, and to close what it had open
const wakeMs = 1_000;
// The end of one connection and the beginning of another are read in either order by whoever was busy meanwhile
const eitherOrderMs = 50;

/**
 * Moments in which two nodes asked one host. A connection that a halted node has left open is none of them, if another
 * was opened while it was halted, or before it can have seen that it was, and it is closed as soon as it is awake.
 */
export function askedByTwo(asked: readonly Asked[], halts: readonly Halt[] = []): string[] {
  const isLeftOpen = (one: Asked, other: Asked): boolean =>
    halts.some(
      ({ by, from, to }) =>
        by === one.by && other.from >= from && other.from <= to + wakeMs && Math.min(one.to, other.to) <= to + wakeMs,
    );
  const found: string[] = [];
  for (const host of new Set(asked.map((one) => one.host))) {
    const ofHost = asked.filter((one) => one.host === host).sort((a, b) => a.from - b.from);
    for (const [at, one] of ofHost.entries())
      for (const other of ofHost.slice(at + 1)) {
        if (other.from >= one.to - eitherOrderMs || other.by === one.by || isLeftOpen(one, other)) continue;
        found.push(`${host}: ${one.by} until ${one.to}, ${other.by} from ${other.from}`);
      }
  }
  return found;
}
