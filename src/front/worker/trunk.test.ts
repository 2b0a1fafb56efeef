import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readerRecord, recordType } from '../trunk-records.ts';
import { Trunk } from './trunk.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** Returns both ends of a connection. */
async function connection(): Promise<{ readonly client: Socket; readonly socket: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  closing.push(
    () => server.close(),
    () => client.destroy(),
    () => socket.destroy(),
  );
  return { client, socket };
}

it('resumes reading from a reader only when neither the book process nor the full trunk holds it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-trunk-'));
  const path = join(folder, 'trunk.sock');
  const book = createServer().listen(path);
  await once(book, 'listening');
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => book.close(),
  );
  const trunk = new Trunk(
    path,
    () => {},
    () => {},
  );
  closing.push(() => trunk.close());
  const [end] = (await once(book, 'connection')) as [Socket];
  closing.push(() => end.destroy());
  const { socket } = await connection();
  socket.resume();
  const toBook = trunk.open(socket, Buffer.from('first'));

  // The other end reads nothing yet
  toBook.sent(Buffer.alloc(4 * 2 ** 20));
  expect(socket.isPaused()).toBe(true);
  end.write(readerRecord(recordType.hold, 1));
  end.resume();
  const other = await connection();
  other.socket.resume();
  const { sent } = trunk.open(other.socket, Buffer.alloc(4 * 2 ** 20));
  await expect.poll(() => other.socket.isPaused()).toBe(false);
  expect(socket.isPaused()).toBe(true);
  end.write(readerRecord(recordType.resume, 1));
  await expect.poll(() => socket.isPaused()).toBe(false);
  sent(Buffer.from('more'));

  // The other way round
  end.pause();
  toBook.sent(Buffer.alloc(4 * 2 ** 20));
  end.write(readerRecord(recordType.hold, 1));
  end.write(readerRecord(recordType.resume, 1));
  end.write(readerRecord(recordType.hold, 2));
  await expect.poll(() => other.socket.isPaused()).toBe(true);
  expect(socket.isPaused()).toBe(true);
  end.resume();
  await expect.poll(() => socket.isPaused()).toBe(false);
});
