import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTape } from './create-tape.ts';
import { TapeError } from './errors.ts';
import { addressOf, createHttpClient, placed, type TapeSettings } from './http.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that gives these answers in turn, repeating the last one, and a client of it. */
async function serve(answers: readonly Answer[], settings: Partial<TapeSettings> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = createHttpClient(placed({ url, key: 'secret', ...settings }));
  return { url, requests, ask: (name = 'x', signal?: AbortSignal) => ask<unknown>('v2/thing', { name }, signal) };
}

const ok: Answer = (response) => response.end('{"list":[1,2]}');
const refuse =
  (status: number, headers: Record<string, string> = {}, body = '{"error":"no","code":"NO"}'): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);
const deadline: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"list":[');
  setTimeout(() => response.destroy(), 20);
};
const tagged: Answer = (response, { headers }) => {
  if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
  else response.writeHead(200, { etag: '"1"' }).end('{"list":[1,2]}');
};

describe('a request', () => {
  it.each([
    ['a refusal for now', refuse(503)],
    ['a refusal that is no JSON', refuse(502, {}, '<html>')],
    ['an answer that is no JSON', (response: ServerResponse) => void response.end('<html>')],
    ['no content', refuse(204, {}, '')],
    ['an answer that breaks off', deadline],
    ['no answer', (response: ServerResponse) => void response.destroy()],
    ['no answer in time', () => {}, { timeoutSeconds: 2 }],
  ])('is asked again after %s', async (_, first, settings: { timeoutSeconds?: number } = {}) => {
    const { ask, requests } = await serve([first, ok], settings);

    expect(await ask()).toEqual({ list: [1, 2] });
    expect(requests).toHaveLength(2);
  });

  it('waits as long as the service asks for', async () => {
    const { ask } = await serve([refuse(429, { 'retry-after': '1' }), ok]);
    const startedAt = performance.now();
    await ask();

    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  it('does not wait if the service asks for more than a minute', async () => {
    const { ask, requests } = await serve([refuse(429, { 'retry-after': '61' })]);

    await expect(ask()).rejects.toMatchObject({ status: 429, retryAfterMs: 61_000 });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['the page of a proxy', '<html>log in', 'status 200, text/html, "<html>log in"'],
    ['null', 'null', 'status 200, text/html, "null"'],
    ['nothing', '', 'status 200, text/html, empty'],
  ])('says what the answer is instead of JSON: %s', async (_, body, found) => {
    const { ask } = await serve([refuse(200, { 'content-type': 'text/html' }, body)], { retries: 0 });

    await expect(ask()).rejects.toThrow(`gave no readable answer: ${found}`);
  });

  it.each(['{"error":{"message":"no"},"code":5}', '{"error":null,"code":null}'])(
    'does not take %s for an error of the service',
    async (body) => {
      const { ask } = await serve([refuse(400, {}, body)]);

      await expect(ask()).rejects.toMatchObject({ message: 'the service answered 400', code: null, cause: body });
    },
  );

  it.each([301, 302, 307, 308])('follows a redirect with %i on the same host, unchanged', async (status) => {
    const { ask, requests } = await serve([refuse(status, { location: '/below/v2/thing' }), ok]);

    expect(await ask()).toEqual({ list: [1, 2] });
    expect(requests[1]).toMatchObject({ url: '/below/v2/thing', headers: { 'x-api-key': 'secret' } });
  });

  it('sends the key to no other host, and says where the redirect leads', async () => {
    const other = await serve([ok]);
    const location = `${other.url}/login?token=hidden`;
    const { ask, requests } = await serve([refuse(302, { location }, '')]);

    await expect(ask()).rejects.toThrow(
      `the service answered 302, a redirect to ${other.url}/login; if the service is there, give its address as url`,
    );
    expect(requests).toHaveLength(1);
    expect(other.requests).toHaveLength(0);
  });

  it('leaves redirects to browsers, which do not say where they lead', async () => {
    const modes: unknown[] = [];
    const browser: typeof fetch = async (_, options) => {
      modes.push(options?.redirect);
      if (options?.redirect !== 'manual') return new Response('{}');
      return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    };
    const { ask } = await serve([ok], { fetch: browser });

    expect(await ask()).toEqual({});
    expect(modes).toEqual(['manual', undefined]);
  });

  it('follows no more than five redirects', async () => {
    const { ask, requests } = await serve([refuse(301, { location: '/round' })]);

    await expect(ask()).rejects.toMatchObject({ status: 301 });
    expect(requests).toHaveLength(6);
  });

  it('is given up after its last attempt, with the last error', async () => {
    const { ask, requests } = await serve([refuse(503, { 'retry-after': '0' })], { retries: 1 });

    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'NO', message: 'no' });
    expect(requests).toHaveLength(2);
  });

  it('is sent once when it is about the past, of which the service keeps nothing', async () => {
    const { ask, requests } = await serve([refuse(503, {}, '{"error":"no","code":"NO_DATABASE"}')]);

    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'NO_DATABASE' });
    expect(requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404])('is sent once when it is refused with %i', async (status) => {
    const { ask, requests } = await serve([refuse(status)]);

    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TapeError);
    expect(failure).toMatchObject({ status, code: 'NO' });
    expect(requests).toHaveLength(1);
  });

  it('that is too long is refused with advice', async () => {
    const { ask } = await serve([refuse(414, {}, '')]);

    await expect(ask()).rejects.toThrow('the service answered 414; name fewer items per call');
  });

  it('ends with the reason of its signal, during an attempt and between attempts', async () => {
    for (const first of [() => {}, refuse(429, { 'retry-after': '60' })]) {
      const { ask, requests } = await serve([first]);
      const stopping = new AbortController();
      const answer = ask('x', stopping.signal);
      const failure = answer.catch((error: unknown) => error);
      await expect.poll(() => requests.length).toBe(1);
      stopping.abort('enough');

      expect(await failure).toBe('enough');
    }
  });
});

