import { readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import {
  day,
  openTestStore,
  operatorToken,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { openKeys } from '../keys.ts';

const host = '127.0.0.1:7400';
const month = 30 * day;

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

type AskOptions = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly host?: string;
  readonly payload?: object;
  readonly headers?: OutgoingHttpHeaders;
};

const own = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };

async function ask(url: string, key: string | null, { method = 'POST', payload, ...options }: AskOptions = {}) {
  const headers = { host: options.host ?? host, ...(key !== null && { 'x-api-key': key }), ...options.headers };
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  const body = reply.body === '' ? null : reply.json();
  return { status: reply.statusCode, headers: reply.headers, body };
}

const openSession = (key: string | null, headers: OutgoingHttpHeaders = own) =>
  ask('/operator/session', key, { headers });
const cookieOf = ({ headers }: { headers: OutgoingHttpHeaders }): string =>
  String(headers['set-cookie']).replace(/;.*/, '');
/** Sends what a page of the service sends in a browser with a cookie. */
const askWith = (cookie: string, url: string, { headers, ...options }: AskOptions = {}) =>
  ask(url, null, { method: 'GET', ...options, headers: { ...own, cookie, ...headers } });
const opened = async (key: string = served.api.issueToken().token): Promise<string> => cookieOf(await openSession(key));
const listed = (cookie: string) => askWith(cookie, '/operator/sessions');
const listKeys = (cookie: string) => askWith(cookie, '/operator/keys');

describe('a one-time token', () => {
  it('opens a session of the operator in a cookie that pages cannot read and others do not get', async () => {
    const { status, headers, body } = await openSession(served.api.issueToken().token);

    expect([status, body.isOperator]).toEqual([200, true]);
    expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['no-store', undefined]);
    expect(String(headers['set-cookie'])).toMatch(
      /^itemtape-session-7400=its_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(body)).not.toContain('its_');
    expect((await listKeys(cookieOf({ headers }))).body).toHaveLength(1);
    expect(readFileSync(served.keyFile, 'utf8')).not.toContain(cookieOf({ headers }).split('=')[1]);
  });

  it('opens no second one', async () => {
    const { token } = served.api.issueToken();
    await openSession(token);

    expect(await openSession(token)).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
  });

  it('opens none after an hour', async () => {
    const { token, expiresAt } = served.api.issueToken();
    served.clock.at = expiresAt;

    expect((await openSession(token)).status).toBe(401);
  });

  it('is not accepted for anything else, and such attempts do not use it up', async () => {
    const { token } = served.api.issueToken();

    expect((await ask('/operator/keys', token, { method: 'GET' })).status).toBe(401);
    expect((await ask('/v2/marketplaces', token, { method: 'GET' })).status).toBe(401);
    expect((await openSession(token)).status).toBe(200);
  });

  it('is issued for the operator token, and not for a session or a key', async () => {
    const { text: admin } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const given = await ask('/operator/one-time-token', operatorToken);

    expect((await openSession(given.body.token)).body).toMatchObject({ isOperator: true });
    for (const key of [admin, served.key]) expect((await ask('/operator/one-time-token', key)).status).toBe(403);
    expect((await askWith(await opened(), '/operator/one-time-token', { method: 'POST' })).status).toBe(403);
  });

  it('is dropped after a hundred newer ones', async () => {
    const { token: first } = served.api.issueToken();
    const others = Array.from({ length: 100 }, () => served.api.issueToken().token);

    expect((await openSession(first)).status).toBe(401);
    expect((await openSession(others[0] ?? '')).status).toBe(200);
  });
});

