import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import {
  openTestStore,
  operatorToken,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { KeyUse } from './key-use.ts';

const keyUseFile = `/tmp/itemtape-key-use-${process.pid}.json`;
const minute = 60_000;

let stored: TestStore;
let served: ServedApi;

beforeAll(async () => {
  stored = await openTestStore();
});
afterAll(() => stored.close());
beforeEach(async () => {
  served = await serveApi(stored.store, { keyUseFile });
});
afterEach(async () => {
  await served.close();
  rmSync(keyUseFile, { force: true });
});

const make = async (limits: object) => {
  const headers = { host: '127.0.0.1:7400', 'x-api-key': operatorToken };
  const payload = { name: 'guest', ...limits };
  const reply = await inject(served.api.app, { method: 'POST', url: '/operator/keys', headers, payload });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

const ask = async (key: string, url = '/v2/marketplaces') => {
  const reply = await inject(served.api.app, { method: 'GET', url, headers: { 'x-api-key': key } });
  return { status: reply.statusCode, wait: reply.headers['retry-after'], body: reply.json() };
};

/** As `ask`, but over a socket, with exactly this target. */
const askExactly = async (key: string, target: string) => {
  const { server } = served.api;
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path: target, agent: false, headers: { 'x-api-key': key } }).end();
  const [reply] = await once(sent, 'response');
  reply.resume();
  return { status: reply.statusCode };
};

/** The key as shown to the operator. */
const shown = async () => {
  const headers = { host: '127.0.0.1:7400', 'x-api-key': operatorToken };
  const reply = await inject(served.api.app, { method: 'GET', url: '/operator/keys', headers });
  return reply.json().find(({ name }: { name: string }) => name === 'guest');
};

