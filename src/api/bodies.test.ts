import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Alerting, openAlerting } from '../../test/support/alerts/alerting.ts';
import { appRoutes } from '../../test/support/api/app-routes.ts';
import { openTestStore, type ServedApi, serveApi, type TestStore } from '../../test/support/api/served-api.ts';
import { isBody } from './route.ts';
import { routes } from './routes/index.ts';

let testStore: TestStore;
let alerting: Alerting;
let served: ServedApi;
let port = 0;
let mcpCalls = 0;

beforeAll(async () => {
  testStore = await openTestStore();
  alerting = await openAlerting();
});
afterAll(async () => {
  await alerting.close();
  await testStore.close();
});
beforeEach(async () => {
  mcpCalls = 0;
  const nothing = () => ({
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true as const, value: null }) }),
  });
  served = await serveApi(testStore.store, {
    mcp: async (_, response) => {
      mcpCalls += 1;
      response.end('{}');
    },
    copies: { backup: nothing, export: nothing, exportDay: nothing },
    alerts: await alerting.open(),
  });
  await new Promise<void>((resolve) => served.api.server.listen(0, '127.0.0.1', resolve));
  port = (served.api.server.address() as AddressInfo).port;
});
afterEach(() => served.close());

/** Sends a request with only the beginning of its body; resolves with the response. */
const begun = (path: string, headers: readonly string[], body: string, length: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (part) => {
      text += String(part);
      if (!/\r\n\r\n.*\}$/s.test(text)) return;
      socket.destroy();
      resolve(text);
    });
    const head = [`POST ${path} HTTP/1.1`, 'Host: tape.example', 'Content-Type: application/json', ...headers];
    // As if it came through a proxy
    socket.write([...head, 'X-Forwarded-For: 203.0.113.7', `Content-Length: ${length}`, '', body].join('\r\n'));
  });

const postPaths = (): string[] =>
  appRoutes(served.api.app).flatMap(({ path, methods }) => (methods.includes('POST') ? [path] : []));

describe('a body', () => {
  it('is not read by any route before the key is checked', async () => {
    // Opening a session needs no key: it accepts one-time tokens
    for (const path of postPaths().filter((one) => one !== '/operator/session')) {
      expect(await begun(path, [], '[', 60_000), path).toMatch(/^HTTP\/1.1 401 .*"code":"MISSING_API_KEY"/s);
      expect(await begun(path, ['X-API-Key: it_wrong'], '[', 60_000), path).toMatch(
        /^HTTP\/1.1 401 .*"INVALID_API_KEY"/s,
      );
    }
    expect(mcpCalls).toBe(0);
  });

  it('of more than 64 KiB, or of more than its path accepts, is refused', async () => {
    const { text } = await served.keys.create({ name: 'operator', websocketAccess: true, admin: true });
    expect(postPaths()).toEqual(expect.arrayContaining(['/mcp', '/operator/keys', '/operator/backup']));
    for (const path of postPaths()) {
      const own = routes.filter(isBody).find((route) => route.path === path)?.bodyBytes ?? 65_536;
      const max = path.startsWith('/tape/holdings') ? 4 << 20 : own;
      const answer = await begun(path, [`X-API-Key: ${text}`], '[', max + 1);
      expect(answer, path).toMatch(/^HTTP\/1.1 413 .*"code":"BODY_TOO_LARGE"/s);
    }
  });

  it('of 64 KiB is accepted at /mcp with a key', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(65_536 - 11) });
    expect(body).toHaveLength(65_536);
    const answer = await begun('/mcp', [`Authorization: Bearer ${served.key}`], body, body.length);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(mcpCalls).toBe(1);
  });
});
