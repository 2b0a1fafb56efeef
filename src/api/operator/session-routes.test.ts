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

const host = '127.0.0.1:7400';
const halfDay = 12 * 3_600_000;

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

type AskOptions = { readonly method?: 'GET' | 'POST'; readonly host?: string; readonly payload?: object };

async function ask(url: string, key: string | null, { method = 'POST', payload, ...options }: AskOptions = {}) {
  const headers = { host: options.host ?? host, ...(key !== null && { 'x-api-key': key }) };
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const openSession = (key: string | null) => ask('/operator/session', key);
const listKeys = (key: string, at = host) => ask('/operator/keys', key, { method: 'GET', host: at });
const opened = async (): Promise<string> => (await openSession(served.api.issueToken().token)).body.key;

describe('a one-time token', () => {
  it('opens a session of half a day, which is listed nowhere', async () => {
    const { status, headers, body } = await openSession(served.api.issueToken().token);

    expect([status, body.isOperator]).toEqual([200, true]);
    expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['no-store', undefined]);
    expect(body.expiresAt).toBe(Math.floor((served.clock.at + halfDay) / 1000));
    expect((await listKeys(body.key)).body).toHaveLength(1);
    served.clock.at += halfDay;
    expect((await listKeys(body.key)).status).toBe(401);
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

    expect((await listKeys(token)).status).toBe(401);
    expect((await ask('/v2/marketplaces', token, { method: 'GET' })).status).toBe(401);
    expect((await openSession(token)).status).toBe(200);
  });

  it('is issued for the operator token, and not for a session or a key', async () => {
    const { text: admin } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const given = await ask('/operator/one-time-token', operatorToken);

    expect((await openSession(given.body.token)).body).toMatchObject({ isOperator: true });
    for (const key of [admin, served.key, await opened()]) {
      expect((await ask('/operator/one-time-token', key)).status).toBe(403);
    }
  });

  it('is dropped after a hundred newer ones', async () => {
    const { token: first } = served.api.issueToken();
    const others = Array.from({ length: 100 }, () => served.api.issueToken().token);

    expect((await openSession(first)).status).toBe(401);
    expect((await openSession(others[0] ?? '')).status).toBe(200);
  });
});

describe('a session', () => {
  it('is the operator at the host name at which it was opened, and a reader elsewhere', async () => {
    const key = await opened();

    expect((await listKeys(key)).status).toBe(200);
    expect((await listKeys(key, 'localhost:7400')).status).toBe(403);
    expect((await ask('/v2/marketplaces', key, { method: 'GET', host: 'localhost:7400' })).status).toBe(200);
  });

  it('returns its rights, and cannot open another one', async () => {
    const key = await opened();

    expect((await openSession(key)).body).toEqual({ key: null, expiresAt: null, isOperator: true });
    expect((await ask('/operator/session', key, { host: 'localhost:7400' })).body).toMatchObject({ isOperator: false });
  });

  it('may make a key with the right admin', async () => {
    const made = await ask('/operator/keys', await opened(), { payload: { name: 'boss', admin: true } });

    expect(made.body).toMatchObject({ admin: true });
    expect((await listKeys(made.body.key, 'elsewhere.example')).status).toBe(200);
  });

  it('is returned for the operator token, so that browsers do not keep the token', async () => {
    const { body } = await openSession(operatorToken);

    expect(body).toMatchObject({ isOperator: true, key: expect.stringMatching(/^it_/) });
  });

  it('is not opened for a key, whose rights are returned', async () => {
    const { text: admin } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });

    expect((await openSession(served.key)).body).toEqual({ key: null, expiresAt: null, isOperator: false });
    expect((await openSession(admin)).body).toEqual({ key: null, expiresAt: null, isOperator: true });
    expect(await openSession('it_wrong')).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    expect(await openSession(null)).toMatchObject({ status: 401, body: { code: 'MISSING_API_KEY' } });
    await served.keys.revoke('test');
    expect(await openSession(served.key)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
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
    const { text: session } = guarded.keys.lend(host);
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
