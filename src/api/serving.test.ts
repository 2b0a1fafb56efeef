import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  offerRecord,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  steamMarket,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { holds } from '../../test/support/time/until.ts';
import { turn } from '../runtime/turn.ts';
import type { ApiOptions } from './create-api.ts';

let testStore: TestStore;
const open: ServedApi[] = [];

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
});

type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

type Listening = ServedApi & {
  readonly port: number;
  readonly send: (path: string, headers?: Record<string, string>, method?: string, agent?: Agent) => Promise<Reply>;
};

async function listen(
  change: Partial<ApiOptions> = {},
  store: ApiOptions['store'] = testStore.store,
): Promise<Listening> {
  const served = await serveApi(store, change);
  open.push(served);
  await new Promise<void>((resolve) => served.api.server.listen(0, '127.0.0.1', resolve));
  const { port } = served.api.server.address() as AddressInfo;
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET', agent?: Agent): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const options = { port, path, method, headers: { 'x-api-key': served.key, ...headers }, ...(agent && { agent }) };
      const outgoing = request(options, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part) => parts.push(part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(parts) }),
        );
      });
      outgoing.on('error', reject).end();
    });
  return { ...served, port, send };
}

const itemPath = `/v2/items?marketplace=steam&game=cs2&name=${encodeURIComponent(redline)}`;
const historyPath = `/v2/price-history?marketplace=steam&game=cs2&name=${encodeURIComponent(redline)}`;

/** The store, with its reads counted and held back until released. */
function countingStore() {
  let calls = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const store: ApiOptions['store'] = {
    ...testStore.store,
    priceHistory: async (...args) => {
      calls += 1;
      await gate;
      return testStore.store.priceHistory(...args);
    },
  };
  return { store, calls: () => calls, release: () => release() };
}

const unpacked = (bytes: Buffer, coding: string | undefined): Buffer =>
  coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes;

const hitsOf = async (served: Listening): Promise<number> => {
  const text = (await served.send('/metrics')).bytes.toString();
  return Number(/^itemtape_cache_hits_total (\d+)$/m.exec(text)?.[1]);
};

