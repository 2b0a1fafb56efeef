import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** One request that a node made of a host, or one connection that it listened on. */
export type Asked = { readonly by: string; readonly host: string; readonly from: number; to: number };

export type WatchedRelay = { readonly origin: string; readonly close: () => Promise<void> };

/** Passes on what one node asks of a stage, and notes when. */
export async function startWatchedRelay(by: string, target: string, asked: Asked[]): Promise<WatchedRelay> {
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
    for (const side of [onward, socket]) side.on('error', over).on('close', over);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Moments in which two nodes asked one host. */
export function askedByTwo(asked: readonly Asked[]): string[] {
  const found: string[] = [];
  for (const host of new Set(asked.map((one) => one.host))) {
    const ofHost = asked.filter((one) => one.host === host).sort((a, b) => a.from - b.from);
    for (const [at, one] of ofHost.entries())
      for (const other of ofHost.slice(at + 1)) {
        if (other.from >= one.to) continue;
        if (other.by !== one.by) found.push(`${host}: ${one.by} until ${one.to}, ${other.by} from ${other.from}`);
      }
  }
  return found;
}
