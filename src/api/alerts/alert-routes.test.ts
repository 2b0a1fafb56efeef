import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Alerting, openAlerting, type Receiver, startReceiver } from '../../../test/support/alerts/alerting.ts';
import { inject } from '../../../test/support/api/inject.ts';
import {
  openTestStore,
  operatorToken,
  redline,
  type ServedApi,
  serveApi,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';

let testStore: TestStore;
let served: ServedApi;
let rig: Alerting;
let receiver: Receiver;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  rig = await openAlerting();
  receiver = await startReceiver();
  const alerts = await rig.open();
  alerts.start();
  served = await serveApi(testStore.store, { alerts });
});
afterEach(async () => {
  await served.close();
  await rig.close();
  await receiver.close();
});

const path = '/tape/alerts';

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, key: string, payload?: object) {
  const headers = { host: '127.0.0.1:7400', 'x-api-key': key };
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const newRule = (more: object = {}) => ({
  name: 'low',
  when: { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 10 },
  target: { kind: 'webhook', url: `${receiver.url}/secret-path` },
  ...more,
});

describe('rules over REST', () => {
  it('can be paused and resumed by keys that see them', async () => {
    const { body } = await ask('POST', path, served.key, newRule());
    const paused = await ask('POST', `${path}/pause?id=${body.id}`, served.key);
    expect(paused).toMatchObject({ status: 200, body: { id: body.id, pausedAt: expect.any(Number) } });
    const resumed = await ask('POST', `${path}/resume?id=${body.id}`, operatorToken);
    expect(resumed).toMatchObject({ status: 200, body: { id: body.id, pausedAt: null } });
    expect((await ask('POST', `${path}/pause?id=nothing`, served.key)).status).toBe(404);
  });

  it('get a new secret for their webhook, which is shown once', async () => {
    const { body } = await ask('POST', path, served.key, newRule());
    const rotated = await ask('POST', `${path}/rotate?id=${body.id}`, served.key);

    expect(rotated).toEqual({
      status: 200,
      body: { id: body.id, secret: expect.stringMatching(/^whsec_/), previousExpiresAt: expect.any(Number) },
    });
    expect(rotated.body.secret).not.toBe(body.secret);
    expect(rotated.body.previousExpiresAt * 1_000).toBeGreaterThan(Date.now() + 86_000_000);
    expect(JSON.stringify((await ask('GET', path, served.key)).body)).not.toContain('whsec_');
    const browser = await ask('POST', path, served.key, newRule({ target: { kind: 'browser' } }));
    expect(await ask('POST', `${path}/rotate?id=${browser.body.id}`, served.key)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('only webhooks') },
    });
  });

  it('can be created, listed, tested and deleted, and show their deliveries', async () => {
    const made = await ask('POST', path, served.key, newRule());
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'low',
        repeats: true,
        hysteresisPercent: 1,
        secret: expect.stringMatching(/^whsec_/),
        doneAt: null,
      },
    });
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);
    const { id } = made.body;
    expect(await ask('POST', `${path}/test?id=${id}`, served.key)).toMatchObject({
      status: 200,
      body: { isDelivered: true, status: 204, error: null },
    });
    const listed = await ask('GET', path, served.key);
    expect(listed.body).toMatchObject([{ id, target: { kind: 'webhook', host: `127.0.0.1:${receiver.port}` } }]);
    expect(JSON.stringify(listed.body)).not.toMatch(/secret-path|whsec_/);
    const deliveries = await ask('GET', `${path}/deliveries?id=${id}`, served.key);
    expect(deliveries.body).toMatchObject([{ item: `CS2:${redline}`, attempt: 1, outcome: 'delivered', status: 204 }]);

    expect(await ask('DELETE', `${path}?id=${id}`, served.key)).toEqual({ status: 204, body: null });
    expect((await ask('GET', path, served.key)).body).toEqual([]);
  });

  it('are visible to the key that created them, and all of them to the operator', async () => {
    const other = await served.keys.create({ name: 'other', websocketAccess: true });
    const { body } = await ask('POST', path, served.key, newRule());
    expect((await ask('GET', path, other.text)).body).toEqual([]);
    for (const [method, url] of [
      ['DELETE', `${path}?id=${body.id}`],
      ['POST', `${path}/test?id=${body.id}`],
      ['GET', `${path}/deliveries?id=${body.id}`],
    ] as const)
      expect((await ask(method, url, other.text)).status).toBe(404);

    expect((await ask('GET', path, operatorToken)).body).toHaveLength(1);
    expect((await ask('DELETE', `${path}?id=${body.id}`, operatorToken)).status).toBe(204);
  });

  it.each([
    [{ name: '' }, '"name" must'],
    [{ name: ' ' }, '"name" is blank'],
    [{ when: { kind: 'price' } }, '"when" has the kind "price"; kinds are stream, figure, deal'],
    [{ when: { kind: 'figure', figure: 'asks', game: 'CS2', items: ['a'], below: 1 } }, '"when.figure" must'],
    [{ when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['a'] } }, 'one bound'],
    [{ when: { kind: 'stream', filter: { games: ['CS3'] } } }, 'did you mean "CS2"'],
    [{ when: { kind: 'figure', figure: 'ask', game: 'CS2', items: [], below: 1 } }, 'empty list'],
    [{ target: { kind: 'webhook', url: 'nothing' } }, 'is not an address to send to'],
    [{ target: { kind: 'webhook', url: 'https://x.example/', secret: 'short' } }, 'a secret is "whsec_"'],
    [{ target: { kind: 'telegram', token: '12/../x', chatId: '1' } }, '"target.token" must'],
    [{ cooldown: 3 }, '"cooldown" is not known; leave it out'],
  ])('are refused with what is wrong: %j', async (change, message) => {
    const { status, body } = await ask('POST', path, served.key, newRule(change));
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(body.error).toContain(message);
  });

  it('require the id of a rule', async () => {
    for (const url of [path, `${path}?id=`, `${path}?id=a&id=b`])
      expect((await ask('DELETE', url, served.key)).status).toBe(400);
  });
});