describe('a session', () => {
  it('lasts a month after its last use', async () => {
    const cookie = await opened();
    served.clock.at += month - 1;
    const used = await askWith(cookie, '/operator/session');
    expect([used.status, cookieOf(used)]).toEqual([200, cookie]);
    served.clock.at += month - 1;
    expect((await askWith(cookie, '/v2/marketplaces')).status).toBe(200);
    served.clock.at += 1;
    expect(await askWith(cookie, '/v2/marketplaces')).toMatchObject({
      status: 401,
      body: { error: 'this session has ended; open the dashboard again' },
    });
  });

  it('survives a restart of the service, unless the operator token was replaced', async () => {
    const [cookie, reader] = [await opened(), await opened(served.key)];
    const text = cookie.split('=')[1] ?? '';
    const state = (one: string | undefined, token: string) =>
      openKeys({ file: served.keyFile, now: () => served.clock.at, operatorToken: token }).check(one).state;

    expect([state(text, operatorToken), state(text, 'op_another')]).toEqual(['ok', 'ended']);
    expect(state(reader.split('=')[1], 'op_another')).toBe('ok');
  });

  it('has the rights of the key that opened it, and ends with it', async () => {
    const { key, text } = await served.keys.create({ name: 'guest', websocketAccess: false, games: ['Rust'] });
    const signedIn = await openSession(text);
    const cookie = cookieOf(signedIn);
    const status = async (url: string) => (await askWith(cookie, url)).status;

    expect(signedIn.body).toMatchObject({ isOperator: false, session: { keyId: key.id, keyName: 'guest' } });
    expect(await status('/v2/marketplaces')).toBe(200);
    expect(await status('/tape/best?game=CS2&name=x')).toBe(403);
    expect(await status('/operator/keys')).toBe(403);
    await served.keys.revoke('guest');
    expect(await askWith(cookie, '/v2/marketplaces')).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
  });

  it('is of the operator if the key has the right admin, and may make such a key', async () => {
    const { text: admin } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const cookie = await opened(admin);
    const payload = { name: 'other', admin: true };
    const made = await askWith(cookie, '/operator/keys', { method: 'POST', payload });

    expect((await askWith(cookie, '/operator/session')).body).toMatchObject({ isOperator: true });
    expect(made.body).toMatchObject({ admin: true });
  });

  it('is opened for the operator token, and for no wrong, missing or revoked key', async () => {
    expect((await openSession(operatorToken)).body).toMatchObject({ isOperator: true, session: { keyId: null } });
    expect(await openSession('it_wrong')).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    expect(await openSession(null)).toMatchObject({ status: 401, body: { code: 'MISSING_API_KEY' } });
    await served.keys.revoke('test');
    expect(await openSession(served.key)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
  });

  it('is not what a key in the request says, which goes first', async () => {
    const cookie = await opened();

    expect((await ask('/operator/keys', served.key, { method: 'GET', headers: { cookie } })).status).toBe(403);
    expect((await ask('/v2/marketplaces', 'it_wrong', { method: 'GET', headers: { cookie } })).status).toBe(401);
  });

  it('belongs to one port of a host, as the cookies of all ports come together', async () => {
    const cookie = await opened();
    const headers = { origin: 'http://127.0.0.1:7401' };

    expect((await askWith(cookie, '/v2/marketplaces', { host: '127.0.0.1:7401', headers })).status).toBe(401);
  });

  it.each([
    ['by the page itself, behind any proxy', { origin: `https://${host}` }, true],
    ['by a proxy, for a program', { 'x-forwarded-proto': 'https' }, true],
    ['by the page, whatever a proxy says', { origin: `http://${host}`, 'x-forwarded-proto': 'https' }, false],
    ['by nobody', {}, false],
  ])('is for TLS only where that was said %s', async (_, headers, isSecure) => {
    const { headers: sent } = await openSession(served.api.issueToken().token, headers);

    expect(String(sent['set-cookie']).endsWith('; Secure')).toBe(isSecure);
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null' }],
    ['a browser that says it is of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('does not count in requests of %s', async (_, headers) => {
    const cookie = await opened();
    const sent = { host, cookie, ...headers };

    expect((await inject(served.api.app, { url: '/v2/marketplaces', headers: sent })).statusCode).toBe(401);
    expect((await inject(served.api.app, { method: 'GET', url: '/operator/keys', headers: sent })).statusCode).toBe(
      403,
    );
  });

  it('reads where nothing says what page asks, as in an address that was typed, and changes nothing', async () => {
    const cookie = await opened();
    const status = async (method: string, url: string) =>
      (await inject(served.api.app, { method, url, headers: { host, cookie } })).statusCode;

    expect(await status('GET', '/operator/keys')).toBe(200);
    expect(await status('POST', '/operator/keys')).toBe(401);
  });
});

describe('sessions', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('are listed with browser and last use, those that count only', async () => {
    const operator = await opened();
    const reader = cookieOf(await openSession(served.key, { ...own, 'user-agent': agent }));
    served.clock.at += 5_000;
    await askWith(reader, '/v2/marketplaces');
    const { body } = await listed(operator);

    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ keyId: null, keyName: null, isCurrent: true, browser: null, system: null });
    expect(body[1]).toMatchObject({ keyName: 'test', isCurrent: false, browser: 'Firefox', system: 'Windows' });
    const seconds = Math.floor(startAt / 1000);
    expect([body[1].createdAt, body[1].lastUsedAt]).toEqual([seconds, seconds + 5]);
    const [key] = (await listKeys(operator)).body;
    expect([key.lastUsedAt, key.requestsToday]).toEqual([seconds + 5, 1]);
    await served.keys.revoke('test');
    expect((await listed(operator)).body).toHaveLength(1);
  });

  it('end one by one, at once', async () => {
    const [operator, reader] = [await opened(), await opened(served.key)];
    const [, { id }] = (await listed(operator)).body;
    const revoke = () => askWith(operator, '/operator/sessions/revoke', { method: 'POST', payload: { id } });

    expect((await askWith(reader, '/operator/sessions')).status).toBe(403);
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404]);
    expect((await askWith(reader, '/v2/marketplaces')).status).toBe(401);
    expect((await askWith(operator, '/v2/marketplaces')).status).toBe(200);
  });

  it('end in this browser, or in all of the same key', async () => {
    const [first, second, operator] = [await opened(served.key), await opened(served.key), await opened()];
    const third = await opened(served.key);
    const states = async () =>
      await Promise.all(
        [first, second, third, operator].map(async (cookie) => (await askWith(cookie, '/v2/marketplaces')).status),
      );
    const out = await askWith(first, '/operator/session', { method: 'DELETE' });

    expect(String(out.headers['set-cookie'])).toMatch(/^itemtape-session-7400=; Path=\/; Max-Age=0;/);
    expect(await states()).toEqual([401, 200, 200, 200]);
    await askWith(second, '/operator/session?everywhere=true', { method: 'DELETE' });
    expect(await states()).toEqual([401, 401, 401, 200]);
  });

  it('are one for each browser, and at most fifty for each key', async () => {
    const operator = await opened();
    const again = await openSession(served.key, { ...own, cookie: await opened(served.key) });
    expect((await listed(operator)).body).toHaveLength(2);
    for (let more = 0; more < 50; more += 1) {
      served.clock.at += 1;
      await opened(served.key);
    }
    expect((await listed(operator)).body).toHaveLength(51);
    expect((await askWith(cookieOf(again), '/v2/marketplaces')).status).toBe(401);
  });

  it('have limits of their own, not those of a key', async () => {
    const request = { name: 'bot', websocketAccess: true, requestsPerMinute: 1, requestsPerDay: 1 };
    const { text } = await served.keys.create(request);
    const cookie = await opened(text);
    expect((await ask('/v2/marketplaces', text, { method: 'GET' })).status).toBe(429);
    for (let times = 0; times < 20; times += 1) expect((await askWith(cookie, '/v2/marketplaces')).status).toBe(200);
  });
});

