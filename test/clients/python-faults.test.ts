import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { pythonEnvironment } from '../support/client/python.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { createScriptedServer, type ScriptedReply } from '../support/servers/scripted-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function run(script: string, ...words: readonly string[]): Promise<string> {
  const child = spawn(programFor('python3-websockets'), ['-c', script, ...words], {
    env: pythonEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = await text(child.stdout);
  return out.trim();
}

async function scripted(answer: (index: number) => ScriptedReply) {
  const server = await createScriptedServer();
  server.play((_, index) => answer(index));
  closing.push(() => server.close());
  return server;
}

const ask = `
import sys
from itemtape import Tape, TapeError
try:
    print(Tape(sys.argv[1], "secret-key", retries=int(sys.argv[2]), timeout=1).value("CS2", ["x"]))
except TapeError as error:
    print(error.status, error.code, error)
`;

needing('python3-websockets').describe('the client in Python', () => {
  it.each([
    ['the page of a proxy', { body: '<html>log in' }, 'status 200, text/plain, "<html>log in"'],
    ['null', { body: null }, 'status 200, application/json, "null"'],
    ['nothing', { status: 204, body: '' }, 'status 204, text/plain, empty'],
  ])('says what the answer is instead of JSON: %s', async (_, reply, found) => {
    const { origin } = await scripted(() => reply);

    expect(await run(ask, origin, '0')).toBe(`None None ${origin} gave no readable answer: ${found}`);
  });

  it('does not take the errors of gateways for those of the service', async () => {
    const { origin } = await scripted(() => ({ status: 400, body: { error: { message: 'no' }, code: 5 } }));

    expect(await run(ask, origin, '0')).toBe('400 None the service answered 400');
  });

  it('does not wait if the service asks for more than a minute', async () => {
    const { origin, requests } = await scripted(() => ({ status: 429, headers: { 'retry-after': '61' }, body: {} }));

    expect(await run(ask, origin, '3')).toBe('429 None the service answered 429');
    expect(requests).toHaveLength(1);
  });

  it('does not ask again for a past that is not kept', async () => {
    const { origin, requests } = await scripted(() => ({ status: 503, body: { error: 'no', code: 'NO_DATABASE' } }));

    expect(await run(ask, origin, '3')).toBe('503 NO_DATABASE no');
    expect(requests).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])('follows a redirect with %i on the same host, unchanged', async (status) => {
    const { origin, requests } = await scripted((index) =>
      index === 0 ? { status, headers: { location: '/below' }, body: '' } : { body: { ok: true } },
    );

    expect(await run(ask, origin, '0')).toBe("{'ok': True}");
    expect(requests[1]).toMatchObject({ method: 'POST', url: '/below', headers: { 'x-api-key': 'secret-key' } });
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  it('sends the key to no other host, and says where the redirect leads', async () => {
    const other = await scripted(() => ({ body: {} }));
    const location = `${other.origin}/login?token=hidden`;
    const { origin } = await scripted(() => ({ status: 302, headers: { location }, body: '' }));
    const out = await run(ask, origin, '0');

    expect(out).toBe(
      `302 None the service answered 302, a redirect to ${other.origin}/login; if the service is there, give its address as url`,
    );
    expect(other.requests).toHaveLength(0);
  });

  it('gives up an answer that trickles', async () => {
    const { origin } = await scripted(() => ({
      write: (response) => {
        response.writeHead(200).write('[');
        const trickle = setInterval(() => response.write('1,'), 100);
        response.on('close', () => clearInterval(trickle));
      },
    }));

    expect(await run(ask, origin, '0')).toContain('the answer was not complete after 1 s');
  });

  it.each([
    ['its header lines', 'HTTP/1.1 200 OK\r\n', 'x: 1\r\n'],
    ['its status line', 'HTTP/1.1 200 O', 'K'],
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('gives up an answer that trickles before its body, in %s', async (_, start, more) => {
    const server = createNetServer((socket) => {
      socket.on('error', () => {});
      socket.write(start);
      const trickle = setInterval(() => socket.write(more), 100);
      socket.on('close', () => clearInterval(trickle));
      closing.push(() => socket.destroy());
    }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    expect(await run(ask, origin, '0')).toBe(
      `None None ${origin} gave no answer: the answer was not complete after 1 s`,
    );
  });

  it('shows neither the key nor a password in an error', async () => {
    const script = `
from itemtape import Tape, TapeError
for url, key in (("http://127.0.0.1:1", "hidden\\n"), ("http://127.0.0.1:1", "hidden\\u00e9"), ("http://me:hidden@127.0.0.1:1", "k"), ("http://[::1", "k"), ("http://", "k")):
    try:
        print(Tape(url, key, retries=0).rates())
    except TapeError as error:
        print(error.code, error)
`;
    const key = 'INVALID_PARAMS key contains a character that no key has; copy it again';
    const example = 'give the URL of the service, such as http://127.0.0.1:7400';

    expect((await run(script)).split('\n')).toEqual([
      key,
      key,
      'INVALID_PARAMS url contains a user name or password, which cannot be sent; remove it',
      `INVALID_PARAMS http://[::1 is not a URL; ${example}`,
      `INVALID_PARAMS http:// is not a URL; ${example}`,
    ]);
  });

  const listen = `
import asyncio, sys, time
from itemtape import Tape, TapeError

states = []

async def read():
    async for message in Tape(sys.argv[1], "secret-key").messages(on_connection=lambda state, why: states.append(why)):
        pass

try:
    asyncio.run(asyncio.wait_for(read(), 1))
except TapeError as error:
    print(error.code, error)
except asyncio.TimeoutError:
    print(states[-1] if states else "cancelled")
`;

  it.each([
    ['oops', 'None the stream delivered something that is not a message: oops'],
    ['[]', 'None the stream delivered something that is not a message: []'],
    [Buffer.from([255]), 'None the stream delivered something that is not a message: \ufffd'],
    ['{"type":"error","message":"no"}', 'None no'],
    ['{"type":"error"}', 'None the stream reported {"type": "error"}'],
    ['{"type":"error","code":{},"message":"no"}', 'None no'],
  ])('raises a TapeError for the message %s', async (message, shown) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    closing.push(() => server.close());
    server.on('connection', (socket: WebSocket) => socket.send(message));
    await once(server, 'listening');

    expect(await run(listen, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe(shown);
  });

  it.each([
    ['a redirect', 'HTTP/1.1 301 X\r\nlocation: http://a.test/ws?apiKey=secret-key\r\n\r\n', 'http://a.test/ws isn'],
    ['a page', 'HTTP/1.1 200 X\r\ncontent-length: 0\r\n\r\n', 'the service answered 200 instead'],
    ['silence', '', 'cancelled'],
  ])('waits if %s answers in place of the stream, shows no key, and can be cancelled', async (_, head, shown) => {
    const server = createServer().listen(0, '127.0.0.1');
    server.on('upgrade', (__, socket) => {
      socket.on('error', () => {});
      closing.push(() => socket.destroy());
      if (head !== '') socket.end(head);
    });
    closing.push(() => server.close());
    await once(server, 'listening');
    const startedAt = performance.now();
    const out = await run(listen, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

    expect(out).toContain(shown);
    expect(out).not.toContain('secret-key');
    // Not after the 10 s in which websockets waits for an answer to its closing
    expect(performance.now() - startedAt).toBeLessThan(9_000);
  });

  it.each(['messages', 'offers'])('has closed its connection once %s() is closed', async (method) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    closing.push(() => server.close());
    server.on('connection', (socket: WebSocket) => socket.send('{"type":"offer"}'));
    await once(server, 'listening');
    const script = `
import asyncio, os, stat, sys
from itemtape import Tape

def sockets():
    return sum(1 for number in range(200) if is_socket(number))

def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False

async def main():
    before = sockets(), len(asyncio.all_tasks())
    stream = getattr(Tape(sys.argv[1], "secret-key"), sys.argv[2])()
    async for _ in stream:
        break
    await stream.aclose()
    print(before == (sockets(), len(asyncio.all_tasks())))

asyncio.run(main())
`;

    expect(await run(script, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, method)).toBe('True');
  });
});
