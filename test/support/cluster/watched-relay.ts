import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** One request that a node sent to a host, or one connection that it kept open. */
export type WatchedRequest = { readonly by: string; readonly host: string; readonly from: number; to: number };

export type WatchedRelay = { readonly origin: string; readonly close: () => Promise<void> };

/** Forwards a node's requests to a stage, and records when they were made. */
export async function startWatchedRelay(
  by: string,
  target: string,
  requests: WatchedRequest[],
  host = '127.0.0.1',
): Promise<WatchedRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const note = (path = ''): WatchedRequest => {
    const one = { by, host: path.split('/')[1] ?? '', from: performance.now(), to: Number.POSITIVE_INFINITY };
    requests.push(one);
    return one;
  };
  const ended = (one: WatchedRequest): void => {
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
      // A node that has ended its half of the connection requests nothing more
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

/** A period in which a node could do nothing, not even close a connection. */
export type Halt = { readonly by: string; readonly from: number; readonly to: number };

// What a node needs to notice that it was halted, and to close its open connections
const wakeMs = 1_000;
// A busy relay may see the end of one connection and the beginning of another in either order
const eitherOrderMs = 50;

/**
 * Moments in which two nodes were reading one host. A connection that a halted node left open does not count if the
 * other was opened during the halt, or before the node can have noticed it, and one of them is closed as soon as it is
 * awake.
 */
export function requestedByTwo(requests: readonly WatchedRequest[], halts: readonly Halt[] = []): string[] {
  const isLeftOpen = (one: WatchedRequest, other: WatchedRequest): boolean =>
    halts.some(
      ({ by, from, to }) =>
        by === one.by && other.from >= from && other.from <= to + wakeMs && Math.min(one.to, other.to) <= to + wakeMs,
    );
  const found: string[] = [];
  for (const host of new Set(requests.map((one) => one.host))) {
    const ofHost = requests.filter((one) => one.host === host).sort((a, b) => a.from - b.from);
    for (const [at, one] of ofHost.entries())
      for (const other of ofHost.slice(at + 1)) {
        if (other.from >= one.to - eitherOrderMs || other.by === one.by || isLeftOpen(one, other)) continue;
        found.push(`${host}: ${one.by} until ${one.to}, ${other.by} from ${other.from}`);
      }
  }
  return found;
}
