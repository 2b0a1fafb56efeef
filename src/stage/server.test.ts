import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import type { World } from './market/world.ts';
import type { Player } from './player.ts';
import { type Stage, startStage } from './server.ts';

const noWorld: World = {
  items: () => [],
  itemNamed: () => null,
  pieceOf: () => {
    throw new Error('the world is empty');
  },
  listings: () => [],
  newestListings: () => [],
  watch: () => () => {},
  listingNumbered: () => null,
  buyOrders: () => [],
  sales: () => [],
  rates: { EUR: 1, CNY: 1, RUB: 1 },
  tick: () => {},
};

const rows = Array.from({ length: 400 }, (_, row) => ({ row, name: `★ item ${row}` }));
const wordy = { ok: true, rows };

const shop: Player = {
  slug: 'shop',
  hosts: ['api.shop.example', 'feed.shop.example'],
  answer: ({ method, path, query, headers, body, host }) => {
    if (path === '/rows') return { body: wordy };
    if (path === '/text') return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(wordy) };
    if (path === '/bytes') return { body: Uint8Array.from([0xcf, 0x2a]) };
    if (path === '/tagged') return { headers: { etag: '"one"' }, body: rows };
    if (path === '/echo%20it')
      return { status: 201, body: { method, host, query: [...query], body, key: headers['x-key'] } };
    if (path === '/broken') throw new Error('no stock');
    return null;
  },
};
const bank: Player = { slug: 'bank', hosts: ['bank.example'], answer: () => ({ body: '<rates/>' }) };

/** One request without any decoding on the client's side. */
const raw = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    const sent = httpRequest(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });

