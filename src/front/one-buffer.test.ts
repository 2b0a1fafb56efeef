import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { intoOneBuffer } from './one-buffer.ts';
import { accepting } from './worker/reader.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** An echo server, with the number of its open connections. */
async function echo(change: (accepted: Socket) => void) {
  const isOwn: boolean[] = [];
  let connections = 0;
  const server = createServer(accepting, (accepted) => {
    change(accepted);
    const echoed = (bytes: Buffer): boolean => {
      if (!socket.write(Buffer.from(bytes))) {
        socket.pause();
        socket.once('drain', () => socket.resume());
      }
      return true;
    };
    const socket = intoOneBuffer(accepted, echoed) ?? accepted.on('data', echoed).resume();
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    connections += 1;
    socket.on('close', () => {
      connections -= 1;
    });
    isOwn.push(socket === accepted);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { isOwn, connections: () => connections, open: () => connect(port, '127.0.0.1') };
}

const withoutBuffers = (accepted: Socket): void => {
  Object.assign((accepted as unknown as { _handle: object })._handle, { useUserBuffer: undefined });
};

describe.each([
  ['as Node is', () => {}, false],
  ['where Node takes no buffer for it', withoutBuffers, true],
] as const)('a connection that is read into one buffer, %s', (_, change, isExpected) => {
  it('receives every byte and the end, and is closed then', async () => {
    const { isOwn, connections, open } = await echo(change);
    const texts = ['a', 'b'.repeat(200_000), 'c'.repeat(3_000_000)];
    const clients = texts.map(open);
    const received = clients.map((client) => textOf(client));
    for (const [at, client] of clients.entries()) client.write(texts[at] ?? '');
    await expect.poll(connections).toBe(texts.length);
    for (const client of clients) client.end();

    expect(await Promise.all(received)).toEqual(texts);
    await expect.poll(connections).toBe(0);
    expect(isOwn).toEqual(texts.map(() => isExpected));
  });

  it('is closed when the other side resets it', async () => {
    const { connections, open } = await echo(change);
    const client = open();
    client.write('a');
    await once(client, 'data');
    client.resetAndDestroy();

    await expect.poll(connections).toBe(0);
  });
});
