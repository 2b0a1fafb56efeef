import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedServer, type ScriptedServer } from '../../../test/support/servers/scripted-server.ts';
import { createHandClock, type HandClock } from '../../../test/support/time/hand-clock.ts';
import { holds } from '../../../test/support/time/until.ts';
import type { Credential, WireRequest } from '../../contract/connector.ts';
import { createHttpClient, type HttpClient, type SendOptions } from './http-client.ts';
import { bytesOf } from './response-body.ts';

let server: ScriptedServer;
let clock: HandClock;
let asking: HttpClient;
let stop: AbortController;
const limits = { maxBytes: 100_000, headSeconds: 30, bodySeconds: 60, messageBytes: 1000 };

beforeEach(async () => {
  server = await createScriptedServer();
  clock = createHandClock();
  stop = new AbortController();
  asking = createHttpClient({
    relay: server.origin,
    limits,
    userAgent: 'tiny/1',
    clock,
  });
});
afterEach(async () => {
  asking.close();
  await server.close();
});

const get: WireRequest = { url: 'https://tiny.test/a' };

/** Sends a request; the body of the answer is not read yet. */
const send = (request: WireRequest = get, options: Partial<SendOptions> = {}) =>
  asking.send(request, { secret: null, signal: stop.signal, again: async () => true, ...options });

async function ask(request?: WireRequest, options?: Partial<SendOptions>) {
  const answer = await send(request, options);
  const pieces: Buffer[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return { ...answer, text: Buffer.concat(pieces).toString() };
}

/** A body compressed this many times. */
const packed = (times: number): Buffer => (times === 0 ? Buffer.from('x') : gzipSync(packed(times - 1)));

/** Begins an answer that does not end. */
const beginning = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text);
};

/** Plays an answer that begins with a text; returns a function that adds to it, or ends it where there is no more. */
function playPieces(text: string): (more: string | null) => void {
  let played: ServerResponse | undefined;
  server.play(() => ({
    write: (response) => {
      beginning(text)(response);
      played = response;
    },
  }));
  return (more) => void (more === null ? played?.end() : played?.write(more));
}