describe('an answer that has not changed', () => {
  it('is not sent again, and no caller can modify it for another', async () => {
    const { ask, requests } = await serve([tagged]);
    const first = (await ask()) as { list: number[] };
    first.list.push(3);

    expect(await ask()).toEqual({ list: [1, 2] });
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  });

  it('is read correctly when others have evicted it in the meantime', async () => {
    const { ask, requests } = await serve([tagged], { keep: 1, retries: 0 });
    await ask('a');
    const answers = await Promise.all([ask('a'), ask('b'), ask('c'), ask('a')]);

    expect(answers).toEqual(answers.map(() => ({ list: [1, 2] })));
    expect(requests).toHaveLength(5);
  });

  it('is requested in full when none are kept', async () => {
    const { ask, requests } = await serve([tagged], { keep: 0 });
    await ask();
    await ask();

    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });
});

describe('an address', () => {
  it('has a parameter for each value, and none for omitted ones', () => {
    const address = addressOf('http://host/under', 'v2/x', {
      a: 'one & two',
      b: [1, 'x,y'],
      t: { kind: ['knife'] },
      c: undefined,
      d: null,
    });

    expect(address).toBe('http://host/under/v2/x?a=one+%26+two&b=1&b=x%2Cy&t=%7B%22kind%22%3A%5B%22knife%22%5D%7D');
  });

  it.each([[[]], ['']])('is refused with %j for a list, which would mean everything', (items) => {
    expect(() => addressOf('http://host', 'x', { items })).toThrow(
      'items is empty; give at least one value, or omit it',
    );
  });

  it('is refused by a rejected promise for an invalid Date', async () => {
    const tape = createTape({ url: 'http://127.0.0.1:1', key: 'secret', retries: 0 });
    const asOf = new Date(Number.NaN);
    const what = { game: 'CS2', name: 'x' } as const;

    const refusal = { message: 'asOf is an invalid Date', code: 'INVALID_PARAMS' };
    await expect(tape.compare({ ...what, asOf })).rejects.toMatchObject(refusal);
    await expect(tape.candles({ ...what, from: asOf })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  });
});

describe('a service that is not running', () => {
  it('is reported as unreachable, by requests and by the stream alike', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.close();
    await once(server, 'close');
    const tape = createTape({ url, key: 'secret', retries: 0 });
    const text = `${url} cannot be reached: the connection was refused; is the service running there?`;

    await expect(tape.health()).rejects.toMatchObject({ message: text, status: null });
    const stopping = new AbortController();
    const whys: unknown[] = [];
    const onConnection = (_: unknown, why: unknown) => {
      whys.push(why);
      stopping.abort();
    };
    await tape
      .offers({}, { signal: stopping.signal, onConnection })
      .next()
      .catch(() => undefined);
    expect(whys).toMatchObject([{ message: text }]);
  });

  it('contains no user name or password, and the error does not show them', () => {
    const settings = { url: 'http://me:hidden@127.0.0.1:1', key: 'k' };

    expect(() => createTape(settings)).toThrow('url contains a user name or password, which cannot be sent; remove it');
  });

  it.each(['', 'tape.example', '/v2', 'ftp://tape.example'])('is refused at %j, which is not a URL', (url) => {
    expect(() => createTape({ url, key: 'secret' })).toThrow(TapeError);
    expect(() => createTape({ url, key: 'secret' })).toThrow(
      `url is ${JSON.stringify(url)}; give the URL of the service, such as http://127.0.0.1:7400`,
    );
  });

  it('is refused with a key that no header can contain', () => {
    expect(() => createTape({ url: 'http://127.0.0.1:7400', key: 'ключ' })).toThrow(
      'key contains a character that no key has',
    );
  });
});