describe('an answer', () => {
  it('is the same for ten seconds and new after that', async () => {
    const served = await listen();
    const first = await served.send(itemPath);
    served.book.apply([offerRecord('CS2', redline, 'new', 20_000)], {
      marketplaceId: steamMarket,
      source: 'test',
      at: startAt,
    });

    served.clock.at += 9_999;
    const second = await served.send(itemPath);
    served.clock.at += 1;
    const third = await served.send(itemPath);

    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(JSON.parse(third.bytes.toString()).priceUSD).toBe(20);
    expect(third.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('is refused while 500 others wait for the store, and given once they have theirs', async () => {
    const { store, calls, release } = countingStore();
    const served = await listen({}, store);
    const pathOf = (at: number) => `${historyPath}&dataPoints=${1 + at}`;
    const waiting = Array.from({ length: 500 }, (_, at) => served.send(pathOf(at)));
    await holds(() => calls() === 500, '500 reads');

    const refused = await served.send(pathOf(500));
    const ofBook = await served.send(itemPath);
    release();

    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('10');
    expect(JSON.parse(refused.bytes.toString())).toEqual({
      error: '500 requests are already waiting for the store; try again in a few seconds',
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(ofBook.status).toBe(200);
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await served.send(pathOf(500))).status).toBe(200);
  });

  it('does not outlive a clock that is set back', async () => {
    const served = await listen();
    await served.send(itemPath);
    served.book.apply([offerRecord('CS2', redline, 'new', 20_000)], {
      marketplaceId: steamMarket,
      source: 'test',
      at: startAt,
    });

    served.clock.at -= 3_600_000;

    expect(JSON.parse((await served.send(itemPath)).bytes.toString()).priceUSD).toBe(20);
  });

  it('is shared by all ways to write a query and by all keys', async () => {
    const counted = countingStore();
    counted.release();
    const served = await listen({}, counted.store);
    const other = await served.keys.create({ name: 'other', websocketAccess: false });
    const name = encodeURIComponent(redline);

    const replies = [
      await served.send(historyPath),
      await served.send(`/v2/price-history?name=${name.replaceAll('%20', '+')}&game=cs2&marketplace=steam`),
      await served.send(`${historyPath}&days=&_=17`),
      await served.send(`${historyPath}&apiKey=${other.text}`, { 'x-api-key': '' }),
      await served.send(`/v2/price-history?apiKey=${served.key}&marketplace=steam&game=cs2&name=+${name}`, {
        'x-api-key': '',
      }),
    ];

    expect(new Set(replies.map(({ headers }) => headers['etag'])).size).toBe(1);
    expect(counted.calls()).toBe(1);
  });

  it('is made once for many who ask at the same time', async () => {
    const counted = countingStore();
    const served = await listen({}, counted.store);

    const pending = Promise.all(Array.from({ length: 20 }, () => served.send(historyPath)));
    while (counted.calls() === 0) await pause(1);
    await pause(30);
    counted.release();
    const replies = await pending;

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(counted.calls()).toBe(1);
  });

  it('comes from memory without routing the second time, with and without the key in the address', async () => {
    const served = await listen();
    const withKey = `${itemPath}&apiKey=${served.key}`;

    const replies = [
      await served.send(itemPath),
      await served.send(itemPath),
      await served.send(withKey, { 'x-api-key': '' }),
    ];

    expect(await hitsOf(served)).toBe(2);
    const bodies = replies.map(({ bytes }) => bytes.toString());
    expect(new Set(bodies).size).toBe(1);
    const { date: _, ...headers } = replies[0]?.headers ?? {};
    expect(replies[1]?.headers).toMatchObject(headers);
  });

  it('from memory is refused to missing, wrong and revoked keys at once', async () => {
    const served = await listen();
    const guest = await served.keys.create({ name: 'guest', websocketAccess: false });
    await pause(5);
    const asGuest = () => served.send(itemPath, { 'x-api-key': guest.text });
    expect([(await asGuest()).status, (await asGuest()).status]).toEqual([200, 200]);
    const hits = await hitsOf(served);

    await served.keys.revoke('guest');

    expect((await asGuest()).status).toBe(403);
    expect((await served.send(itemPath, { 'x-api-key': '' })).status).toBe(401);
    expect((await served.send(`${itemPath}&apiKey=${guest.text}`, { 'x-api-key': '' })).status).toBe(403);
    expect((await served.send(`${itemPath}&apiKey=${served.key}`, { 'x-api-key': 'wrong' })).status).toBe(401);
    expect(await hitsOf(served)).toBe(hits);
  });

  it('is not given for a path that only looks like its address with a key', async () => {
    const served = await listen();
    expect((await served.send('/v2/marketplaces')).status).toBe(200);
    for (const path of ['/v2/marketplaces&apiKey=', '/v2/marketplaces&a?apiKey=', '/v2/marketplaces/&apiKey=']) {
      const reply = await served.send(`${path}${served.key}`, { 'x-api-key': '' });
      expect([reply.status, JSON.parse(reply.bytes.toString()).code], path).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('that is a failure is never kept', async () => {
    let isBroken = true;
    const served = await listen(
      {},
      {
        ...testStore.store,
        priceHistory: (...args) =>
          isBroken ? Promise.reject(new Error('broken')) : testStore.store.priceHistory(...args),
      },
    );

    const first = await served.send(historyPath);
    isBroken = false;
    const second = await served.send(historyPath);

    expect([first.status, second.status]).toEqual([500, 200]);
    expect(first.headers['cache-control']).toBe('no-store');
  });

  it('makes room when many different ones are kept', async () => {
    const points = Array.from({ length: 100 }, (_, i) => ({
      at: startAt - i,
      prices: { USD: i + 1, EUR: null, CNY: null, RUB: null },
    }));
    const served = await listen(
      { settings: { cacheSeconds: 10, cacheMegabytes: 1, coverageSeconds: 60 } },
      { ...testStore.store, priceHistory: async () => points },
    );

    for (let i = 1; i <= 300; i += 1)
      await served.get('/v2/price-history', {
        marketplace: 'steam',
        game: 'CS2',
        name: redline,
        dataPoints: String(i),
      });

    const metrics = (await served.send('/metrics')).bytes.toString();
    const bytes = Number(/^itemtape_cache_bytes (\d+)$/m.exec(metrics)?.[1]);
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThanOrEqual(2 ** 20);
    served.clock.at += 10_000;
    await served.get('/v2/marketplaces');
    expect((await served.send('/metrics')).bytes.toString()).toMatch(/^itemtape_cache_entries 1$/m);
  });
});

describe('headers', () => {
  it('let pages of any origin read, and say how long an answer holds', async () => {
    const served = await listen();

    for (const path of [itemPath, itemPath]) {
      const { headers } = await served.send(path, { origin: 'https://example.test' });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'private, max-age=10',
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept-Encoding',
      });
      expect(headers['x-itemtape-played']).toBeUndefined();
    }
    const failure = await served.send('/v2/items');
    expect(failure.headers['access-control-allow-origin']).toBe('*');
  });

  it('answer a preflight without a key', async () => {
    const served = await listen();

    const { status, headers, bytes } = await served.send(
      '/v2/items',
      {
        'x-api-key': '',
        origin: 'https://example.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
      'OPTIONS',
    );

    expect([status, bytes.length]).toEqual([204, 0]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'X-API-Key, If-None-Match, Last-Event-ID',
    });
    expect((await served.send('/nothing', {}, 'OPTIONS')).status).toBe(404);
  });

  it('say that data is simulated, on answers, from memory and on failures', async () => {
    const served = await listen({ isPlayed: true });

    for (const path of [itemPath, itemPath, '/v2/items', '/health', '/']) {
      expect((await served.send(path)).headers['x-itemtape-played'], path).toBe('1');
    }
  });

  it('an ETag that comes back is answered 304 without a body, until the answer changes', async () => {
    const served = await listen();
    const tag = String((await served.send(itemPath)).headers['etag']);
    expect(tag).toMatch(/^"[\w-]+"$/);

    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, headers, bytes } = await served.send(itemPath, { 'if-none-match': known });
      expect([status, bytes.length, headers['etag']], known).toEqual([304, 0, tag]);
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=10',
        'access-control-allow-origin': '*',
        vary: 'Accept-Encoding',
      });
    }
    expect((await served.send(itemPath, { 'if-none-match': '"x"' })).status).toBe(200);
    served.clock.at += 20_000;
    expect((await served.send(itemPath, { 'if-none-match': tag })).status).toBe(304);
    served.book.apply([offerRecord('CS2', redline, 'new', 20_000)], {
      marketplaceId: steamMarket,
      source: 'test',
      at: startAt,
    });
    served.clock.at += 20_000;
    expect((await served.send(itemPath, { 'if-none-match': tag })).status).toBe(200);
  });

  it('HEAD has the headers of GET and no body, cold and from memory', async () => {
    const served = await listen();

    const cold = await served.send(itemPath, {}, 'HEAD');
    const warm = await served.send(itemPath, {}, 'HEAD');
    const full = await served.send(itemPath);

    for (const { status, headers, bytes } of [cold, warm]) {
      expect([status, bytes.length, headers['content-length'], headers['etag']]).toEqual([
        200,
        0,
        String(full.bytes.length),
        full.headers['etag'],
      ]);
    }
    expect((await served.send('/v2/items', {}, 'HEAD')).status).toBe(400);
    expect((await served.send('/health', {}, 'HEAD')).status).toBe(200);
  });
});

