import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import {
  openTestStore,
  operatorToken,
  type ServedApi,
  serveApi,
  type TestStore,
} from '../../../test/support/api/served-api.ts';

const here = { host: '127.0.0.1:7400' };
const operator = { ...here, 'x-api-key': operatorToken };

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
});
afterEach(() => served.close());

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, headers: OutgoingHttpHeaders, payload?: object) {
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const as = (key: string) => ({ ...here, 'x-api-key': key });

describe('keys', () => {
  it('are made, listed and revoked with the token of the operator', async () => {
    const made = await ask('POST', '/operator/keys', operator, { name: 'scanner', websocketAccess: false });
    expect(made.body).toMatchObject({ name: 'scanner', websocketAccess: false, admin: false, revokedAt: null });
    expect([made.headers['cache-control'], made.headers['access-control-allow-origin']]).toEqual([
      'no-store',
      undefined,
    ]);
    expect(served.keys.check(made.body.key)).toMatchObject({ state: 'ok' });

    const listed = await ask('GET', '/operator/keys', operator);
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['test', 'scanner']);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key);

    const revoked = await ask('POST', '/operator/keys/revoke', operator, { id: made.body.id });
    expect(revoked.body.revokedAt).toBe(Math.floor(served.clock.at / 1000));
    expect(served.keys.check(made.body.key)).toEqual({ state: 'disabled' });
  });

  it('are managed with the right admin too, and with no other key', async () => {
    const { text } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const listKeys = (key: string) => ask('GET', '/operator/keys', as(key));

    expect((await listKeys(text)).status).toBe(200);
    expect(await listKeys(served.key)).toMatchObject({
      status: 403,
      body: { code: 'ACCESS_DENIED', error: expect.stringContaining('operator.token') },
    });
    expect(await listKeys('')).toMatchObject({ status: 401, body: { code: 'MISSING_API_KEY' } });
    expect(await listKeys('op_wrong')).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    await served.keys.revoke('boss');
    expect(await listKeys(text)).toMatchObject({ status: 403, body: { error: expect.stringContaining('revoked') } });
  });

  it.each([
    ['a name of another kind', '/operator/keys', { name: 7 }, 400, 'INVALID_PARAMS'],
    ['no name', '/operator/keys', {}, 400, 'INVALID_PARAMS'],
    ['a name that is taken', '/operator/keys', { name: 'test' }, 400, 'INVALID_PARAMS'],
    ['nothing to revoke', '/operator/keys/revoke', {}, 400, 'INVALID_PARAMS'],
    ['an unknown key to revoke', '/operator/keys/revoke', { id: 'nobody' }, 404, 'NOT_FOUND'],
  ])('are refused in words for %s', async (_, url, payload, status, code) => {
    expect(await ask('POST', url, operator, payload)).toMatchObject({
      status,
      body: { code, error: expect.any(String) },
    });
  });
});

describe('a request only for the operator', () => {
  const paths = [
    ['POST', '/operator/session'],
    ['GET', '/operator/session'],
    ['DELETE', '/operator/session'],
    ['GET', '/operator/sessions'],
    ['POST', '/operator/sessions/revoke'],
    ['POST', '/operator/one-time-token'],
    ['GET', '/operator/keys'],
    ['POST', '/operator/keys'],
    ['POST', '/operator/keys/revoke'],
  ] as const;

  it.each([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['from a page of another port', { origin: 'http://127.0.0.1:8080' }],
    ['from a page without an origin', { origin: 'null' }],
    ['marked by the browser as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['marked by the browser as same-site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused %s, even with the token', async (_, headers) => {
    for (const [method, url] of paths) {
      expect(await ask(method, url, { ...operator, ...headers }), url).toMatchObject({
        status: 403,
        body: { code: 'ACCESS_DENIED' },
      });
    }
  });

  it('is refused before its body is read', async () => {
    const request = { method: 'POST', url: '/operator/keys', payload: '[['.repeat(1_000) } as const;
    const headers = { ...here, 'content-type': 'application/json' };

    const stranger = await inject(served.api.app, { ...request, headers });
    const known = await inject(served.api.app, { ...request, headers: { ...headers, 'x-api-key': operatorToken } });

    expect([stranger.statusCode, known.statusCode]).toEqual([401, 400]);
  });

  it('is open to the page of the service itself', async () => {
    const own = { ...operator, origin: 'http://127.0.0.1:7400', 'sec-fetch-site': 'same-origin' };

    expect((await ask('POST', '/operator/session', own)).status).toBe(200);
    expect((await ask('GET', '/operator/keys', own)).status).toBe(200);
  });
});