describe('the way in', () => {
  it('is named to everybody, with the data folder only to who is on this machine', async () => {
    const signIn = (isHere: boolean) => ({ dashboard: `d ${isHere}`, createKey: `k ${isHere}` });
    const told = await serveApi(testStore.store, { signIn });
    const at = async (api: ServedApi, name: string) =>
      (await inject(api.api.app, { url: '/operator/sign-in', headers: { host: name } })).json();

    for (const name of ['localhost:7400', '127.0.0.1', '[::1]:7400'])
      expect(await at(told, name)).toEqual({ dashboard: 'd true', createKey: 'k true' });
    for (const name of ['tape.example.org', 'localhost.example.org:80'])
      expect(await at(told, name)).toEqual({ dashboard: 'd false', createKey: 'k false' });
    expect(await at(served, 'localhost')).toBe(null);
    await told.close();
  });
});

describe('the conditions of days', () => {
  const path = '/tape/conditions';
  const statusOf = async (api: ServedApi, headers: Record<string, string> = {}) =>
    (await inject(api.api.app, { method: 'GET', url: path, headers })).statusCode;

  it('require a key unless the operator opens them, and refuse a wrong one even then', async () => {
    const settings = { cacheSeconds: 10, cacheMegabytes: 8, openStatus: true };
    const open = await serveApi(testStore.store, { settings });

    expect([await statusOf(served), await statusOf(open)]).toEqual([401, 200]);
    expect(await statusOf(served, { 'x-api-key': served.key })).toBe(200);
    expect(await statusOf(open, { 'x-api-key': 'it_wrong' })).toBe(401);
    expect((await inject(open.api.app, { method: 'GET', url: '/tape/rates' })).statusCode).toBe(401);
    await open.close();
  });

  it('are returned for the requested days and sources', async () => {
    const about = { marketplaceId: skinport, source: 'items', game: 'CS2' as const };
    const today = Math.floor(startAt / day) * day;
    const gap = { ...about, from: startAt - 2 * day, to: startAt - day, reason: 'failed' as const };
    const rows = [3, 2, 1, 0].map((ago) => {
      const begin = today - ago * day;
      const times = {
        day: begin,
        since: begin,
        notedTo: Math.min(startAt, begin + day),
        completeTo: startAt,
        lateAt: startAt,
      };
      return { ...about, ...times, reason: null, knownMs: day / 4, ages: [4, 900, 5, 100] };
    });
    await testStore.store.append([
      ...rows.map((row) => ({ table: 'sourceDays' as const, row })),
      ...rows.map((row) => ({ table: 'sourceDays' as const, row: { ...row, notedTo: row.notedTo - 1, knownMs: 0 } })),
      { table: 'gaps', row: gap },
      { table: 'gaps', row: gap },
    ]);
    const options = { marketplace: 'skinport', game: 'CS2', from: String(Math.floor((startAt - 3 * day) / 1000)) };
    const { body } = await served.get(path, options);

    expect(body.sources).toHaveLength(1);
    expect(body.sources[0]).toMatchObject({ marketplace: 'SkinPort', source: 'items', game: 'CS2' });
    expect(body.sources[0].gaps).toEqual([
      { fromAt: Math.floor(gap.from / 1000), toAt: Math.ceil(gap.to / 1000), reason: 'failed' },
    ]);
    expect(body.sources[0].days.map(({ condition }: { condition: string }) => condition)).toEqual([
      ...['complete', 'partial', 'partial', 'complete'],
    ]);
    expect(body.sources[0].days[0]).toMatchObject({ coverage: 0.25, ageP95Seconds: 2, knownSince: null });
    expect((await served.get(path, { game: 'Rust' })).body.sources).toEqual([]);
    expect((await served.get(path, { from: '2020-01-01', to: '2026-01-01' })).body.code).toBe('INVALID_PARAMS');
    expect((await served.get(path, { from: '2026-02-01', to: '2026-01-01' })).body.error).toContain('from is after to');
  });
});