describe('compression', () => {
  it('follows what is accepted, the same bytes each way', async () => {
    const served = await listen();
    const plain = await served.send(historyPath);
    const cases: readonly [string, string | undefined][] = [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['GZIP', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['deflate', undefined],
      ['identity', undefined],
      ['gzip;q=0', undefined],
      ['identity, gzip;q=0.2', undefined],
      ['', undefined],
      ['gzip;q=x, ,;', undefined],
    ];
    for (const [accepted, coding] of cases) {
      for (const round of ['cold', 'warm']) {
        const { headers, bytes } = await served.send(historyPath, { 'accept-encoding': accepted });
        expect(headers['content-encoding'], `${accepted} ${round}`).toBe(coding);
        expect(unpacked(bytes, coding).equals(plain.bytes)).toBe(true);
        expect(headers['content-length']).toBe(String(bytes.length));
        expect(bytes.length).toBeLessThanOrEqual(coding === undefined ? plain.bytes.length : plain.bytes.length / 2);
      }
    }
  });

  it('each coding has its own ETag and gets 304 for it', async () => {
    const served = await listen();
    const tags = new Set<unknown>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await served.send(historyPath, { 'accept-encoding': coding });
      tags.add(headers['etag']);
      const again = await served.send(historyPath, {
        'accept-encoding': coding,
        'if-none-match': String(headers['etag']),
      });
      expect(again.status).toBe(304);
    }
    expect(tags.size).toBe(3);
  });

  it('concurrent requests for a coding share one compression', async () => {
    const served = await listen();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => served.send(historyPath, { 'accept-encoding': 'br' })),
    );

    expect(new Set(replies.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
  });
});

describe('closing', () => {
  it('lets a request under way end and accepts no more', async () => {
    const counted = countingStore();
    const served = await listen({}, counted.store);
    const agent = new Agent({ keepAlive: true });
    await served.send('/health', {}, 'GET', agent);

    const underWay = served.send(historyPath, {}, 'GET', agent);
    while (counted.calls() === 0) await pause(1);
    const closed = served.api.close();
    await expect(served.send('/health')).rejects.toThrow(/ECONNREFUSED/);
    counted.release();

    expect((await underWay).status).toBe(200);
    await closed;
    agent.destroy();
  });
});

describe('connections', () => {
  it('that arrive at once are accepted with little work in between, which still continues', async () => {
    const { api, port } = await listen();
    let accepted = 0;
    let pieces = 0;
    const count = 400;
    const all = new Promise<void>((resolve) => {
      api.server.on('connection', () => {
        accepted += 1;
        if (accepted === count) resolve();
      });
    });
    let isOver = false;
    const working = (async () => {
      for (; !isOver; pieces += 1) {
        await turn();
        // As long as one turn has for such work
        for (const until = performance.now() + 5; performance.now() < until; );
      }
    })();
    const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await all;
    const during = pieces;
    isOver = true;
    await working;
    for (const socket of sockets) socket.destroy();

    // One turn of the event loop accepts one connection, and a turn with work runs at least one piece
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThan(count / 4);
  });

  it('that send nothing are closed without an answer', async () => {
    const { api, port } = await listen();
    api.server.headersTimeout = 1;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');

    expect(await textOf(socket)).toBe('');
  });
});
