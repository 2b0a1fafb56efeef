import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Alerting, openAlerting } from '../../../test/support/alerts/alerting.ts';
import { inject } from '../../../test/support/api/inject.ts';
import {
  openTestStore,
  operatorToken,
  redline,
  type ServedApi,
  serveApi,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import type { AuditRecord } from './audit.ts';

const secret = 's3cret-of-a-marketplace';
const host = { host: '127.0.0.1:7400' };
const operator = { ...host, 'x-api-key': operatorToken };

let testStore: TestStore;
let served: ServedApi;
let rig: Alerting;
let records: AuditRecord[];

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  rig = await openAlerting();
  const alerts = await rig.open();
  alerts.start();
  records = [];
  const renewal = { changed: ['log.level'], afterRestart: ['http.port'], marketplaces: ['csfloat'] };
  served = await serveApi(testStore.store, {
    alerts,
    auditLog: {
      write: async (record) => void records.push(record),
      read: async (max) => [...records].reverse().slice(0, max),
    },
    liveSettings: {
      list: () => [],
      credentials: () => [],
      setLogLevel: async () => {},
      keep: async () => renewal,
      reload: async () => renewal,
    },
    liveTerms: { set: async (marketplace) => marketplace },
    copies: { backup: async function* () {}, export: async function* () {}, exportDay: async function* () {} },
  });
});
afterEach(async () => {
  await served.close();
  await rig.close();
});

type Headers = Readonly<Record<string, string>>;

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers, payload?: object) {
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : null };
}

const rule = {
  name: 'low',
  when: { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 0.01 },
  target: { kind: 'webhook', url: `http://127.0.0.1:9/hook-${secret}` },
};

describe('the audit log', () => {
  it.each([
    ['POST', '/operator/settings', { 'log.level': 'debug' }, 'settings.change', { 'log.level': 'debug' }],
    [
      'POST',
      '/operator/settings/reload',
      undefined,
      'settings.reload',
      { changed: ['log.level'], afterRestart: ['http.port'], marketplaces: ['csfloat'] },
    ],
    [
      'POST',
      '/operator/credentials',
      { name: 'CSFLOAT_KEY', value: secret },
      'credential.change',
      { name: 'CSFLOAT_KEY', isRemoved: false },
    ],
    [
      'POST',
      '/operator/terms',
      { marketplace: 'CSFloat', setting: 'fees.seller', value: '2' },
      'term.change',
      { marketplace: 'CSFloat', setting: 'fees.seller', value: '2' },
    ],
    ['POST', '/operator/backup', {}, 'copy.backup', {}],
    ['POST', '/operator/export', { day: '2026-01-31' }, 'copy.export', { day: '2026-01-31' }],
  ] as const)(
    'has a line for %s %s, with who it was and without a secret',
    async (method, url, body, action, about) => {
      const { status } = await ask(method, url, { ...operator, 'x-forwarded-for': '203.0.113.7' }, body);

      expect([status, records]).toEqual([
        200,
        [
          {
            at: served.clock.at,
            action,
            keyId: 'operator',
            keyName: 'operator',
            sessionId: null,
            address: '127.0.0.1',
            forwardedFor: '203.0.113.7',
            user: null,
            about,
          },
        ],
      ]);
      expect(JSON.stringify(records)).not.toContain(secret);
    },
  );

  it('names keys that are made and revoked, the key that does so itself included, and never their text', async () => {
    const { text: boss, key } = await served.keys.create({ name: 'boss', websocketAccess: true, admin: true });
    const as = { ...host, 'x-api-key': boss };
    const made = await ask('POST', '/operator/keys', as, { name: 'scanner', games: ['CS2'] });
    await ask('POST', '/operator/keys/revoke', as, { id: 'boss' });
    await ask('POST', '/operator/keys/revoke', as, { id: 'scanner' });

    const who = { keyId: key.id, keyName: 'boss' };
    expect(records).toMatchObject([
      { action: 'key.create', ...who, about: { id: made.body.id, name: 'scanner', rights: { games: ['CS2'] } } },
      { action: 'key.revoke', ...who, about: { id: key.id, name: 'boss' } },
    ]);
    for (const word of [boss, made.body.key]) expect(JSON.stringify(records)).not.toContain(word);
  });

  it('names sessions that are opened and ended, and what is done with one', async () => {
    const { token } = served.api.issueToken();
    const own = { ...host, origin: `http://${host.host}` };
    const opened = await ask('POST', '/operator/session', { ...own, 'x-api-key': token });
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? '';
    const { id } = opened.body.session;
    await ask('POST', '/operator/settings/reload', { ...own, cookie });
    await ask('DELETE', '/operator/session', { ...own, cookie });
    const other = await ask('POST', '/operator/session', { ...own, 'x-api-key': served.key });
    await ask('POST', '/operator/sessions/revoke', operator, { id: other.body.session.id });

    const sessionId = id;
    expect(records).toMatchObject([
      { action: 'session.open', keyId: 'operator', sessionId: null, about: { id } },
      { action: 'settings.reload', keyId: 'operator', sessionId },
      { action: 'session.end', keyId: 'operator', sessionId, about: { count: 1, everywhere: false } },
      { action: 'session.open', keyName: 'test', about: { id: other.body.session.id } },
      { action: 'session.end', keyId: 'operator', sessionId: null, about: { id: other.body.session.id } },
    ]);
    for (const word of [token, cookie.split('=')[1] ?? '', served.key])
      expect(JSON.stringify(records)).not.toContain(word);
  });

  it('names changes of alert rules by any key, without the address and the secret of the target', async () => {
    const as = { ...host, 'x-api-key': served.key };
    const { body } = await ask('POST', '/tape/alerts', as, rule);
    const words = ['pause', 'resume', 'rotate'];
    for (const word of words) await ask('POST', `/tape/alerts/${word}?id=${body.id}`, as);
    await ask('DELETE', `/tape/alerts?id=${body.id}`, operator);

    const about = { id: body.id };
    expect(records).toMatchObject([
      { action: 'alert.create', keyName: 'test', about: { ...about, name: 'low', target: 'webhook' } },
      ...words.map((word) => ({ action: `alert.${word}`, keyName: 'test', about })),
      { action: 'alert.delete', keyId: 'operator', about },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/whsec_|hook-/);
  });

  it('has no line for what was refused', async () => {
    await ask('POST', '/operator/keys', operator, {});
    await ask('POST', '/operator/keys', { ...host, 'x-api-key': served.key }, { name: 'mine' });
    await ask('POST', '/operator/keys/revoke', operator, { id: 'nobody' });
    await ask('POST', '/tape/alerts/rotate?id=nobody', operator);

    expect(records).toEqual([]);
  });

  it('is read by the operator only, newest first, as many lines as wanted', async () => {
    for (const name of ['one', 'two', 'three']) await ask('POST', '/operator/keys', operator, { name });
    const { body } = await ask('GET', '/operator/audit?limit=2', operator);

    expect(body).toMatchObject([{ about: { name: 'three' } }, { about: { name: 'two' } }]);
    expect(body[0].at).toBe(Math.floor(served.clock.at / 1000));
    expect((await ask('GET', '/operator/audit', { ...host, 'x-api-key': served.key })).status).toBe(403);
    expect((await ask('GET', '/operator/audit', host)).status).toBe(401);
    for (const limit of ['0', 'x', '10001', '1.5'])
      expect((await ask('GET', `/operator/audit?limit=${limit}`, operator)).status).toBe(400);
  });
});