describe('an exchange', () => {
  it('sends what the connector describes, through the relay', async () => {
    server.play(() => ({ body: 'ok' }));
    await ask({
      method: 'POST',
      url: 'https://tiny.test:8443/a/b?x=1',
      query: { name: '★ M9 | a+b&c', list: ['p', 'q'], n: 5 },
      headers: { 'X-Own': 'yes' },
      body: { deep: ['ß'] },
    });
    const [seen] = server.requests;

    expect(seen?.method).toBe('POST');
    expect(seen?.url).toBe('/tiny.test:8443/a/b?x=1&name=%E2%98%85%20M9%20%7C%20a%2Bb%26c&list=p&list=q&n=5');
    expect(seen?.headers).toMatchObject({ 'x-own': 'yes', 'user-agent': 'tiny/1', accept: '*/*' });
    expect(seen?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '15' });
    expect(seen?.body).toBe('{"deep":["ß"]}');
  });

  it('says who asks in the form that the request needs', async () => {
    server.play(() => ({ body: 'ok' }));
    await ask({ url: 'https://tiny.test/a', agent: 'compatible' });

    expect(server.requests[0]?.headers['user-agent']).toBe('Mozilla/5.0 (compatible; tiny/1)');
  });

  it('refuses to send anything unencrypted', async () => {
    await expect(ask({ url: 'http://tiny.test/a' })).rejects.toThrow('use https');
    expect(server.requests).toEqual([]);
  });

  it.each(['br', 'gzip', 'deflate', 'rawDeflate'] as const)('reads a body encoded as %s', async (encoding) => {
    const body = 'Пример ★ '.repeat(2000);
    server.play(() => ({ body, encoding }));

    expect((await ask()).text).toBe(body);
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate');
  });

  it.each(['br', 'gzip', 'deflate', 'rawDeflate'] as const)(
    'reads a body encoded as %s that is large, or becomes large, or is empty',
    async (encoding) => {
      const patient = createHttpClient({
        ...{ relay: server.origin, userAgent: 'tiny/1', clock },
        limits: { ...limits, maxBytes: 1_000_000 },
      });
      for (const body of [randomBytes(60_000).toString('base64'), 'x'.repeat(1_000_000), '']) {
        server.play(() => ({ body, encoding }));
        const { body: pieces } = await patient.send(get, {
          secret: null,
          signal: stop.signal,
          again: async () => true,
        });

        expect((await bytesOf(pieces)).toString()).toBe(body);
      }
      patient.close();
    },
  );

  it('lets a connector say which encodings it accepts', async () => {
    server.play(() => ({ body: 'x', encoding: 'br' }));
    await ask({ ...get, headers: { 'Accept-Encoding': 'br' } });

    expect(server.requests[0]?.headers['accept-encoding']).toBe('br');
  });

  it('reads a page that contains its data only when no compression is accepted', async () => {
    server.play(({ headers }) =>
      headers['accept-encoding'] === 'identity'
        ? { body: '<script>window.state={"price":1}</script>' }
        : { body: '<script></script>', encoding: 'gzip' },
    );

    expect((await ask()).text).toBe('<script></script>');
    expect((await ask({ ...get, headers: { 'accept-encoding': 'identity' } })).text).toContain('"price":1');
  });

  it('reads a body that was compressed more than once, as some caches do', async () => {
    server.play(() => ({ body: packed(2), headers: { 'content-encoding': 'gzip, gzip' } }));

    expect((await ask()).text).toBe('x');
  });

  it('reads a body of several encodings, whose last is named last, in any spelling', async () => {
    const body = gzipSync(brotliCompressSync(deflateSync('x')));
    server.play(() => ({ body, headers: { 'content-encoding': 'Deflate, br,identity, X-GZIP' } }));

    expect((await ask()).text).toBe('x');
  });

  it.each([
    [
      'a compressed body that is cut off',
      { body: Buffer.from('1f8b0800', 'hex'), headers: { 'content-encoding': 'gzip' } },
    ],
    ['a compressed body without a byte', { body: '', headers: { 'content-encoding': 'gzip' } }],
    ['a body that is not compressed as it says', { body: 'plain text', headers: { 'content-encoding': 'br' } }],
  ])('fails at %s', async (_, reply) => {
    server.play(() => reply);

    await expect(ask()).rejects.toMatchObject({ failure: 'encoding' });
  });

  it.each([
    ['an encoding that nobody asked for', { body: 'plain', headers: { 'content-encoding': 'compress' } }],
    [
      'more encodings than anybody needs, each of which takes memory',
      { body: packed(5), headers: { 'content-encoding': Array(5).fill('gzip').join(', ') } },
    ],
  ])('cannot read %s', async (_, reply) => {
    server.play(() => reply);

    await expect(ask()).rejects.toMatchObject({ failure: 'unsupported' });
  });

  it.each([undefined, 'gzip'] as const)(
    'stops at the size limit, counted after decompression (%s)',
    async (encoding) => {
      server.play(() => ({ body: 'x'.repeat(limits.maxBytes + 1), ...(encoding && { encoding }) }));

      await expect(ask()).rejects.toMatchObject({ failure: 'oversize' });
    },
  );

  it('reads a body of exactly the size limit', async () => {
    server.play(() => ({ body: 'x'.repeat(limits.maxBytes), encoding: 'gzip' }));

    expect((await ask()).text).toHaveLength(limits.maxBytes);
  });

  it('stops an endless drip when the time for the body is over', async () => {
    server.play(() => ({
      write: (response) => {
        beginning('[')(response);
        const timer = setInterval(() => response.write('1,'), 1);
        response.once('close', () => clearInterval(timer));
      },
    }));
    const answer = await send();
    let pieces = 0;
    const read = async () => {
      for await (const _ of answer.body) pieces += 1;
    };
    const ended = expect(read()).rejects.toMatchObject({ failure: 'slow' });
    await holds(() => pieces > 20);
    await clock.advance(limits.bodySeconds * 1000);

    await ended;
    await holds(() => server.openCount() === 0);
  });

  it('stops waiting for a compressed body that does not begin', async () => {
    server.play(() => ({
      write: (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).flushHeaders(),
    }));
    const { body } = await send();
    const ended = expect(bytesOf(body)).rejects.toMatchObject({ failure: 'slow' });
    await clock.advance(limits.bodySeconds * 1000);

    await ended;
  });

  it('stops a body whose pieces come in time but take too long together', async () => {
    const more = playPieces('1');
    const answer = await send();
    let pieces = 0;
    const read = async () => {
      for await (const _ of answer.body) pieces += 1;
    };
    const ended = expect(read()).rejects.toMatchObject({ failure: 'slow' });
    for (const [position, text] of ['2', '3', null].entries()) {
      await holds(() => pieces === position + 1);
      await clock.advance(limits.bodySeconds * 400);
      more(text);
    }

    await ended;
  });

  it.each([
    ['plain', {}, Buffer.from('[1,')],
    ['compressed', { 'content-encoding': 'gzip' }, gzipSync(randomBytes(90_000)).subarray(0, -8)],
  ])('ends when its reader leaves before the end of a body that is %s', async (_, headers, bytes) => {
    server.play(() => ({ write: (response) => void response.writeHead(200, headers).write(bytes) }));
    const { body } = await send();
    for await (const _piece of body) break;

    await holds(() => server.openCount() === 0);
  });

  it('does not count the time its reader takes', async () => {
    const more = playPieces('1');
    const answer = await send();
    const left = ['2', '3'];
    let text = '';
    for await (const piece of answer.body) {
      text += piece.toString();
      await clock.advance(limits.bodySeconds * 2000);
      more(left.shift() ?? null);
    }

    expect(text).toBe('123');
  });

  it('stops waiting for an answer that does not begin, and does not repeat the request', async () => {
    server.play((_, index) => (index === 0 ? { body: 'ok' } : { write: () => {} }));
    await ask();
    const failed = expect(ask()).rejects.toMatchObject({ failure: 'slow', message: 'no answer within 30 s' });
    await holds(() => server.requests.length === 2);
    await clock.advance(30_000);

    await failed;
    expect(server.requests).toHaveLength(2);
  });

  it.each([{ 'content-length': '100' }, {}])('fails when the connection ends before the body, %j', async (headers) => {
    server.play(() => ({
      write: (response) => {
        response.writeHead(200, headers);
        response.write('[1,');
        setTimeout(() => response.destroy(), 5);
      },
    }));

    await expect(ask()).rejects.toMatchObject({ failure: 'connection', message: 'the body broke off: ECONNRESET' });
  });

  it('fails when the connection is upgraded, which is neither an answer nor an error', async () => {
    const switched = { connection: 'upgrade', upgrade: 'other' };
    server.play(() => ({ write: (response) => void response.writeHead(101, switched).end() }));

    await expect(ask()).rejects.toMatchObject({ failure: 'connection' });
  });

  it('fails when nobody listens', async () => {
    await server.close();

    await expect(ask()).rejects.toMatchObject({
      failure: 'connection',
      message: 'no connection to tiny.test: ECONNREFUSED',
    });
    await holds(() => clock.untilNext() === null, 'no timer');
  });

  it('ends at once when it is stopped before the answer', async () => {
    server.play(() => ({ write: () => {} }));
    const failed = expect(ask()).rejects.toMatchObject({ name: 'RequestError', failure: 'aborted' });
    await holds(() => server.requests.length === 1);
    stop.abort();

    await failed;
  });

  it('ends at once when it is stopped within the answer', async () => {
    playPieces('[1,');
    const { body } = await send();
    expect(String((await body.next()).value)).toBe('[1,');
    const failed = expect(body.next()).rejects.toMatchObject({ name: 'RequestError', failure: 'connection' });
    stop.abort();

    await failed;
  });

  it('is not begun with a secret that cannot be used, which is said', async () => {
    const sign = () => {
      throw new Error('the key is not in PEM');
    };
    const credential: Credential = { env: 'KEY', about: 'from the site', carry: { in: 'signature', sign } };
    const failed = ask(get, { secret: { credential, value: 'x' } });

    await expect(failed).rejects.toMatchObject({ failure: 'credential', message: 'the key is not in PEM' });
    expect(server.requests).toEqual([]);
  });

  it('reuses a connection, and opens a new one when the old one was closed meanwhile', async () => {
    server.play(() => ({ body: 'ok' }));
    await ask();
    server.play((_, index) =>
      index === 1 ? { write: (response) => void response.socket?.destroy() } : { body: 'second' },
    );

    expect((await ask()).text).toBe('second');
    expect(server.requests).toHaveLength(3);
  });

  it('reuses no other connection after one that was closed meanwhile', async () => {
    const waiting: ServerResponse[] = [];
    server.play(() => ({ write: (response) => void waiting.push(response) }));
    const both = Promise.all([ask(), ask()]);
    await holds(() => waiting.length === 2);
    const known = waiting.map(({ socket }) => socket);
    for (const response of waiting) response.end();
    await both;
    server.play(() => ({
      write: (response) => {
        if (known.includes(response.socket)) response.socket?.destroy();
        else response.end('third');
      },
    }));

    expect((await ask()).text).toBe('third');
    expect(server.requests).toHaveLength(4);
  });

  it('repeats no request on a new connection, nor one whose answer has begun', async () => {
    server.play(() => ({ write: (response) => void response.socket?.destroy() }));
    await expect(ask()).rejects.toMatchObject({ failure: 'connection' });
    const once = server.requests.length;
    server.play(() => ({ body: 'ok' }));
    await ask();
    server.play(() => ({
      write: (response) => {
        beginning('[1,')(response);
        setTimeout(() => response.socket?.resetAndDestroy(), 5);
      },
    }));

    await expect(ask()).rejects.toMatchObject({ failure: 'connection' });
    expect([once, server.requests.length]).toEqual([1, 3]);
  });
});