describe('a key', () => {
  it('is held to its limits in the query too, whatever token comes with it', async () => {
    const { key } = await make({ requestsPerMinute: 1 });
    const status = async () => {
      const headers = { authorization: 'Token of-somebody-else' };
      // Written so that the fast path does not handle it
      const url = `/v2/marketplaces?api%4Bey=${key}`;
      return (await inject(served.api.app, { method: 'GET', url, headers })).statusCode;
    };

    expect([await status(), await status()]).toEqual([200, 429]);
    expect((await ask(key)).body.error).toMatch(/^this key is limited to 1 request per minute; try again in \d+ s$/);
  });

  it('with 60 requests per minute gets exactly that many answers over 64 connections, also from the cache', async () => {
    const { key } = await make({ requestsPerMinute: 60 });
    served.api.server.listen(0, '127.0.0.1');
    await once(served.api.server, 'listening');
    const { port } = served.api.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const paths = ['/v2/marketplaces', `/v2/items?marketplace=SkinPort&game=CS2&name=${encodeURIComponent(redline)}`];
    const statusOf = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request({ agent, port, path, headers: { 'x-api-key': key } }, (reply) => {
          reply.resume();
          reply.on('end', () => resolve(reply.statusCode ?? 0));
        });
        outgoing.on('error', reject).end();
      });
    const all = () => Promise.all(Array.from({ length: 256 }, (_, at) => statusOf(paths[at % 2] as string)));

    for (let round = 0; round < 2; round += 1) {
      const statuses = await all();
      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(196);
      served.clock.at += minute;
    }
    agent.destroy();
  });

  it('is told how long to wait, by the minute and by the day', async () => {
    const { key } = await make({ requestsPerMinute: 2, requestsPerDay: 3 });
    const left = Math.ceil((minute - (startAt % minute)) / 1000);
    expect([await ask(key), await ask(key)].map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask(key)).toMatchObject({ status: 429, wait: String(left), body: { code: 'TOO_MANY_REQUESTS' } });
    served.clock.at += minute;
    expect((await ask(key)).status).toBe(200);
    const day = 86_400_000;
    const tomorrow = Math.ceil((day - (served.clock.at % day)) / 1000);
    expect(await ask(key)).toMatchObject({ status: 429, wait: String(tomorrow) });
    served.clock.at += tomorrow * 1000;
    expect((await ask(key)).status).toBe(200);
  });

  it('that expires is refused from then on', async () => {
    const expiresAt = Math.floor(startAt / 1000) + 60;
    const { key } = await make({ expiresAt });
    served.clock.at = expiresAt * 1000 - 1;
    expect((await ask(key)).status).toBe(200);
    served.clock.at += 1;
    expect(await ask(key)).toMatchObject({ status: 403, body: { error: expect.stringContaining('has expired') } });
    expect(served.keys.check(key)).toEqual({ state: 'expired' });
  });

  it('with allowed endpoints can only request these and what is below them, also from the cache', async () => {
    const { key } = await make({ endpoints: ['/v2/items', '/tape/best'] });
    const best = `/tape/best?game=CS2&name=${encodeURIComponent(redline)}`;
    expect((await ask(served.key)).status).toBe(200);
    for (const url of ['/v2/marketplaces', '/v2/itemsets', '/tape/deals?game=CS2'])
      expect([url, (await ask(key, url)).status]).toEqual([url, url === '/v2/itemsets' ? 404 : 403]);
    expect((await ask(key, best)).status).toBe(200);
    expect((await ask(key, '/v2/items/search?game=CS2&query=redline')).status).toBe(200);
    expect((await ask(key, '/health')).status).toBe(200);
    const below = await make({ name: 'below', endpoints: ['/v2/items/'] });
    expect((await ask(below.key, '/v2/items/search?game=CS2&query=redline')).status).toBe(200);
    expect((await ask(below.key, '/v2/marketplaces')).status).toBe(403);
  });

  it('is limited in all of this however the URL is written', async () => {
    const rates = ['/%74ape/rates', 'http://other.test/tape/rates'];
    const confined = await make({ name: 'confined', endpoints: ['/v2'] });
    for (const url of rates) expect([url, (await askExactly(confined.key, url)).status]).toEqual([url, 403]);
    const { key } = await make({ requestsPerMinute: 2 });
    for (const url of rates) expect([url, (await askExactly(key, url)).status]).toEqual([url, 200]);
    for (const url of rates) expect([url, (await askExactly(key, url)).status]).toEqual([url, 429]);
  });

  it('is listed with its rights and usage, also after restarts', async () => {
    const { key, id, ...made } = await make({ requestsPerDay: 9, connections: 1, alerts: false });
    expect(made).toMatchObject({ requestsPerDay: 9, connections: 1, alerts: false, lastUsedAt: null, requests: 0 });
    await ask(key);
    await ask(key);
    const used = { lastUsedAt: Math.floor(startAt / 1000), requests: 2, requestsToday: 2 };
    expect(await shown()).toMatchObject(used);
    await served.close();
    served = await serveApi(stored.store, { keyUseFile });

    expect(new KeyUse(() => startAt, keyUseFile).of(id)).toMatchObject({ requests: 2, requestsOfDay: 2 });
    expect(new KeyUse(() => startAt + 86_400_000, keyUseFile).of(id)).toMatchObject({ requests: 2, requestsOfDay: 0 });
  });

  it('is not created from a misspelt request', async () => {
    const headers = { host: '127.0.0.1:7400', 'x-api-key': operatorToken };
    for (const payload of [
      { name: 'a', requestsPerMinut: 3 },
      { name: 'a', requestsPerDay: 0 },
      { name: 'a', endpoints: ['v2'] },
      { name: 'a', endpoints: ['/v2', '/v2/itemz'] },
    ])
      expect(
        (await inject(served.api.app, { method: 'POST', url: '/operator/keys', headers, payload })).statusCode,
      ).toBe(400);
  });
});

describe('a key that is used at several nodes', () => {
  const day = 1_440 * minute;
  const noon = 20_000 * day + day / 2;
  const elsewhere = (now: number, requestsOfMinute: number, requestsOfDay: number) => ({
    lastUsedAt: now,
    requests: requestsOfDay,
    minute: Math.floor(now / minute),
    requestsOfMinute,
    day: Math.floor(now / day),
    requestsOfDay,
  });

  it.each([
    ['minute', { requestsPerMinute: 5 }, minute],
    ['day', { requestsPerDay: 5 }, day],
  ])(
    'is held to its limits by the requests at the others of the same %s, and not by earlier ones',
    (_, limits, span) => {
      const clock = { at: noon };
      const others = [elsewhere(noon, 1, 1), elsewhere(noon, 2, 2)];
      const use = new KeyUse(() => clock.at, null, { begin: () => {}, counts: () => others, changed: () => {} });
      const rights = { websocketAccess: true, ...limits };
      const key = { id: 'a', name: 'a', prefix: 'it_', createdAt: 0, revokedAt: null, rights };
      const take = () => use.take(key);
      const until = (span - (noon % span)) / 1000;
      expect([take(), take(), take()]).toEqual([null, null, until]);
      clock.at += until * 1000;
      expect(Array.from({ length: 6 }, take).map((wait) => wait === null)).toEqual([
        true,
        true,
        true,
        true,
        true,
        false,
      ]);
    },
  );
});
