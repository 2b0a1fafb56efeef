import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { converse } from '../../../test/support/network/raw-conversation.ts';
import { holds } from '../../../test/support/time/until.ts';
import { createAdmission, readersPerTurn } from '../../runtime/admission.ts';
import { CachedAnswers } from '../cached-answers.ts';
import { handOverHeader } from '../main-process/handed-readers.ts';
import { Trunks } from '../main-process/trunks.ts';
import { askHeader, ticketHeader } from '../ticket.ts';
import { BookSide } from './book-side.ts';
import { Hits } from './hits.ts';
import { accepting, Reader, type ReaderParts } from './reader.ts';
import { Trunk } from './trunk.ts';

const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const opened: { readonly close: () => unknown }[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const server of opened.splice(0)) server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A front worker's reader in front of a server that answers with tickets. */
async function open(
  answerWith: RequestListener = (_, response) => response.end('b'),
  backlog?: number,
  more: Pick<ReaderParts, 'silentMs'> = {},
  reached: () => void = () => {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-reader-'));
  folders.push(folder);
  const path = join(folder, 'book.sock');
  const requested: string[] = [];
  const http = createHttpServer((incoming, response) => {
    requested.push(incoming.url ?? '');
    if (incoming.headers[askHeader] === 'secret') response.setHeader(ticketHeader, `5000 key ${incoming.url}`);
    answerWith(incoming, response);
  });
  http.on('connection', reached);
  await new Promise<void>((resolve) => http.listen({ path, ...(backlog !== undefined && { backlog }) }, resolve));
  const startedAt = Date.now();
  let elapsed = 0;
  let isTrusted = true;
  const answers = new CachedAnswers({ byteLimit: 1e6, now: () => startedAt + elapsed, isTrusted: () => isTrusted });
  const hits = new Hits();
  const book = new BookSide(path);
  const trunks = new Trunks(http);
  const trunkPath = join(folder, 'trunk.sock');
  await trunks.open(trunkPath);
  const trunk = await new Promise<Trunk>((resolve) => {
    const made: Trunk = new Trunk(
      trunkPath,
      () => resolve(made),
      () => {},
    );
  });
  const handed: string[] = [];
  let connections = 0;
  const closed = (): void => {
    connections -= 1;
  };
  const front = createServer(accepting, (socket) => {
    connections += 1;
    new Reader(socket, {
      answers,
      hits,
      book,
      trunk,
      admit: createAdmission(readersPerTurn),
      secret: 'secret',
      handOver: (reader, sent) => {
        handed.push(sent.toString());
        reader.destroy();
      },
      unreadMs: 1_000,
      ...more,
      closed,
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  opened.push(http, front, trunk, trunks);
  const address = { host: '127.0.0.1', port: (front.address() as AddressInfo).port };
  const count = () => requested.filter((url) => url === '/a').length;
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
  };
  const distrust = () => {
    isTrusted = false;
  };
  return { address, answers, hits, count, pass, distrust, handed, connections: () => connections };
}

describe('a connection of a reader', () => {
  it('that sends nothing is closed without an answer, and without a word to the book process', async () => {
    let reached = 0;
    const { address } = await open(undefined, undefined, { silentMs: 50 }, () => {
      reached += 1;
    });
    const socket = connect(address);

    expect(await textOf(socket)).toBe('');
    expect(reached).toBe(0);
  });

  it('gets a cached response to the same bytes', async () => {
    const { address, count, hits } = await open();
    const first = await converse(address, [request, last]);
    const again = await converse(address, [request, request, request, last]);

    expect(count()).toBe(1);
    expect(again.split('HTTP/1.1 200 OK')).toHaveLength(5);
    expect(again.startsWith(first.slice(0, first.indexOf('\r\n\r\n') + 5))).toBe(true);
    expect(again).not.toMatch(/x-front/i);
    expect(hits.take()).toEqual([{ keyId: 'key', route: '/a', status: 200, count: 3 }]);
    expect(hits.take()).toEqual([]);
  });

  it.each<[when: string, change: (opened: Awaited<ReturnType<typeof open>>) => void]>([
    ['the keys have changed', ({ answers }) => answers.forget()],
    ['nothing was heard of the keys for a moment', ({ distrust }) => distrust()],
    ['its ticket has run out', ({ pass }) => pass(5_001)],
  ])('asks again once %s', async (_, change) => {
    const front = await open();
    await converse(front.address, [request, last]);
    change(front);
    await converse(front.address, [request, last]);

    expect(front.count()).toBe(2);
  });

  it('is handed over with everything it has sent when the book process requests it', async () => {
    const long = 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n';
    const front = await open(({ headers, url }, response) => {
      if (url !== '/long' || headers[askHeader] !== 'secret') response.end('b');
      else setTimeout(() => response.writeHead(421, { [handOverHeader]: '1' }).end(), 60);
    });
    await converse(front.address, [request, long]);
    await converse(front.address, [[long, request]]);

    expect(front.handed).toEqual([long, long + request]);
    expect(front.connections()).toBe(0);
  });

  it('gets responses in order when it pipelines requests', async () => {
    const { address } = await open(({ url }, response) => {
      setTimeout(() => response.end(`that was ${url}`), url === '/a' ? 60 : 0);
    });
    const socket = connect(address);
    socket.write(request);
    setTimeout(() => socket.write(request.replace('/a', '/b') + last.replace('/end', '/c')), 20);
    const answered = await textOf(socket);

    expect(answered.match(/that was \/./g)).toEqual(['that was /a', 'that was /b', 'that was /c']);
  });

  it('never gets a response to different bytes', async () => {
    const { address, count } = await open();
    const other = request.replace('Host: a', 'Host: b');
    await converse(address, [request, other, last]);

    expect(count()).toBe(2);
  });

  it.each([
    ['a body', 'GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx'],
    ['bare line feeds', 'GET /a HTTP/1.1\nHost: a\n\n'],
    ['two at once', request + request],
  ])('gives no ticket to what could be read in two ways: %s', async (_, text) => {
    const { address, count, hits } = await open((incoming, response) => {
      incoming.resume();
      response.end('b');
    });
    await converse(address, [text, last]).catch(() => undefined);
    const requested = count();
    await converse(address, [text, last]).catch(() => undefined);

    expect(count()).toBe(2 * requested);
    expect(hits.take()).toEqual([]);
  });

  it('is closed when it does not read a response and the book process may be gone', async () => {
    const { address, connections } = await open((_, response) => {
      response.write(Buffer.alloc(32 * 2 ** 20), () => {});
      setTimeout(() => response.destroy(), 500);
    });
    const reader = connect(address);
    reader.pause();
    reader.write(request);
    await expect.poll(connections).toBe(1);

    await expect.poll(connections, { interval: 500 }).toBe(0);
    reader.destroy();
  });

  it.each<[when: string, answerWith: RequestListener]>([
    ['before a response', (_, response) => void response.destroy()],
    [
      'within a response',
      (_, response) => {
        response.write(Buffer.alloc(32_768), () => response.destroy());
      },
    ],
  ])('is closed when the book process ends its own connection %s', async (_, answerWith) => {
    const { address, count, connections } = await open(answerWith);
    const reader = connect({ ...address, allowHalfOpen: true });
    reader.pause();
    await new Promise<void>((resolve) => reader.write(request, () => resolve()));

    await holds(() => count() > 0, 'the request');
    await holds(() => connections() === 0, 'the end of the connection');
    reader.destroy();
  });

  it('is served however many connect at once, as soon as the book process accepts another connection', async () => {
    const { address, connections } = await open(undefined, 1);
    const readers = Array.from({ length: 100 }, () => connect(address));
    await expect.poll(connections).toBe(readers.length);

    // Different bytes for each, so that none comes from the cache
    for (const [number, reader] of readers.entries()) reader.write(last.replace('Host: a', `Host: a${number}`));
    const answers = await Promise.all(readers.map((reader) => textOf(reader)));

    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(readers.length);
  });

  it('retries on another connection when the pooled one was closed meanwhile', async () => {
    const sockets = new Set<{ destroy: () => unknown }>();
    const { address, count, answers } = await open((incoming, response) => {
      sockets.add(incoming.socket);
      response.end('b');
    });
    await converse(address, [request, last]);
    for (const socket of sockets) socket.destroy();
    answers.forget();

    expect(await converse(address, [request, last])).toMatch(/^HTTP\/1.1 200/);
    expect(count()).toBe(2);
  });
});
