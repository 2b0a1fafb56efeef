import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allOf } from '../../../test/support/book/all-of.ts';
import { needing, programFor } from '../../../test/support/runner/needs.ts';
import { publishChanges } from '../../../test/support/stream/publish.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { framesIn, pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { createStrictReader } from '../../../test/support/stream/strict-stream.ts';
import { holds, until } from '../../../test/support/time/until.ts';
import { streamsPerTurn } from '../../runtime/admission.ts';
import { games, marketplaceWithId } from '../../schema/index.ts';
import { openKeys } from '../keys.ts';

const plainParse = JSON.parse;
const opened: ServedStream[] = [];
const loose: Socket[] = [];

type Change = NonNullable<Parameters<typeof serveStream>[0]>;

async function serveIt(change: Change): Promise<ServedStream> {
  const served = await serveStream(change);
  opened.push(served);
  return served;
}

afterEach(async () => {
  for (const socket of loose.splice(0)) socket.destroy();
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

const buff = { subscribeTo: ['Buff163'], games: ['CS2'], newFloorOnly: false };

type Handshake = { readonly status: number; readonly type: string; readonly body: string };

/** Sends a handshake by hand; returns the HTTP response. */
const knock = (
  { port, key }: ServedStream,
  { path = '/ws/v2/offers', headers = {} }: { path?: string; headers?: Record<string, string | undefined> } = {},
): Promise<Handshake> =>
  new Promise((resolve, reject) => {
    const all = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'x-api-key': key,
      ...headers,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const outgoing = request({ port, path, headers: given as Record<string, string> });
    outgoing.on('upgrade', (reply, socket) => {
      loose.push(socket as Socket);
      resolve({ status: 101, type: String(reply.headers['sec-websocket-extensions']), body: '' });
    });
    outgoing.on('response', (reply) => {
      let body = '';
      reply.on('data', (part) => {
        body += String(part);
      });
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, type: String(reply.headers['content-type']), body }),
      );
    });
    outgoing.on('error', reject).end();
  });

/** A client that speaks bytes; it reads nothing until told to. */
async function openRaw(served: ServedStream): Promise<{ socket: Socket; read: () => Buffer }> {
  const socket = connect(served.port, '127.0.0.1');
  loose.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /ws/v2/offers?apiKey=${served.key} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  let all = Buffer.alloc(0);
  socket.on('data', (part) => {
    all = Buffer.concat([all, part]);
  });
  await holds(() => all.includes('\r\n\r\n'), 'the handshake');
  all = all.subarray(all.indexOf('\r\n\r\n') + 4);
  return { socket, read: () => all };
}

