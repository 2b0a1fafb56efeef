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
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { until } from '../../../test/support/time/until.ts';

let testStore: TestStore;
let served: ServedApi;
let rig: Alerting;

const host = '127.0.0.1:7400';

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  rig = await openAlerting();
  const alerts = await rig.open();
  alerts.start();
  served = await serveApi(testStore.store, { alerts });
});
afterEach(async () => {
  await served.close();
  await rig.close();
});

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, key: string, payload?: object) {
  const headers = { host, 'x-api-key': key };
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const path = '/tape/watchlist';

/** The watchlist as the dashboard shows it in a browser that signs in. */
async function listInBrowser(key: string) {
  const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const opened = await inject(served.api.app, {
    method: 'POST',
    url: '/operator/session',
    headers: { ...own, 'x-api-key': key },
  });
  const cookie = String(opened.headers['set-cookie']).replace(/;.*/, '');
  return (await inject(served.api.app, { method: 'GET', url: path, headers: { ...own, cookie } })).json();
}
const itemQuery = (name: string, phase = '') => `${path}?${new URLSearchParams({ game: 'CS2', name, phase })}`;

describe('a watchlist over REST', () => {
  it('has items until they are removed, and belongs to one key', async () => {
    const other = await served.keys.create({ name: 'other', websocketAccess: true, alerts: false });
    const added = await ask('POST', itemQuery(redline), served.key);
    expect(added).toEqual({
      status: 201,
      body: { game: 'CS2', name: redline, itemPhase: null, addedAt: expect.any(Number) },
    });
    const ruby = await ask(
      'POST',
      itemQuery(redline.replace(' | ', '  |  ').replace('Field-Tested', 'field-tested'), 'ruby'),
      served.key,
    );
    expect(ruby.body).toMatchObject({ name: redline, itemPhase: 'Ruby' });
    expect((await ask('GET', path, served.key)).body).toEqual([ruby.body, added.body]);
    expect((await ask('GET', path, other.text)).body).toEqual([]);
    expect((await ask('GET', path, operatorToken)).body).toEqual([]);

    expect((await ask('POST', itemQuery(redline), served.key)).body).toEqual(added.body);
    expect((await ask('DELETE', itemQuery(redline), served.key)).status).toBe(204);
    expect((await ask('DELETE', itemQuery('Gone'), served.key)).status).toBe(204);
    expect((await ask('GET', path, served.key)).body).toEqual([ruby.body]);
  });

  it('is shared by the browsers of one key, and by those of the operator', async () => {
    await ask('POST', itemQuery(redline), served.key);
    expect(await listInBrowser(served.key)).toHaveLength(1);
    expect(await listInBrowser(served.api.issueToken().token)).toEqual([]);
    await ask('POST', itemQuery(redline), operatorToken);
    expect(await listInBrowser(served.api.issueToken().token)).toHaveLength(1);
  });

  it('refuses what is no item, with what may be meant', async () => {
    const near = await ask('POST', itemQuery('AK-47 | Redlin (Field-Tested)'), served.key);
    expect([near.status, near.body.error]).toEqual([404, expect.stringContaining(`did you mean "${redline}"?`)]);
    expect((await ask('POST', itemQuery(redline, 'Rubby'), served.key)).status).toBe(400);
    expect((await ask('POST', `${path}?game=CS2`, served.key)).status).toBe(400);
    expect((await ask('POST', `${path}?game=CS3&name=a`, served.key)).status).toBe(404);
    expect((await ask('GET', path, 'nothing')).status).toBe(401);
  });
});

describe('the log of alerts to browsers', () => {
  const rule = {
    name: 'low',
    when: { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 10 },
    target: { kind: 'browser' },
  };
  const log = async (key: string) => (await ask('GET', '/tape/alerts/log', key)).body;

  it('has what rules raised and tests, until it is read, for the key of the rule', async () => {
    const { status, body } = await ask('POST', '/tape/alerts', served.key, rule);
    expect([status, body.target, body.secret]).toEqual([201, { kind: 'browser', host: '' }, null]);
    rig.put([pricedOffer('a', 9_000)]);
    const [raised] = await until('an alert', async () => {
      const found = await log(served.key);
      return found.length === 0 ? null : found;
    });
    expect(raised).toMatchObject({
      type: 'alert',
      isRead: false,
      rule: { id: body.id, name: 'low' },
      game: 'CS2',
      name: redline,
      itemPhase: null,
      figure: { figure: 'ask', value: 9, below: 10, above: null },
    });
    await ask('POST', `/tape/alerts/log/read?id=${raised.id}`, served.key);
    expect(await ask('POST', `/tape/alerts/test?id=${body.id}`, served.key)).toMatchObject({
      status: 200,
      body: { isDelivered: true, status: null, error: null },
    });
    expect((await log(served.key)).map((one: { type: string; isRead: boolean }) => [one.type, one.isRead])).toEqual([
      ['test', false],
      ['alert', true],
    ]);
    expect(await log(operatorToken)).toEqual([]);
    expect((await ask('GET', `/tape/alerts/deliveries?id=${body.id}`, served.key)).body).toMatchObject([
      { outcome: 'delivered', status: null },
    ]);
  });
});
