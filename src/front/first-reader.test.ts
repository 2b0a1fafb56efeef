import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { converse } from '../../test/support/network/raw-conversation.ts';
import { holds } from '../../test/support/time/until.ts';
import { noteExchange, unansweredOn } from '../api/server/in-turn.ts';
import { CachedAnswers } from './cached-answers.ts';
import { readFirst } from './first-reader.ts';
import { OpenSockets } from './open-sockets.ts';
import type { PlainRequest } from './request.ts';

const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const other = request.replace('/a', '/b');
const last = 'GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers at once, without its parser, what begins with /a. */
async function open(
  change: {
    readonly body?: string;
    readonly leftMs?: number;
    readonly listener?: RequestListener;
    readonly accepted?: (socket: Socket) => void;
  } = {},
) {
  const { body = 'first', leftMs = 5_000, listener = (_, response) => response.end('parsed') } = change;
  const parsed: string[] = [];
  const counts = { asked: 0, repeated: 0 };
  const server = createServer((incoming, response) => {
    noteExchange(incoming, response);
    parsed.push(incoming.url ?? '');
    listener(incoming, response);
  });
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nDate: ${new Date(0).toUTCString()}\r\n\r\n`;
  const answerAtOnce = ({ url }: PlainRequest) => {
    if (!url.startsWith('/a')) return null;
    counts.asked += 1;
    const repeat = () => {
      counts.repeated += 1;
      return true;
    };
    return { head, body: Buffer.from(body), leftMs, repeat };
  };
  const sockets = new OpenSockets();
  const answers = new CachedAnswers({ byteLimit: 2 ** 24, now: Date.now, isTrusted: () => true });
  readFirst(server, { answers, answerAtOnce, unanswered: unansweredOn, sockets });
  if (change.accepted !== undefined) server.prependListener('connection', change.accepted);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return { address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, parsed, counts, sockets };
}

describe("a connection that is read before Node's parser", () => {
  it('is answered without the parser, once the parser has read one request', async () => {
    const { address, parsed, counts } = await open();
    const received = await converse(address, [request, request, request, request, other, request, last]);

    expect(received.match(/parsed|first/g)).toEqual(['parsed', ...Array(3).fill('first'), 'parsed', 'first', 'parsed']);
    expect(parsed).toEqual(['/a', '/b', '/end']);
    expect(counts).toEqual({ asked: 1, repeated: 3 });
  });

  it('gets nothing a second time that is given only once', async () => {
    const { address, counts } = await open({ leftMs: 0 });
    await converse(address, [request, request, request, last]);

    expect(counts).toEqual({ asked: 2, repeated: 0 });
  });

  it.each([
    ['two requests at once', [other + request]],
    ['a request in two pieces', [[request.slice(0, 9), request.slice(9)]]],
    ['a request with a body', ['POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx']],
  ])('is left to the parser after %s', async (_, unusual) => {
    const { address, counts } = await open();
    const received = await converse(address, [other, ...unusual]);
    expect(received).toContain('parsed');
    await converse(address, [other, ...unusual, last]).catch(() => '');

    expect(counts.asked).toBe(0);
  });

  it('gets its answers in order, though one comes late', async () => {
    const { address } = await open({
      listener: ({ url }, response) => void setTimeout(() => response.end('parsed'), url === '/b' ? 60 : 0),
    });
    const socket = connect(address);
    socket.write(other);
    setTimeout(() => socket.write(request), 20);
    setTimeout(() => socket.write(last), 40);

    expect((await textOf(socket)).match(/parsed|first/g)).toEqual(['parsed', 'parsed', 'parsed']);
  });

  it('is not read further while its answers are not read', async () => {
    const { address, counts } = await open({ body: 'x'.repeat(200_000) });
    const socket = connect(address);
    socket.write(other);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const max = 200;
    let sent = 0;
    for (let isStill = false; !isStill && sent < max; ) {
      sent += 1;
      socket.write(request);
      isStill = await Promise.race([
        holds(() => counts.asked + counts.repeated === sent, 'an answer').then(() => false),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 500)),
      ]);
    }

    expect(sent).toBeLessThan(max);
    socket.resume();
    await holds(() => counts.asked + counts.repeated === sent, 'the last answer, once it reads');
    socket.destroy();
  });

  it('is open until it is closed, and closed with the other side', async () => {
    const { address, sockets } = await open();
    const socket = connect(address);
    socket.write(other);
    await new Promise((resolve) => socket.once('data', resolve));
    let isGone = false;
    const gone = sockets.gone().then(() => {
      isGone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isGone).toBe(false);
    socket.end();

    await gone;
  });

  it('is left to the parser where Node does not allow it', async () => {
    const accepted = (socket: Socket): void => {
      Object.assign((socket as unknown as { _handle: object })._handle, { useUserBuffer: undefined });
    };
    const { address, parsed } = await open({ accepted });
    await converse(address, [request, request, last]);

    expect(parsed).toEqual(['/a', '/a', '/end']);
  });
});