/** A masked text frame, as a client sends it. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, 0, 0]);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  // A mask of zeros leaves the payload as it is
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

const codeIn = (bytes: Buffer): number => {
  const { opcodes } = framesIn(bytes);
  const at = opcodes.indexOf(8);
  return at < 0 ? 0 : bytes.readUInt16BE(bytes.lastIndexOf(0x88) + 2);
};

describe.each([
  ['to readers of its own', false],
  ['to readers at a front worker', true],
])('the offer stream %s', (_, isAtFront) => {
  const serve = (change: Change = {}): Promise<ServedStream> => serveIt({ ...change, isAtFront });

  it('obeys one message of a connection in each turn, however many arrive at once', async () => {
    const served = await serve();
    const reader = await openRaw(served);
    let [inThisTurn, max, all] = [0, 0, 0];
    const refuse = JSON.stringify({ unsubscribe: 'none' });
    const parse = vi.spyOn(JSON, 'parse').mockImplementation(function parsed(this: unknown, ...of) {
      if (of[0] === refuse) {
        all += 1;
        inThisTurn += 1;
        max = Math.max(max, inThisTurn);
        setImmediate(() => {
          inThisTurn = 0;
        });
        return { unsubscribe: 'none' };
      }
      return plainParse(...of);
    });
    reader.socket.write(Buffer.concat(Array.from({ length: 40 }, () => clientFrame(refuse))));
    await holds(() => all === 40, 'all messages');
    parse.mockRestore();
    expect(max).toBe(1);
  });

  describe('a handshake', () => {
    it('takes the key from the query or the header', async () => {
      const served = await serve();
      expect((await knock(served)).status).toBe(101);
      expect((await knock(served, { path: '//ws/v2/offers/' })).status).toBe(101);
      expect((await knock(served, { path: '//ws/v2/offers/', headers: { 'x-api-key': undefined } })).status).toBe(401);
      expect(
        (await knock(served, { path: `/ws/v2/offers?apiKey=${served.key}`, headers: { 'x-api-key': undefined } }))
          .status,
      ).toBe(101);
    });

    it('is refused with the status and body of REST', async () => {
      const served = await serve();
      const { text } = await served.keys.create({ name: 'reader', websocketAccess: false });
      const { text: revoked } = await served.keys.create({ name: 'revoked', websocketAccess: true });
      await served.keys.revoke('revoked');

      const replies = await Promise.all([
        knock(served, { headers: { 'x-api-key': undefined } }),
        knock(served, { headers: { 'x-api-key': 'wrong' } }),
        knock(served, { headers: { 'x-api-key': text } }),
        knock(served, { headers: { 'x-api-key': revoked } }),
        knock(served, { path: '/ws/v2/offer' }),
        knock(served, { headers: { 'sec-websocket-key': 'short' } }),
      ]);

      expect(replies.map(({ status, body }) => [status, JSON.parse(body).code])).toEqual([
        [401, 'MISSING_API_KEY'],
        [401, 'INVALID_API_KEY'],
        [403, 'ACCESS_DENIED'],
        [403, 'ACCESS_DENIED'],
        [404, 'NOT_FOUND'],
        [400, 'BAD_REQUEST'],
      ]);
      expect(JSON.parse(replies[2]?.body ?? '').error).toContain('websocketAccess');
    });

    it('is refused while the service is not ready', async () => {
      const served = await serve({ isReady: () => false });
      expect(await knock(served)).toMatchObject({ status: 503 });
    });

    it('is accepted while the book is still being restored, and serves what the tape has', async () => {
      let isReady = false;
      const served = await serve({ isReady: () => isReady, isOpen: () => true });
      served.hub.beginLoading();
      served.put([pricedOffer('1', 100)]);
      const reader = await served.connect();
      const resume = { epoch: served.hub.log.epoch, sequence: 0 };
      reader.ask({ id: 'a', subscribeTo: 'all', games: 'all', resume });
      expect(await reader.next('subscribed')).toMatchObject({ subscription: 'a', recovered: true });
      expect(await reader.next('offer')).toMatchObject({ subscription: 'a' });

      reader.ask({ id: 'b', subscribeTo: 'all', games: 'all', snapshot: true });
      reader.ask({ type: 'ping' });
      await reader.next('pong');
      isReady = true;
      served.hub.endLoading();
      expect(await reader.next('subscribed')).toMatchObject({ subscription: 'b' });
      expect(await reader.next('offer')).toMatchObject({ subscription: 'b' });
      expect(await reader.next('snapshotEnd')).toMatchObject({ subscription: 'b', count: 1 });
    });

    it('serves snapshots of restored marketplaces while others are still being restored', async () => {
      const served = await serve({ isReady: () => false, isOpen: () => true });
      served.hub.beginLoading();
      served.put([pricedOffer('1', 100)]);
      const reader = await served.connect();
      const [one, other] = [marketplaceWithId(1), marketplaceWithId(2)];
      reader.ask({ id: 'a', subscribeTo: [one.name], games: 'all', snapshot: true });
      reader.ask({ id: 'b', subscribeTo: [one.name, other.name], games: 'all', snapshot: true });
      reader.ask({ id: 'c', subscribeTo: 'all', games: ['CS2'], channels: ['best'] });
      reader.ask({ type: 'ping' });
      await reader.next('pong');
      served.hub.markLoaded([one.id]);
      expect(await reader.next('subscribed')).toMatchObject({ subscription: 'a' });
      expect(await reader.next('offer')).toMatchObject({ subscription: 'a' });
      expect(await reader.next('snapshotEnd')).toMatchObject({ subscription: 'a', count: 1 });
      reader.ask({ type: 'ping' });
      await reader.next('pong');
      served.hub.markLoaded([other.id]);
      expect(await reader.next('subscribed')).toMatchObject({ subscription: 'b' });
      expect(await reader.next('snapshotEnd')).toMatchObject({ subscription: 'b', count: 1 });
      served.hub.endLoading();
      expect(await reader.next('subscribed')).toMatchObject({ subscription: 'c' });
    });

    it('agrees on compression when offered, and requires it if so configured', async () => {
      const lenient = await serve();
      const strict = await serve({ settings: { requireDeflate: true } });
      const offer = { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' };

      expect(await knock(lenient, { headers: offer })).toMatchObject({
        status: 101,
        type: expect.stringContaining('server_no_context_takeover'),
      });
      expect((await knock(lenient)).status).toBe(101);
      expect(await knock(strict)).toEqual({
        status: 400,
        type: 'text/plain; charset=utf-8',
        body: 'permessage-deflate is required',
      });
      expect((await knock(strict, { headers: offer })).status).toBe(101);
      const declined = { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits=16' };
      expect(await knock(strict, { headers: declined })).toMatchObject({ body: 'permessage-deflate is required' });
    });

    it.each([
      ['permessage-deflate; client_max_window_bits=16', null],
      ['permessage-deflate; server_max_window_bits', null],
      ['permessage-deflate; server_max_window_bits=010', null],
      ['permessage-deflate; server_no_context_takeover=1', null],
      ['permessage-deflate; client_no_context_takeover; client_no_context_takeover', null],
      ['permessage-deflate; quickly', null],
      ['x-webkit-deflate-frame; quickly', null],
      ['permessage-deflate; quickly, permessage-deflate; server_max_window_bits="11"', 'server_max_window_bits=11'],
      [', permessage-deflate; server_no_context_takeover ,', 'permessage-deflate'],
    ])('declines what nobody knows of %j, and agrees on the rest', async (offered, agreed) => {
      const served = await serve();
      const { status, type } = await knock(served, { headers: { 'sec-websocket-extensions': offered } });

      expect([status, type]).toEqual([101, agreed === null ? 'undefined' : expect.stringContaining(agreed)]);
    });

    it.each(['permessage-deflate; =', 'permessage-deflate; a="b', 'x; y=",permessage-deflate,"', 'a b'])(
      'is refused with %j, which is no list of extensions',
      async (offered) => {
        const served = await serve();
        const { status, body } = await knock(served, { headers: { 'sec-websocket-extensions': offered } });

        expect([status, JSON.parse(body)]).toEqual([
          400,
          { code: 'BAD_REQUEST', error: expect.stringContaining('Sec-WebSocket-Extensions') },
        ]);
      },
    );

    it('is one of a few in a turn of the event loop, however many come at once', async () => {
      const served = await serve({ settings: { connectionsPerKey: 100 } });
      const sockets = Array.from({ length: 60 }, () => connect(served.port, '127.0.0.1'));
      loose.push(...sockets);
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      // One is taken in each turn
      await pause(200);
      const answers = sockets.map((socket) => once(socket, 'data'));
      for (const socket of sockets)
        socket.write(
          `GET /ws/v2/offers?apiKey=${served.key} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        );
      const open = () => served.hub.stats().readers;
      let max = 0;
      for (let before = open(); before < sockets.length; ) {
        await turn();
        max = Math.max(max, open() - before);
        before = open();
      }

      // Two turns, if the check happens between them
      expect(max).toBeLessThanOrEqual(2 * streamsPerTurn);
      for (const [answer] of await Promise.all(answers)) expect(String(answer)).toContain('101 Switching Protocols');
    });

    it('is required: a plain GET gets 426', async () => {
      const served = await serve();
      expect(await served.get('/ws/v2/offers')).toMatchObject({ status: 426, body: { code: 'UPGRADE_REQUIRED' } });
    });

    it('handles requests that offer another protocol as plain requests', async () => {
      const served = await serve();
      const reply = await knock(served, {
        path: '/v2/search?game=x',
        headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
      });
      expect(reply.status).toBe(404);
      const health = await knock(served, { path: '/health', headers: { upgrade: 'h2c' } });
      expect(JSON.parse(health.body)).toMatchObject({ status: 'alive' });
    });
  });

  describe('a subscription', () => {
    it('gives a strict client nothing but what it knows', async () => {
      const served = await serve();
      const client = await served.connect();
      client.ask({ subscribeTo: 'all', games: ['all'] });
      await client.next('subscribed');
      for (const game of games) {
        const stickers = [{ name: 'Sticker | "Crown" (Foil)', wear: 0.25, slot: 2 }];
        served.put([pricedOffer('a', 12_340, { game, float: 0.5, stickers, tradableAt: Date.now() + 90_000_000 })], 2);
        served.put([pricedOffer('a', 4, { game, purchaseLink: null, name: '★ Ключ' })], 3);
        served.put(
          [pricedOffer('b', 4, { game, name: '★ Ключ' }), pricedOffer('b', 1_000, { game, name: '★ Ключ' })],
          3,
        );
        served.put([pricedOffer('c', 1, { game, prices: { USD: null, EUR: 1, CNY: null, RUB: null } })], 3);
      }
      publishChanges(
        served.hub,
        allOf(
          served.book.sweep({
            marketplaceId: 3,
            game: 'CS2',
            kinds: ['offer'],
            seenBefore: Date.now() + 1,
            at: Date.now(),
          }),
        ),
      );
      served.put([pricedOffer('end', 5)]);
      await holds(() => client.texts.some((text) => text.includes('/o/end')), 'the last offer');

      const read = createStrictReader();
      for (const text of client.texts) read(text);
      expect(client.messages().map(({ type, eventType }) => eventType ?? type)).toEqual([
        'subscribed',
        ...games.flatMap(() => ['Added', 'Added', 'Updated']),
        'Added',
      ]);
    });

    it.each([
      [{ subscribeTo: 'buff163', games: 'cs2' }, ['Buff163'], ['CS2']],
      [{ subscribeTo: [3, '2', 'BUFF'], games: [440, '730'] }, ['Buff163', 'CSFloat', 'SkinPort'], ['CS2', 'TF2']],
      [{ subscribeTo: -1, games: ['-1'] }, ['Buff163', 'CSFloat', 'SkinPort'], [...games]],
      [{ subscribeTo: ['ALL', 'buff'], games: ['All'], comment: 'x' }, ['Buff163', 'CSFloat', 'SkinPort'], [...games]],
    ])('%j is confirmed with canonical names', async (message, marketplaces, confirmed) => {
      const served = await serve();
      const client = await served.connect();
      client.ask(message);
      expect(await client.next('subscribed')).toEqual({
        type: 'subscribed',
        marketplaces,
        games: confirmed,
        newFloorOnly: false,
      });
    });

    it.each([
      ['{"subscribeTo":', 'not JSON'],
      ['[]', 'send an object'],
      ['{"games":["CS2"]}', '"subscribeTo" is missing'],
      ['{"subscribeTo":[],"games":["CS2"]}', 'empty list'],
      ['{"subscribeTo":["Buff163","CSFlaot"],"games":["CS2"]}', 'did you mean "CSFloat"?'],
      ['{"subscribeTo":["Waxpeer"],"games":["CS2"]}', 'Waxpeer is not connected here'],
      ['{"subscribeTo":[-2],"games":["CS2"]}', 'marketplace -2 is not known'],
      ['{"subscribeTo":[{}],"games":["CS2"]}', 'give names or whole numbers'],
      ['{"subscribeTo":"all","games":["CS3"]}', 'did you mean "CS2"?'],
      ['{"subscribeTo":"all","games":"all","maxPriceUsd":3}', 'did you mean "maxPriceUSD"?'],
      ['{"subscribeTo":"all","games":"all","newFloorOnly":"yes"}', 'give true or false'],
      ['{"subscribeTo":"all","games":"all","events":["Removd"]}', 'did you mean "Removed"?'],
      ['{"subscribeTo":"all","games":"all","minFloat":0.5,"maxFloat":0.4}', 'nothing can match'],
      ['{"unsubscribe":"x"}', 'no subscription with the id "x"'],
    ])('%s is answered with what is wrong, and changes nothing', async (text, expected) => {
      const served = await serve();
      const client = await served.connect();
      client.ask(buff);
      await client.next('subscribed');
      client.ask(text);

      expect(await client.next('error')).toMatchObject({ message: expect.stringContaining(expected) });
      served.put([pricedOffer('a', 1_000)]);
      expect(await client.next('offer')).toMatchObject({ marketplace: 'Buff163' });
    });

    it('is replaced by a second one', async () => {
      const served = await serve();
      const client = await served.connect();
      client.ask(buff);
      await client.next('subscribed');
      client.ask({ ...buff, subscribeTo: ['CSFloat'] });
      await client.next('subscribed');
      served.put([pricedOffer('a', 1_000)], 1);
      served.put([pricedOffer('b', 1_000)], 2);

      expect(await client.next('offer')).toMatchObject({ marketplace: 'CSFloat' });
    });

    it('is packed for those who agreed, the same for all', async () => {
      const served = await serve({ settings: { connectionsPerKey: 10 } });
      const clients = await Promise.all(
        [true, true, false].map((perMessageDeflate) => served.connect({ perMessageDeflate })),
      );
      for (const client of clients) {
        client.ask(buff);
        await client.next('subscribed');
      }
      served.put(
        Array.from({ length: 300 }, (_, at) => pricedOffer(`o${at}`, 1_000 + at, { name: `★ Item ${at % 7}` })),
      );
      await Promise.all(clients.map((client) => holds(() => client.texts.length === 301, 'all offers')));

      expect(clients[0]?.texts).toEqual(clients[2]?.texts);
      expect(clients[1]?.texts).toEqual(clients[2]?.texts);
    });

    it('gets error messages with a single slot and subscription in the singular', async () => {
      const served = await serve({ settings: { connectionsPerKey: 1 }, hub: { subscriptionsPerConnection: 1 } });
      const client = await served.connect();
      for (const id of ['a', 'b']) client.ask({ ...buff, id });
      const refused = await client.next('error');
      const second = await served.connect();
      const overHttp = await served.get('/stream/offers');

      expect(refused).toMatchObject({
        subscription: 'b',
        message: 'this connection has 1 subscription already; unsubscribe from one first',
      });
      const refusal = 'this key has 1 connection already; close one first';
      expect(await second.closed).toEqual({ code: 1008, reason: refusal });
      expect(overHttp).toMatchObject({ status: 429, body: { error: refusal } });
    });

    it('stays open with a hundred subscriptions and refuses the next', async () => {
      const served = await serve();
      const client = await served.connect();
      for (let id = 0; id < 1_000; id += 1) client.ask({ ...buff, id });
      await holds(() => client.texts.length === 1_000, 'an answer to each');

      expect(client.messages().filter(({ type }) => type === 'subscribed')).toHaveLength(100);
      expect(await client.next('error')).toMatchObject({
        message: expect.stringContaining('100 subscriptions already'),
      });
      served.put([pricedOffer('a', 1_000)]);
      expect(await client.next('offer')).toMatchObject({ subscription: '0' });
    });
  });

  describe('a connection', () => {
    it('is the third of its key: let in, then closed with 1008, while a freed slot is taken again', async () => {
      const served = await serve();
      const [first, second] = [await served.connect(), await served.connect()];
      const third = await served.connect();
      expect(await third.closed).toEqual({ code: 1008, reason: expect.stringContaining('2 connections') });

      first.socket.close();
      await first.closed;
      await holds(() => served.hub.stats().readers === 1, 'the freed slot');
      const fourth = await served.connect();
      for (const client of [second, fourth]) {
        client.ask(buff);
        await client.next('subscribed');
      }
    });

    it('is closed with 1009 above 64 KiB, and told what is wrong with 64 KiB of brackets', async () => {
      const served = await serve();
      const client = await served.connect();
      client.ask('['.repeat(65_536));
      expect(await client.next('error')).toMatchObject({ message: expect.stringContaining('not JSON') });
      client.ask('x'.repeat(65_537));
      expect(await client.closed).toMatchObject({ code: 1009 });
    });

    it.each([
      ['a list in lists', `{"subscribeTo":${'['.repeat(32_000)}${']'.repeat(32_000)},"games":"all"}`],
      ['an object in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ])('is told that %s, thousands deep, is too deep', async (_, text) => {
      const served = await serve();
      const client = await served.connect();
      client.ask(text);
      expect(await client.next('error')).toMatchObject({ message: expect.stringContaining('nested deeper than 8') });
      client.ask(buff);
      await client.next('subscribed');
    });

    it.each([
      ['too many messages', { messages: 20, messagesPerSecond: 0.001, bytes: 2 ** 20, bytesPerSecond: 1 }],
      ['too long messages', { messages: 200, messagesPerSecond: 0.001, bytes: 20 * 64, bytesPerSecond: 1 }],
    ])('is told that it sends %s, and closed with 1008', async (_, allowance) => {
      const served = await serve({ settings: { allowance } });
      const [client, other] = [await served.connect(), await served.connect()];
      const ping = '{"type":"ping"}'.padEnd(64);
      for (let sent = 0; sent < 20; sent += 1) client.ask(ping);
      await holds(() => client.texts.length === 20, 'an answer to each');
      for (let sent = 0; sent < 20; sent += 1) client.ask(ping);

      expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('too many messages') });
      expect(client.messages().slice(20)).toEqual([
        { type: 'error', code: 'TOO_MANY_MESSAGES', message: expect.stringContaining('then read') },
      ]);
      other.ask(ping);
      await other.next('pong');
    });

    it('may ask for all the subscriptions that it may have, as long as they may be, at once', async () => {
      const served = await serve();
      const client = await served.connect();
      const items = Array.from({ length: 400 }, (_, at) => `${'★'.repeat(50)} ${at}`);
      expect(Buffer.byteLength(JSON.stringify(items))).toBeGreaterThan(60_000);
      for (let id = 0; id < 100; id += 1) client.ask({ ...buff, items, id });
      await holds(() => client.texts.length === 100, 'an answer to each');

      expect(client.messages().every(({ type }) => type === 'subscribed')).toBe(true);
    });

    it('is told that binary messages are not read', async () => {
      const served = await serve();
      const client = await served.connect();
      client.socket.send(Buffer.from([1, 2, 3]));
      expect(await client.next('error')).toMatchObject({ message: expect.stringContaining('binary') });
    });

    it('is closed with 1002 when it sends what is no frame, and others do not notice', async () => {
      const served = await serve();
      const other = await served.connect();
      other.ask(buff);
      await other.next('subscribed');
      const { socket, read } = await openRaw(served);
      socket.write(Buffer.from('not a frame at all, and never was one'));
      await once(socket, 'close');

      expect(codeIn(read())).toBe(1002);
      served.put([pricedOffer('a', 1_000)]);
      await other.next('offer');
    });

    it('answers pings, and pings of its own drop who is silent', async () => {
      const served = await serve({ settings: { pingMs: 500 } });
      const quiet = await served.connect({ autoPong: false });
      const lively = await served.connect();
      lively.socket.ping('here');
      await once(lively.socket, 'pong');

      expect(await quiet.closed).toMatchObject({ code: 1006 });
      expect(lively.socket.readyState).toBe(lively.socket.OPEN);
      lively.ask({ type: 'ping' });
      await lively.next('pong');
    });

    it('is closed soon after its key was revoked', async () => {
      const served = await serve();
      const { text } = await served.keys.create({ name: 'leaked', websocketAccess: true });
      const [client, other] = [await served.connect({ key: text }), await served.connect()];
      // For the service, keys opened a second time are like another process
      await openKeys({ file: served.keyFile, now: Date.now }).revoke('leaked');
      expect(await client.closed).toEqual({ code: 1008, reason: 'this key was revoked or has expired' });
      expect(other.socket.readyState).toBe(other.socket.OPEN);
    });

    it('is ignored after its key was revoked, and cut off if it stays', async () => {
      const served = await serve();
      const { text } = await served.keys.create({ name: 'leaked', websocketAccess: true });
      served.put([pricedOffer('a', 1_000)]);
      const { socket, read } = await openRaw({ ...served, key: text });
      await pause(10);
      const content = JSON.parse(readFileSync(served.keyFile, 'utf8'));
      for (const key of content.keys) if (key.name === 'leaked') key.revokedAt = 1;
      writeFileSync(served.keyFile, JSON.stringify(content));
      socket.write(clientFrame(JSON.stringify({ ...buff, snapshot: true })));
      await holds(() => codeIn(read()) !== 0, 'the close frame');
      for (let more = 0; more < 5; more += 1) socket.write(clientFrame(JSON.stringify({ ...buff, snapshot: true })));
      await holds(() => socket.destroyed, 'the cut');

      expect(codeIn(read())).toBe(1008);
      expect(framesIn(read()).texts).toEqual([expect.stringContaining('this key was revoked')]);
      await holds(() => served.hub.stats().readers === 0, 'no reader');
    });

    it('is closed with 1001 when the service stops', async () => {
      const served = await serve();
      const client = await served.connect();
      client.ask(buff);
      await client.next('subscribed');
      served.hub.stop();
      await served.api.close();
      expect(await client.closed).toMatchObject({ code: 1001 });
    });

    it('outlives a key file that cannot be read', async () => {
      const served = await serve();
      const client = await served.connect();
      client.ask(buff);
      await client.next('subscribed');
      const whole = readFileSync(served.keyFile, 'utf8');
      writeFileSync(served.keyFile, whole.slice(0, -3));
      const areReadable = async () => (await served.get('/health')).body['keysReadable'];
      await until('the file to be found broken', async () => (await areReadable()) === false);
      client.ask({ type: 'ping' });
      await client.next('pong');
      expect((await served.get('/v2/marketplaces')).status).not.toBe(401);

      writeFileSync(served.keyFile, whole);
      await until('the file to be read', async () => (await areReadable()) === true);
      expect(client.socket.readyState).toBe(client.socket.OPEN);
    });

    it('leaves nothing behind, however often it is opened and closed', async () => {
      const served = await serve({ settings: { connectionsPerKey: 1_000 } });
      for (let round = 0; round < 10; round += 1) {
        const clients = await Promise.all(Array.from({ length: 20 }, () => served.connect()));
        for (const [at, client] of clients.entries()) {
          client.ask(buff);
          if (at % 2 === 0) client.socket.terminate();
          else client.socket.close();
        }
        await Promise.all(clients.map(({ closed }) => closed));
      }
      await holds(() => served.hub.stats().readers === 0, 'no reader');
      expect(served.hub.stats()).toMatchObject({ readers: 0, groups: 0 });
    });
  });

  describe('a reader that does not read', () => {
    const flood = (served: ServedStream, round: number): void => {
      const name = `${'★'.repeat(40)} ${round}`;
      served.put(Array.from({ length: 400 }, (_, at) => pricedOffer(`o${at}`, 1_000 + round, { name })));
    };

    it('is closed with 1013 and told why, while others get everything', async () => {
      const served = await serve({ hub: { lagMs: 2_000 } });
      const other = await served.connect();
      other.ask({ ...buff, sequence: true });
      await other.next('subscribed');
      const { socket, read } = await openRaw(served);
      socket.write(clientFrame(JSON.stringify(buff)));
      await holds(() => read().includes('subscribed'), 'the confirmation');
      socket.pause();
      let rounds = 0;
      const hasEverything = () => other.texts.length === 1 + rounds * 400;
      await holds(() => {
        if (!hasEverything()) return false;
        flood(served, rounds);
        rounds += 1;
        return served.hub.stats().closedBehind === 1;
      }, 'the end of the reader');
      socket.resume();
      await holds(() => codeIn(read()) !== 0, 'the close frame');
      await holds(hasEverything, 'everything');

      expect(codeIn(read())).toBe(1013);
      expect(framesIn(read()).texts.find((text) => text.startsWith('{"type":"error"'))).toContain('FELL_BEHIND');
      const sequences = other
        .messages()
        .slice(1)
        .map(({ sequence }) => sequence as number);
      expect(new Set(sequences).size).toBe(rounds * 400);
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    });
  });

  describe('third-party clients', () => {
    const script = (port: number, key: string) => `
      const socket = new WebSocket('ws://127.0.0.1:${port}/ws/v2/offers?apiKey=${key}');
      socket.onopen = () => socket.send('${JSON.stringify(buff)}');
      socket.onmessage = ({ data }) => {
        console.log(data);
        if (JSON.parse(data).type === 'offer') socket.close();
      };`;

    const typesReceived = async (served: ServedStream, command: string, args: readonly string[]): Promise<string[]> => {
      const child = spawn(command, args);
      let out = '';
      child.stdout.on('data', (part) => {
        out += String(part);
        if (out.includes('subscribed')) served.put([pricedOffer(randomUUID(), 1_000)]);
      });
      await once(child, 'close');
      return out
        .trim()
        .split('\n')
        .map((reader) => JSON.parse(reader).type);
    };

    it('are welcome: the one built into Node', async () => {
      const served = await serve({ settings: { requireDeflate: true } });
      const flags = process.allowedNodeEnvironmentFlags.has('--experimental-websocket')
        ? ['--experimental-websocket']
        : [];
      expect(await typesReceived(served, process.execPath, [...flags, '-e', script(served.port, served.key)])).toEqual([
        'subscribed',
        'offer',
      ]);
    });

    needing('python3-websockets').it('are welcome: websockets for Python', async () => {
      const served = await serve({ settings: { requireDeflate: true } });
      const code = `
import asyncio, json, websockets
async def main():
    async with websockets.connect('ws://127.0.0.1:${served.port}/ws/v2/offers?apiKey=${served.key}') as socket:
        await socket.send('${JSON.stringify(buff)}')
        for _ in range(2):
            print(await socket.recv(), flush=True)
asyncio.run(main())`;
      expect(await typesReceived(served, programFor('python3-websockets'), ['-c', code])).toEqual([
        'subscribed',
        'offer',
      ]);
    });

    it('replays the past and closes with 1000, unless there is another subscription', async () => {
      const served = await serve();
      served.put(['a', 'b', 'c'].map((id) => pricedOffer(id, 1_000)));
      await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
      const replay = { from: 'oldest', to: `${served.hub.log.epoch}:${served.hub.served}` };
      const both = await served.connect();
      both.ask({ ...buff, id: 'now' });
      both.ask({ ...buff, id: 'then', replay });
      expect(await both.next('replayEnd')).toMatchObject({ subscription: 'then', count: 3, live: false });
      served.put([pricedOffer('d', 1_000)]);
      await holds(() => both.texts.some((text) => text.includes('o/d')), 'what comes');
      const alone = await served.connect();
      alone.ask({ ...buff, replay });
      expect(await alone.closed).toEqual({ code: 1000, reason: 'the replay has ended' });
      expect(alone.messages().map(({ type }) => type)).toEqual(['subscribed', 'offer', 'offer', 'offer', 'replayEnd']);
    });
  });
});
