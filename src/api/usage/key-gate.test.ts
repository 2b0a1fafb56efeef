import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Alerting, openAlerting } from '../../../test/support/alerts/alerting.ts';
import { appRoutes } from '../../../test/support/api/app-routes.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { createMcpHandler } from '../../mcp/http.ts';
import { pathsWithKey, requireKnownPaths } from '../allowed-paths.ts';

/** What anybody may ask, so that a key makes no difference; a route that is added to it lets every key in. */
const withoutKey = [
  '/',
  '/.well-known/security.txt',
  '/asyncapi.json',
  '/docs',
  '/docs/pages/:file',
  '/docs/pages/index.json',
  '/health',
  '/llms.txt',
  '/openapi.json',
  '/operator/sign-in',
  '/ready',
  '/registry.json',
  '/thumbnails',
];

async function* nothing(): AsyncGenerator<Uint8Array> {}

const live = { list: () => [], credentials: () => [], setLogLevel: async () => {}, keep: never, reload: never };
async function never(): Promise<never> {
  throw new Error('nobody is to come this far');
}

let alerting: Alerting;
beforeAll(async () => {
  alerting = await openAlerting();
});
afterAll(() => alerting.close());

describe.each([
  ['of the service itself', false],
  ['through a front worker', true],
])('the routes %s', (_, isAtFront) => {
  let served: ServedStream;
  beforeAll(async () => {
    served = await serveStream({
      isAtFront,
      settings: { connectionsPerKey: 100 },
      api: {
        settings: {
          cacheSeconds: 10,
          cacheMegabytes: 8,
          openMetrics: false,
          shapes: ['market-csgo', 'csgotrader', 'udf'],
        },
        alerts: await alerting.open(),
        copies: { backup: nothing, export: nothing, exportDay: nothing },
        liveSettings: live,
        mcp: createMcpHandler({ origin: () => `http://127.0.0.1:${served.port}`, version: '1.2.3', now: Date.now }),
      },
    });
  });
  afterAll(() => served.close());

  const routesOf = () =>
    appRoutes(served.api.app).flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'OPTIONS').map((method) => ({ method, path })),
    );

  const ask = async (key: string, method: string, path: string, body?: object) => {
    const target = path.replace(':file', 'USD.json').replace(':key', key);
    const headers = {
      'x-api-key': key,
      ...(body !== undefined && { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
    };
    const sent = request({ host: '127.0.0.1', port: served.port, method, path: target, headers, agent: false });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [reply] = await once(sent, 'response');
    // A stream that should not have begun has no end
    const isEndless = String(reply.headers['content-type']).startsWith('text/event-stream');
    let text = '';
    if (isEndless) sent.destroy();
    else for await (const piece of reply.setEncoding('utf8')) text += piece;
    return { status: reply.statusCode as number, text };
  };

  let made = 0;
  const make = async (rights: object) => {
    made += 1;
    return await served.keys.create({ name: `guest ${made}`, websocketAccess: true, admin: true, ...rights });
  };

  it.each([
    ['/tape/marketplaces', '/v2'],
    ['/v2', '/tape'],
  ])('refuse a key that is limited to %s all others, unless they need none', async (path, other) => {
    const { text: key } = await make({ endpoints: [path] });
    const others = routesOf().filter((route) => route.path !== path && !route.path.startsWith(`${path}/`));
    const open: string[] = [];
    for (const route of others) {
      const { status, text } = await ask(key, route.method, route.path);
      if (status !== 403) open.push(route.path);
      else if (route.method !== 'HEAD') expect(text).toContain(`this key may only request ${path}; ask the operator`);
    }
    expect([...new Set(open)].sort()).toEqual(withoutKey);
    expect(others.some((route) => route.path.startsWith(`${other}/`))).toBe(true);
  });

  it('refuse such a key the stream, over a WebSocket too', async () => {
    const { text: key } = await make({ endpoints: ['/stream'] });
    const socket = new WebSocket(`ws://127.0.0.1:${served.port}/ws/v2/offers?apiKey=${key}`);
    const status = await new Promise<number | undefined>((resolve) => {
      socket.once('unexpected-response', (_request, reply) => resolve(reply.statusCode));
      socket.once('open', () => resolve(101));
    });
    expect(status).toBe(403);
    socket.on('error', () => {}).terminate();
  });

  it('are the ones to which a new key can be limited', () => {
    const taken = routesOf()
      .map(({ path }) => path)
      .filter((path) => !withoutKey.includes(path));
    requireKnownPaths(taken);
    for (const path of pathsWithKey)
      expect([path, taken.some((one) => one === path || one.startsWith(`${path}/`))]).toEqual([path, true]);
  });

  it('count every request of a key, whatever it asks', async () => {
    for (const { method, path } of routesOf().filter((route) => !withoutKey.includes(route.path))) {
      const { text: key } = await make({ requestsPerMinute: 1 });
      // Again, in case a minute has just ended
      const statuses = [];
      for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask(key, method, path)).status);
      expect([method, path, statuses]).toEqual([method, path, expect.arrayContaining([429])]);
    }
  });

  describe('of assistants', () => {
    const call = (key: string, method: string, params: object = {}, id: number | string = 1) =>
      ask(key, 'POST', '/mcp', { jsonrpc: '2.0', id, method, params });
    const fees = { name: 'sources', arguments: {} };
    const used = async (id: string) => {
      const { text: key } = await make({});
      const { text } = await ask(key, 'GET', '/operator/keys');
      return JSON.parse(text).find((one: { id: string }) => one.id === id).requests;
    };

    it('count each message once, also a call of a tool, whose own requests are not counted', async () => {
      const { text: key, key: about } = await make({ requestsPerDay: 5 });
      expect(
        (
          await call(key, 'initialize', {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          })
        ).status,
      ).toBe(200);
      expect((await call(key, 'tools/list')).status).toBe(200);
      for (let asked = 0; asked < 2; asked += 1) {
        const { result } = JSON.parse((await call(key, 'tools/call', fees)).text);
        expect(result).toMatchObject({ structuredContent: { states: expect.anything() } });
      }
      expect(JSON.parse((await call(key, 'nonsense')).text).error.code).toBe(-32601);
      expect(await used(about.id)).toBe(5);
      const { status, text } = await call(key, 'ping');
      expect([status, JSON.parse(text).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    });

    it('let tools ask only what the key may ask', async () => {
      const { text: key } = await make({ endpoints: ['/mcp'] });
      expect((await call(key, 'tools/list')).status).toBe(200);
      const { result } = JSON.parse((await call(key, 'tools/call', fees)).text);
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('may only request /mcp') }],
      });
    });
  });
});