describe('metrics and sources', () => {
  const paths = ['/metrics', '/health/sources'];
  const statusOf = async (api: ServedApi, url: string, headers: Record<string, string> = {}) =>
    (await inject(api.api.app, { method: 'GET', url, headers })).statusCode;

  it('need no key by default', async () => {
    for (const path of paths) expect(await statusOf(served, path)).toBe(200);
  });

  it('need a key in the header or the query if so configured, which a session has', async () => {
    const settings = { cacheSeconds: 10, cacheMegabytes: 8, openMetrics: false };
    const guarded = await serveApi(testStore.store, { settings });
    const { text: session } = await guarded.keys.sessions.open('operator', { browser: null, system: null });
    for (const path of paths) {
      expect(await statusOf(guarded, path)).toBe(401);
      expect(await statusOf(guarded, path, { 'x-api-key': 'it_wrong' })).toBe(401);
      expect(await statusOf(guarded, path, { 'x-api-key': guarded.key })).toBe(200);
      expect(await statusOf(guarded, `${path}?apiKey=${guarded.key}`)).toBe(200);
      expect(await statusOf(guarded, path, { 'x-api-key': session })).toBe(200);
    }
    for (const path of ['/health', '/ready', '/docs/pages/start.html']) expect(await statusOf(guarded, path)).toBe(200);
    const { text: guest } = await guarded.keys.create({
      name: 'guest',
      websocketAccess: false,
      games: ['Rust'],
    });
    for (const path of ['/metrics', '/%6detrics'])
      expect(await statusOf(guarded, path, { 'x-api-key': guest })).toBe(403);
    await guarded.close();
  });
});
