import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type ServedApi, serveApi, type TestStore } from '../../../test/support/served-api.ts';

const here = { host: '127.0.0.1:7400' };
const elsewhere = { host: 'tape.example:7400' };

let kept: TestStore;
let served: ServedApi;

beforeAll(async () => {
  kept = await openTestStore();
});
afterAll(() => kept.close());
beforeEach(async () => {
  served = await serveApi(kept.store);
});
afterEach(() => served.close());

async function ask(method: 'GET' | 'POST', url: string, headers: OutgoingHttpHeaders, payload?: object) {
  const reply = await served.api.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const openSession = (headers: OutgoingHttpHeaders) => ask('POST', '/operator/session', headers);

describe('a session', () => {
  it('lends a key for half a day to a visitor at the machine, and lists it nowhere', async () => {
    const { status, headers, body } = await openSession(here);

    expect([status, body.isOperator, body.given]).toEqual([200, true, 'missing']);
    expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['no-store', undefined]);
    expect(served.keys.check(body.key)).toMatchObject({ state: 'ok', key: { rights: { websocketAccess: true } } });
    expect(served.keys.list()).toHaveLength(1);
    served.clock.at += 12 * 3_600_000;
    expect(served.keys.check(body.key)).toEqual({ state: 'invalid' });
  });

  it.each([
    ['under another name, as a foreign page could lead here', elsewhere],
    ['through a proxy', { ...here, 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that says so otherwise', { ...here, forwarded: 'for=203.0.113.9' }],
  ])('lends no key to a visitor %s', async (_, headers) => {
    const { body } = await openSession(headers);

    expect(body).toEqual({ key: null, expiresAt: null, given: 'missing', isOperator: false });
  });

  it('says what became of the key that a visitor brought', async () => {
    const brought = async (key: string) => (await openSession({ ...elsewhere, 'x-api-key': key })).body;
    const { text: admin } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });

    expect(await brought(served.key)).toMatchObject({ given: 'ok', isOperator: false, key: null });
    expect(await brought(admin)).toMatchObject({ given: 'ok', isOperator: true });
    expect(await brought('it_wrong')).toMatchObject({ given: 'invalid', isOperator: false });
    await served.keys.revoke('test');
    expect(await brought(served.key)).toMatchObject({ given: 'disabled', isOperator: false });
  });
});

describe('keys', () => {
  it('are made, listed and revoked from the machine itself', async () => {
    const made = await ask('POST', '/operator/keys', here, { name: 'scanner', websocketAccess: false });
    expect(made.body).toMatchObject({ name: 'scanner', websocketAccess: false, admin: false, revokedAt: null });
    expect(served.keys.check(made.body.key)).toMatchObject({ state: 'ok' });

    const listed = await ask('GET', '/operator/keys', here);
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['test', 'scanner']);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key);

    const revoked = await ask('POST', '/operator/keys/revoke', here, { id: made.body.id });
    expect(revoked.body.revokedAt).toBe(Math.floor(served.clock.at / 1000));
    expect(served.keys.check(made.body.key)).toEqual({ state: 'disabled' });
  });

  it('are managed from elsewhere with the right admin, and with no other', async () => {
    const { text } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const asked = (key: string) => ask('GET', '/operator/keys', { ...elsewhere, 'x-api-key': key });

    expect((await asked(text)).status).toBe(200);
    expect(await asked(served.key)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    expect(await asked('')).toMatchObject({ status: 401, body: { code: 'MISSING_API_KEY' } });
    await served.keys.revoke('boss');
    expect(await asked(text)).toMatchObject({ status: 403, body: { error: expect.stringContaining('revoked') } });
  });

  it.each([
    ['a name of another kind', '/operator/keys', { name: 7 }, 400, 'INVALID_PARAMS'],
    ['no name', '/operator/keys', {}, 400, 'INVALID_PARAMS'],
    ['a name that is taken', '/operator/keys', { name: 'test' }, 400, 'INVALID_PARAMS'],
    ['nothing to revoke', '/operator/keys/revoke', {}, 400, 'INVALID_PARAMS'],
    ['an unknown key to revoke', '/operator/keys/revoke', { id: 'nobody' }, 404, 'NOT_FOUND'],
  ])('are refused in words for %s', async (_, url, payload, status, code) => {
    expect(await ask('POST', url, here, payload)).toMatchObject({ status, body: { code, error: expect.any(String) } });
  });
});

describe('what only the operator may ask', () => {
  const paths = [
    ['POST', '/operator/session'],
    ['GET', '/operator/keys'],
    ['POST', '/operator/keys'],
    ['POST', '/operator/keys/revoke'],
  ] as const;

  it.each([
    ['from a page of another site', { ...here, origin: 'https://evil.example' }],
    ['from a page of another port', { ...here, origin: 'http://127.0.0.1:8080' }],
    ['from a page without an origin', { ...here, origin: 'null' }],
    ['marked by the browser as cross-site', { ...here, 'sec-fetch-site': 'cross-site' }],
    ['marked by the browser as same-site', { ...here, 'sec-fetch-site': 'same-site' }],
  ])('is refused %s', async (_, headers) => {
    for (const [method, url] of paths) {
      expect(await ask(method, url, headers), url).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    }
  });

  it('is open to the page of the service itself', async () => {
    const own = { ...here, origin: 'http://127.0.0.1:7400', 'sec-fetch-site': 'same-origin' };

    expect((await openSession(own)).status).toBe(200);
    expect((await ask('GET', '/operator/keys', own)).status).toBe(200);
  });
});