describe('the stage', () => {
  let stage: Stage;
  let base: string;
  beforeAll(async () => {
    stage = await startStage({ world: noWorld, players: [shop, bank], now: () => 5000 });
    base = `${stage.origin}/api.shop.example`;
  });
  afterEach(() => stage.clearFaults());
  afterAll(() => stage.close());

  const ask = (path: string, fault?: Fault, requests?: number) => {
    if (fault !== undefined) stage.setFault('shop', fault, requests);
    return fetch(`${base}${path}`);
  };

  it('passes the player the request as its real host would have received it', async () => {
    const response = await fetch(`${stage.origin}/feed.shop.example/echo%20it?a=1%2B1&a=%E2%98%85`, {
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: 'given',
    });

    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      method: 'POST',
      host: 'feed.shop.example',
      query: [
        ['a', '1+1'],
        ['a', '★'],
      ],
      body: 'given',
      key: 'k',
    });
  });

  it('answers 404 in plain text for what the player does not know, and lists the hosts for an unknown host', async () => {
    const unknownPath = await ask('/nothing');
    const unknownHost = await fetch(`${stage.origin}/other.example/rows`);

    expect([unknownPath.status, unknownPath.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(unknownHost.status).toBe(404);
    expect(await unknownHost.text()).toContain('api.shop.example');
  });

  it('sends objects as JSON, and strings and bytes unchanged', async () => {
    const bytes = await ask('/bytes');

    expect(await (await ask('/rows')).json()).toEqual(wordy);
    expect(await (await fetch(`${stage.origin}/bank.example/`)).text()).toBe('<rates/>');
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0xcf, 0x2a]);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.5, deflate', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('compresses for a client that accepts "%s" with %s', async (accepted, encoding, decode) => {
    const answer = await raw(`${base}/rows`, { 'accept-encoding': accepted });

    expect(answer.encoding).toBe(encoding);
    expect(JSON.parse(decode(answer.body).toString())).toEqual(wordy);
  });

  it('does not compress short bodies, nor for clients that accept no encodings', async () => {
    const short = await raw(`${stage.origin}/bank.example/`, { 'accept-encoding': 'br' });
    const plain = await raw(`${base}/rows`, {});

    expect(short.encoding).toBeUndefined();
    expect(plain.encoding).toBeUndefined();
    expect(JSON.parse(plain.body.toString())).toEqual(wordy);
  });

  it('answers 304 to a client with the current ETag', async () => {
    const first = await ask('/tagged');
    const tag = first.headers.get('etag') ?? '';
    await first.arrayBuffer();

    expect((await fetch(`${base}/tagged`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(`${base}/tagged`, { headers: { 'if-none-match': '"two"' } })).status).toBe(200);
  });

  it('counts and records requests by player', async () => {
    const before = stage.requests('shop').count;
    await (await ask('/rows?page=2')).arrayBuffer();
    await (await ask('/nothing')).arrayBuffer();

    expect(stage.requests('shop').count).toBe(before + 2);
    expect(stage.requests('shop').recent.at(-2)).toMatchObject({
      method: 'GET',
      path: '/rows',
      query: 'page=2',
      at: 5000,
    });
    expect(stage.requests('nobody')).toEqual({ count: 0, recent: [] });
  });

  it('answers 500 when a player fails, and keeps running', async () => {
    const failed = await ask('/broken');

    expect([failed.status, await failed.text()]).toEqual([500, 'the player failed: no stock\n']);
    expect((await ask('/rows')).status).toBe(200);
  });

  it('answers 429 for a limit, with and without the time to wait', async () => {
    const without = await ask('/rows', { kind: 'limited' });
    const within = await ask('/rows', { kind: 'limited', retryAfterSeconds: 30 });

    expect([without.status, without.headers.get('retry-after')]).toEqual([429, null]);
    expect([within.status, within.headers.get('retry-after')]).toEqual([429, '30']);
  });

  it('fails with any status', async () => {
    expect((await ask('/rows', { kind: 'status', status: 500 })).status).toBe(500);
    expect((await ask('/rows', { kind: 'status', status: 503 })).status).toBe(503);
  });

  it.each([200, 403])('sends an HTML page instead of the answer, with %i', async (status) => {
    const response = await ask('/rows', { kind: 'html', status });

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  it('truncates a body as if it were complete, or drops the connection in the middle', async () => {
    const whole = JSON.stringify(wordy);
    const half = await (await ask('/text', { kind: 'truncated' })).text();

    expect(Math.abs(half.length - whole.length / 2)).toBeLessThan(whole.length * 0.05);
    expect(whole.startsWith(half.slice(0, -1))).toBe(true);
    await expect(ask('/text', { kind: 'truncated', isAbrupt: true }).then((answer) => answer.text())).rejects.toThrow();
  });

  it('sends a body slowly, a few bytes at a time', async () => {
    stage.setFault('bank', { kind: 'drip', bytes: 3, everyMs: 1 });
    const response = await fetch(`${stage.origin}/bank.example/`);
    const chunks: number[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk.length);

    expect(chunks.reduce((sum, size) => sum + size, 0)).toBe('<rates/>'.length);
    expect(chunks.length).toBeGreaterThan(1);
  });

  it('sends so slowly that a client gives up', async () => {
    stage.setFault('bank', { kind: 'drip', bytes: 1, everyMs: 60_000 });
    const answer = fetch(`${stage.origin}/bank.example/`, { signal: AbortSignal.timeout(150) });

    await expect(answer.then((response) => response.text())).rejects.toThrow();
  });

  it('shrinks the longest list of an answer, in objects and in texts', async () => {
    const shrunken: Fault = { kind: 'shrunken', share: 0.05 };

    expect(await (await ask('/rows', shrunken)).json()).toEqual({ ok: true, rows: rows.slice(0, 20) });
    expect(await (await ask('/text', shrunken)).json()).toEqual({ ok: true, rows: rows.slice(0, 20) });
  });

  it('renames a field, sets it and scales it, wherever it is in an answer', async () => {
    const first = async (fault: Fault): Promise<unknown> => {
      const answer = (await (await ask('/rows', fault)).json()) as { readonly rows: readonly unknown[] };
      return answer.rows[3];
    };

    expect(await first({ kind: 'renamed', key: 'row', to: 'number' })).toEqual({ number: 3, name: '★ item 3' });
    expect(await first({ kind: 'valued', key: 'row', value: null })).toEqual({ row: null, name: '★ item 3' });
    expect(await first({ kind: 'scaled', key: 'row', by: 100 })).toEqual({ row: 300, name: '★ item 3' });
  });

  it('refuses requests without a header that is demanded, and answers those with it', async () => {
    const without = await ask('/rows', { kind: 'demanding', header: 'x-announced', status: 406 });
    const withIt = await fetch(`${base}/rows`, { headers: { 'x-announced': 'yes' } });

    expect([without.status, withIt.status]).toEqual([406, 200]);
  });

  it('garbles a body so that it is not JSON', async () => {
    const body = await (await ask('/rows', { kind: 'garbled' })).text();

    expect(() => JSON.parse(body)).toThrow();
  });

  it('closes the connection, or leaves it open, without an answer', async () => {
    await expect(ask('/rows', { kind: 'dead' })).rejects.toThrow();
    stage.setFault('shop', { kind: 'silent' });
    await expect(fetch(`${base}/rows`, { signal: AbortSignal.timeout(150) })).rejects.toThrow();
  });

  it('applies a fault for a number of requests and then stops, for one player and not for another', async () => {
    const statuses = [(await ask('/rows', { kind: 'status', status: 502 }, 2)).status];
    statuses.push((await ask('/rows')).status, (await ask('/rows')).status);
    stage.setFault('bank', { kind: 'status', status: 500 });

    expect(statuses).toEqual([502, 502, 200]);
    expect((await ask('/rows')).status).toBe(200);
  });

  it('applies a fault to all players at once', async () => {
    stage.setFault('*', { kind: 'status', status: 503 });

    expect((await ask('/rows')).status).toBe(503);
    expect((await fetch(`${stage.origin}/bank.example/`)).status).toBe(503);
  });

  it('sets and clears faults over HTTP, and lists what is played', async () => {
    const faults = `${stage.origin}/stage/faults`;
    const put = await fetch(faults, {
      method: 'POST',
      body: JSON.stringify({ slug: 'shop', fault: { kind: 'limited', retryAfterSeconds: 7 }, requests: 9 }),
    });
    const during = await ask('/rows');
    const about = await (await fetch(`${stage.origin}/stage`)).json();
    const cleared = await fetch(faults, { method: 'DELETE' });
    const after = await ask('/rows');

    expect([put.status, during.status, cleared.status, after.status]).toEqual([200, 429, 200, 200]);
    expect(about).toMatchObject({
      players: [{ slug: 'shop', hosts: shop.hosts }, { slug: 'bank' }],
      faults: { shop: { fault: { kind: 'limited', retryAfterSeconds: 7 }, requests: 8 } },
    });
  });

  it.each([
    ['{"slug":"nobody","fault":{"kind":"dead"}}', 'slug'],
    ['{"slug":"shop","fault":{"kind":"sleepy"}}', 'fault.kind'],
    ['{"slug":"shop","fault":{"kind":"status","status":9}}', 'status'],
    ['{"slug":"shop","fault":{"kind":"shrunken","share":2}}', 'shrunken'],
    ['{"slug":"shop","fault":{"kind":"dead"},"requests":-1}', 'requests'],
    ['not JSON', 'slug'],
  ])('says what is wrong with the command %s', async (body, word) => {
    const response = await fetch(`${stage.origin}/stage/faults`, { method: 'POST', body });

    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(word);
  });

  it('refuses a body over a mebibyte', async () => {
    const response = await fetch(`${base}/rows`, { method: 'POST', body: 'x'.repeat(1_048_577) });

    expect(response.status).toBe(413);
  });

  it('closes although a client is still waiting', async () => {
    const other = await startStage({ world: noWorld, players: [shop], now: () => 0 });
    other.setFault('shop', { kind: 'silent' });
    const waiting = fetch(`${other.origin}/api.shop.example/rows`).catch(() => 'dropped');
    while (other.requests('shop').count === 0) await new Promise((resolve) => setImmediate(resolve));

    await other.close();

    expect(await waiting).toBe('dropped');
  });

  it('advances the world on its own if configured', async () => {
    let stepped: (now: number) => void = () => {};
    const step = new Promise<number>((resolve) => {
      stepped = resolve;
    });
    const world = { ...noWorld, tick: (now: number) => stepped(now) };
    const other = await startStage({ world, players: [], now: () => 77, tickSeconds: 0.01 });

    expect(await step).toBe(77);
    await other.close();
  });

  it('computes no answers for clients that have disconnected', async () => {
    let worked = 0;
    let onWork: () => void = () => {};
    const slow: Player = {
      slug: 'slow',
      hosts: ['slow.example'],
      answer: () => {
        worked += 1;
        onWork();
        return { body: 'done' };
      },
    };
    const other = await startStage({ world: noWorld, players: [slow], now: () => 0 });
    const request = 'GET /slow.example/ HTTP/1.1\r\nhost: stage\r\n\r\n';
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(other.origin).port), '127.0.0.1');
        socket.write(request);
        await once(socket, 'data');
        return socket;
      }),
    );
    worked = 0;
    onWork = () => {
      for (const socket of sockets) socket.destroy();
    };

    for (const socket of sockets) socket.write(request);
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    onWork = () => {};
    const last = await fetch(`${other.origin}/slow.example/`);

    expect(await last.text()).toBe('done');
    // One when they disconnected, the last one, and those whose disconnect was seen a turn too late
    expect(worked).toBeLessThan(6);
    await other.close();
  });
});
