import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openKeys } from '../../src/api/keys.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { startStage } from '../../src/stage/server.ts';
import { holds, listens } from '../support/network/held-connections.ts';
import { type Address, converse } from '../support/network/raw-conversation.ts';
import { killAll, readJson, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

type Parameter = { readonly name: string; readonly required?: boolean; readonly example?: string };
type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
};

const openapi: Described = JSON.parse(readFileSync(resolve(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8'));

/** Every GET address of the interface with valid parameters, except for one that asks Steam and waits for its budget. */
const targets = Object.entries(openapi.paths)
  .filter(([path, methods]) => 'get' in methods && path !== '/tape/holdings/inventory')
  .map(([path, { get }]) => {
    const needed = (get?.parameters ?? []).filter(({ required }) => required);
    const query = needed.map(({ name, example = '' }) => `${name}=${encodeURIComponent(example)}`).join('&');
    return query === '' ? path : `${path}?${query}`;
  });

/** Answers that change from one moment to the next. */
const isMoving = (target: string): boolean => /^\/(health|metrics|tape\/(prices|rates))/.test(target);

const nowhere = 'http://127.0.0.1:9';

needing('/proc').describe('front workers', () => {
  const folder = testFolder('front');
  let service: ServedProcess;
  let origin: string;
  let key: string;
  let throughFront: Address;
  let book: Address;
  const keys = () => openKeys({ file: join(folder, 'keys.json'), now: Date.now });

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  };
  const children = (): number[] =>
    readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter((text) => text !== '')
      .map(Number);

  beforeAll(async () => {
    const world = createWorld({ seed: 51, startedAt: Date.now(), items: stageItems });
    const stage = await startStage({ world, players, now: Date.now });
    const before = serve({ folder, relay: stage.origin, environment: { COLLECT_ONLY: 'skinport' } });
    key = await before.firstKey();
    const readOrigin = await before.origin;
    await until('prices of the stage', async () => {
      const found = await readJson(`${readOrigin}/v2/items/search?game=CS2&query=redline`, key);
      return found.length > 0;
    });
    // Nothing changes from here on
    await before.stop('SIGTERM');
    await stage.close();
    const environment = { HTTP_WORKERS: '2', API_CACHE_SECONDS: '3600', COLLECT_ONLY: 'skinport' };
    service = serve({ folder, relay: nowhere, environment });
    origin = await service.origin;
    throughFront = { host: '127.0.0.1', port: Number(new URL(origin).port) };
    book = { path: join(folder, 'fronts', 'book.sock') };
  });
  afterAll(killAll);

  const request = (target: string, more = '', method = 'GET'): string =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n${more}\r\n`;

  /** Of a front worker and of the service itself, at the same positions of the tape, which goes on with what sources are. */
  async function answersOfOneMoment(texts: Parameters<typeof converse>[1]): Promise<readonly string[]> {
    const positionsIn = (text = '') => [...text.matchAll(/x-tape-sequence: (\d+)/gi)].map(([, sequence]) => sequence);
    let answers: readonly string[] = [];
    await until('answers of one moment', async () => {
      answers = [await converse(throughFront, texts), await converse(book, texts)];
      return isDeepStrictEqual(positionsIn(answers[0]), positionsIn(answers[1]));
    });
    return answers;
  }

  const last = 'GET /v2/marketplaces HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  // As clients write them that join an address ending in a slash and a path; those of the operator are as written
  const doubled = targets
    .filter((target) => /^\/(v2|tape|operator)\//.test(target) && !isMoving(target))
    .map((target) => `/${target.replace(/(?=\?|$)/, '/')}`);

  it.each([...targets.filter((target) => !isMoving(target)), ...doubled])(
    'answer %s as the service itself does, byte for byte',
    async (target) => {
      const bare = [request(target), request(target)];
      const packed = ['gzip', 'br;q=1, gzip;q=0.5'].map((coding) => request(target, `Accept-Encoding: ${coding}\r\n`));
      const [tag = ''] = /ETag: [^\r]*/.exec(await converse(book, [request(target), last])) ?? [];
      const unchanged = tag === '' ? [] : [request(target, `${tag.replace('ETag', 'If-None-Match')}\r\n`)];
      const keyless = request(target).replace(/X-API-Key[^\n]*\n/, '');
      const texts = [...bare, ...packed, ...packed, ...unchanged, ...unchanged, ...bare, keyless, last];

      const [answered, expected] = await answersOfOneMoment(texts);
      expect(answered).toBe(expected);
      expect(answered).not.toMatch(/x-front/i);
      const heads = [request(target, '', 'HEAD'), request(target, 'Connection: close\r\n', 'HEAD')];
      const [head, expectedHead] = await answersOfOneMoment(heads);
      expect(head).toBe(expectedHead);
    },
  );

  it.each(targets.filter(isMoving))('send the same headers as the service itself with %s', async (target) => {
    const headers = async (endpoint: Address) =>
      (await converse(endpoint, [request(target, 'Connection: close\r\n')]))
        .split('\r\n\r\n', 1)[0]
        ?.replace(/\d+/g, '0');

    expect(await headers(throughFront)).toBe(await headers(book));
  });

  it.each<[what: string, texts: (text: typeof request) => readonly (string | readonly string[])[]]>([
    ['no Host', () => ['GET /ready HTTP/1.1\r\n\r\n']],
    ['HTTP/1.0', () => ['GET /ready HTTP/1.0\r\n\r\n']],
    ['no HTTP at all', () => ['what is this\r\n\r\n']],
    ['bare line feeds', () => ['GET /ready HTTP/1.1\nHost: a\nConnection: close\n\n']],
    ['a folded header', () => ['GET /ready HTTP/1.1\r\nHost: a\r\nX-More: b\r\n c\r\nConnection: close\r\n\r\n']],
    ['very long headers', () => [`GET /ready HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`]],
    ['a long address', (text) => [text(`/ready?${'x'.repeat(9_000)}`, 'Connection: close\r\n')]],
    ['an unknown method', (text) => [text('/v2/items', 'Connection: close\r\n', 'BREW')]],
    ['OPTIONS', (text) => [text('/v2/items', '', 'OPTIONS'), last]],
    ['CONNECT', () => ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n']],
    ['an upgrade to another protocol', (text) => [text('/ready', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')]],
    [
      'a stream without a handshake',
      (text) => [text('/ws/v2/offers', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')],
    ],
    [
      'a WebSocket at another address',
      (text) => [text('/ws/nothing', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')],
    ],
    [
      'a request in pieces',
      (text) => [[text('/v2/marketplaces').slice(0, 30), text('/v2/marketplaces').slice(30)], last],
    ],
    ['an unknown expectation', (text) => [text('/v2/marketplaces', 'Expect: tea\r\nConnection: close\r\n')]],
    [
      'a body',
      () => [
        `POST /tape/value HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
        last,
      ],
    ],
    ['a body in a GET', (text) => [`${text('/v2/marketplaces', 'Content-Length: 2\r\n')}{}`, last]],
    ['a guessed ticket of a front worker', (text) => [text('/v2/marketplaces', 'X-Front-Ask: guess\r\n'), last]],
  ])('answer a request with %s as the service itself does', async (_, texts) => {
    const answered = await converse(throughFront, texts(request));

    expect(answered).toBe(await converse(book, texts(request)));
    expect(answered).not.toMatch(/x-front-ticket/i);
  });

  it('hand over requests with long answers', async () => {
    const before = await metric('itemtape_front_handed_over_total');
    const headers = { 'x-api-key': key };
    const streaming = get(`${origin}/stream/offers?subscribeTo=all&games=all`, { headers });
    const [stream] = (await once(streaming, 'response')) as [IncomingMessage];
    const port = stream.socket.localPort ?? 0;
    const [{ prices }, fromBook] = await Promise.all([
      readJson(`${origin}/tape/prices?game=CS2`, key),
      converse(book, [request('/tape/prices?game=CS2')]),
    ]);

    expect(String((await once(stream, 'data'))[0])).toContain('"type":"subscribed"');
    expect(holds(service.child.pid ?? 0, port)).toBe(true);
    for (const pid of children()) expect(holds(pid, port)).toBe(false);
    expect(prices.length).toBeGreaterThan(20);
    expect(fromBook.match(/"marketplace":/g)).toHaveLength(prices.length);
    expect((await metric('itemtape_front_handed_over_total')) - before).toBe(2);
    streaming.destroy();
  });

  it('hand over hundreds of requests at once', async () => {
    const before = await metric('itemtape_front_handed_over_total');
    const refused = request('/tape/prices?game=CS2').replace(key, 'unknown');
    const answers = await Promise.all(Array.from({ length: 300 }, () => converse(throughFront, [refused])));

    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect((await metric('itemtape_front_handed_over_total')) - before).toBe(300);
    // The worker's internal 421 does not count as an answer
    expect(await metric('itemtape_http_requests_total{route="/tape/prices",status="421"}')).toBe(0);
  });

  it('count a request once, even if both the worker and the main process handle it', async () => {
    const { text } = await keys().create({ name: 'twice', websocketAccess: true, requestsPerMinute: 2 });
    const ask = async () => (await fetch(`${origin}/tape/changes`, { headers: { 'x-api-key': text } })).status;

    expect([await ask(), await ask()]).toEqual([200, 200]);
  });

  it('listen for connections themselves', () => {
    const { port } = new URL(origin);

    expect(children().map((pid) => listens(pid, Number(port)))).toEqual([true, true]);
  });

  it('answer pipelined requests in order', async () => {
    const both = request('/v2/marketplaces') + request('/registry.json', 'Connection: close\r\n');

    expect(await converse(throughFront, [both])).toBe(await converse(book, [both]));
  });

  it('count every answer, whichever process gave it', async () => {
    const name = 'itemtape_http_requests_total{route="/tape/marketplaces",status="200"}';
    const [before, hitsBefore] = [await metric(name), await metric('itemtape_cache_hits_total')];
    const texts = [...Array.from({ length: 40 }, () => request('/tape/marketplaces')), last];
    await Promise.all(Array.from({ length: 5 }, () => converse(throughFront, texts)));

    await until('counts of all answers', async () => (await metric(name)) === before + 200);
    expect((await metric('itemtape_cache_hits_total')) - hitsBefore).toBeGreaterThanOrEqual(190);
  });

  it("enforce a key's requests per minute over all workers together", async () => {
    const perMinute = 60;
    const ask = async (text: string): Promise<number> => {
      const one = `GET /v2/marketplaces HTTP/1.1\r\nHost: a\r\nX-API-Key: ${text}\r\n\r\n`;
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => converse(throughFront, [one, one, one, last])),
      );
      return answers.join('').split('HTTP/1.1 200').length - 1;
    };
    const inOneMinute = async (name: string): Promise<number> => {
      const { text } = await keys().create({ name, websocketAccess: false, requestsPerMinute: perMinute });
      const minute = () => Math.floor(Date.now() / 60_000);
      const began = minute();
      const answered = await ask(text);
      return began === minute() ? answered : await inOneMinute(`${name}+`);
    };

    expect(await inOneMinute('limited')).toBe(perMinute);
  });

  it('refuse a revoked key, even for cached answers', async () => {
    const { text, key: made } = await keys().create({ name: 'soon revoked', websocketAccess: false });
    const one = `GET /v2/marketplaces HTTP/1.1\r\nHost: a\r\nX-API-Key: ${text}\r\n\r\n`;
    expect(await converse(throughFront, [one, one, last])).toMatch(/^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 200 /);
    await keys().revoke(made.id);

    await until('a refusal', async () => (await converse(throughFront, [one, last])).startsWith('HTTP/1.1 403'));
  });

  const untilWhole = (restarts: number) =>
    until('another worker', async () => {
      // The request may use an old connection that died with the worker
      const health = await readJson(`${origin}/health`).catch(() => null);
      return health?.fronts.running === 2 && health.fronts.restarts === restarts;
    });

  it('are restarted when they die, while the others answer', async () => {
    const [victim = 0] = children();
    process.kill(victim, 'SIGKILL');

    await untilWhole(1);
    expect(await metric('itemtape_front_workers')).toBe(2);
    expect(await metric('itemtape_front_restarts_total')).toBe(1);
    expect(children()).not.toContain(victim);
  });

  it('are killed and restarted when they hang, and readers resume', async () => {
    const address = `${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`;
    const subscribed = async (): Promise<{ socket: WebSocket; victim: number }> => {
      const socket = new WebSocket(address);
      const [response] = (await once(socket, 'upgrade')) as [IncomingMessage];
      const [holder = 0] = children().filter((pid) => holds(pid, response.socket.localPort ?? 0));
      socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all' }));
      expect(String(await once(socket, 'message'))).toContain('"subscribed"');
      expect(await metric('itemtape_front_streams')).toBe(1);
      return { socket, victim: holder };
    };
    const { socket, victim } = await subscribed();
    expect(victim).toBeGreaterThan(0);
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    process.kill(victim, 'SIGSTOP');
    await until('the worker to be stopped', async () => readFileSync(`/proc/${victim}/stat`, 'utf8').includes(') T '));

    // Served by the other worker in the meantime
    expect(await converse(throughFront, [request('/ready'), last])).toMatch(/^HTTP\/1.1 200/);
    await closed;
    const again = await subscribed();
    again.socket.close();
    await untilWhole(2);
    expect((await readJson(`${origin}/health`)).fronts).toEqual({ wanted: 2, running: 2, restarts: 2, hung: 1 });
    expect(await metric('itemtape_front_hung_total')).toBe(1);
    expect(service.out()).toContain('it answered no more and was killed');
    expect(children()).not.toContain(victim);
  });

  it('exit cleanly with the service', async () => {
    const all = children();
    const { code } = await service.stop('SIGTERM');

    expect(code).toBe(0);
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('no other process is started without front workers', async () => {
  const folder = testFolder('no-front');
  const { child, origin, stop } = serve({ folder, relay: nowhere, environment: { COLLECT_ONLY: 'skinport' } });
  await origin;
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  await stop('SIGTERM');

  expect(children.trim()).toBe('');
});
