import { once } from 'node:events';
import { request as askFor, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertPaths } from '../../src/api/documents/alert-paths.ts';
import { endpoints } from '../../src/api/documents/pages/operator-pages.ts';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { isBody } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/index.ts';
import { given } from '../../src/schema/index.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { type Alerting, openAlerting } from '../support/alerts/alerting.ts';
import { appRoutes } from '../support/api/app-routes.ts';
import { openTestStore, operatorToken, type ServedApi, serveApi, type TestStore } from '../support/api/served-api.ts';
import { type Forwarder, forwarders } from '../support/network/forwarders.ts';
import { needing } from '../support/runner/needs.ts';

let testStore: TestStore;
let alerting: Alerting;
let served: ServedApi;
let port: number;

beforeAll(async () => {
  testStore = await openTestStore();
  alerting = await openAlerting();
  served = await serveApi(testStore.store, {
    dashboard: readDashboard(dashboardFolder),
    mcp: async (_, response) => void response.end(),
    copies: { backup: async function* () {}, export: async function* () {}, exportDay: async function* () {} },
    alerts: await alerting.open(),
  });
  served.api.server.listen(0, '127.0.0.1');
  await once(served.api.server, 'listening');
  ({ port } = served.api.server.address() as AddressInfo);
});
afterAll(async () => {
  await served.close();
  await alerting.close();
  await testStore.close();
});

type StrangeRequest = {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly key?: string;
  readonly cookie?: string;
};

async function ask(at: number, { method, path, host, key, cookie }: StrangeRequest) {
  const headers = { host, ...given({ 'x-api-key': key, cookie }) };
  const request = askFor({ host: '127.0.0.1', port: at, method, path, headers, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  const [set = ''] = response.headers['set-cookie'] ?? [];
  return { status: response.statusCode, text, cookie: set.replace(/;.*/, '') };
}

/** Every address and method of the service that is not public, as the app lists them. */
const guarded = (): { readonly method: string; readonly path: string }[] => {
  const shown = new Set([
    ...endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path),
    ...readDashboard(dashboardFolder).keys(),
    ...[
      '/',
      '/deals',
      '/ratio',
      '/offers',
      '/item',
      '/tape',
      '/sources',
      '/status',
      '/alerts',
      '/keys',
      '/holdings',
      '/settings',
      '/design',
      '/docs/:page',
      '/docs/pages/:file',
      '/docs/pages/index.json',
      '/thumbnails',
      '/favicon.ico',
      '/operator/sign-in',
    ],
  ]);
  for (const path of ['/operator/keys', '/operator/session', '/operator/sessions']) shown.delete(path);
  return appRoutes(served.api.app).flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'OPTIONS' && !shown.has(path)).map((method) => ({ method, path })),
  );
};

const hostsAt = (at: number) => ['localhost', `127.0.0.1:${at}`, `localhost:${port}`, '[::1]', 'tape.example.org', ''];

describe('the set of protected addresses', () => {
  it('includes everything but the pages, the descriptions and the health of the service', () => {
    const found = guarded().map(({ method, path }) => `${method} ${path}`);

    expect(found).toEqual(
      expect.arrayContaining(routes.map((route) => `${isBody(route) ? 'POST' : 'GET'} ${route.path}`)),
    );
    expect(found).toEqual(
      expect.arrayContaining(alertPaths.map(({ method, path }) => `${method.toUpperCase()} ${path}`)),
    );
    expect(found.filter((one) => !one.includes(' /v2/') && !one.includes(' /tape/'))).toEqual([
      'POST /operator/session',
      'GET /operator/session',
      'DELETE /operator/session',
      'GET /operator/sessions',
      'POST /operator/sessions/revoke',
      'POST /operator/one-time-token',
      'GET /operator/keys',
      'POST /operator/keys',
      'POST /operator/keys/revoke',
      'POST /operator/backup',
      'POST /operator/export',
      'POST /mcp',
    ]);
  });
});

const ways: readonly Pick<(typeof forwarders)[number], 'name' | 'needs' | 'start'>[] = [
  { name: 'at the port itself', needs: [], start: async () => ({ port, close: async () => {} }) },
  ...forwarders.map((forwarder) => ({ ...forwarder, name: `through ${forwarder.name}` })),
];

for (const { name, needs, start } of ways) {
  needing(...needs).describe(name, () => {
    let forwarder: Forwarder;

    beforeAll(async () => {
      forwarder = await start(port);
    });
    afterAll(() => forwarder.close());

    const at = (): number => forwarder.port;

    it('a request without a key is refused, whatever Host it names', async () => {
      for (const host of hostsAt(at())) {
        const all = guarded().map((requested) => ({ ...requested, host }));
        const answers = await Promise.all(
          all.map(async (requested) => ({ ...requested, ...(await ask(at(), requested)) })),
        );
        for (const answer of answers) {
          expect(answer).toMatchObject({
            status: 401,
            text: answer.method === 'HEAD' ? '' : expect.stringContaining('"MISSING_API_KEY"'),
          });
        }
      }
    });

    it('the operator token gives access under every Host', async () => {
      for (const host of hostsAt(at())) {
        const keys = await ask(at(), { method: 'GET', path: '/operator/keys', host, key: operatorToken });
        expect({ host, ...keys }).toMatchObject({ status: 200, text: expect.stringContaining('"name":"test"') });
      }
    });

    it('a one-time token opens one session, and no second one', async () => {
      const host = `127.0.0.1:${at()}`;
      const session = { method: 'POST', path: '/operator/session', host };
      const { token } = served.api.issueToken();

      const { cookie } = await ask(at(), { ...session, key: token });

      expect((await ask(at(), { method: 'GET', path: '/operator/keys', host, cookie })).status).toBe(200);
      expect((await ask(at(), { ...session, key: token })).status).toBe(401);
    });
  });
}