describe('a redirect', () => {
  it('is followed within the host, and each hop is accounted for', async () => {
    server.play((_, index) =>
      index === 0
        ? {
            write: (response) => void response.writeHead(302, { location: '/b?x=1' }).write('a page without an end'),
          }
        : index === 1
          ? { status: 301, headers: { location: 'https://tiny.test/c' } }
          : { body: 'here' },
    );
    let hops = 0;
    const again = async () => {
      hops += 1;
      return true;
    };
    const { text } = await ask(get, { again });

    expect(text).toBe('here');
    expect(server.requests.map(({ url }) => url)).toEqual(['/tiny.test/a', '/tiny.test/b?x=1', '/tiny.test/c']);
    expect(hops).toBe(2);
    await holds(() => server.openCount() === 0);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ] as const)('by %i of a POST is followed with %s', async (status, method, body) => {
    server.play((_, index) => (index === 0 ? { status, headers: { location: '/b' } } : { body: 'here' }));
    await ask({ ...get, method: 'POST', body: { a: 1 } });

    expect(server.requests[1]).toMatchObject({ url: '/tiny.test/b', method, body });
  });

  it.each(['https://other.test/a', 'http://tiny.test/a', '//other.test/'])(
    'to %s is not followed',
    async (location) => {
      server.play(() => ({ status: 302, headers: { location } }));

      expect((await ask()).status).toBe(302);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is followed three times at most', async () => {
    server.play(() => ({ status: 302, headers: { location: '/a' } }));

    await expect(ask()).rejects.toMatchObject({ failure: 'redirect' });
    expect(server.requests).toHaveLength(4);
  });
});
