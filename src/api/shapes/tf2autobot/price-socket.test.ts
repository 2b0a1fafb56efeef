import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { askIn, backpackTf, bidIn, openTestPricer, stnTf, tf2Rates } from '../../../../test/support/api/tf2-pricer.ts';
import { keyName } from '../../../../test/support/api/tf2-schema.ts';
import { type ServedStream, serveStream } from '../../../../test/support/stream/served-stream.ts';
import { holds } from '../../../../test/support/time/until.ts';
import type { BotPrice } from './bot-price.ts';

const captain = 'The Team Captain';
const launcher = 'Strange Professional Killstreak Rocket Launcher';

let served: ServedStream;
let isReady = true;
const bots: Socket[] = [];

const put = (records: Parameters<ServedStream['book']['apply']>[0], marketplaceId = backpackTf) =>
  served.book.apply(records, { marketplaceId, source: 'test', at: Date.now() });

/** Connects as TF2Autobot does with a pricer URL that has a path. */
function connect(token: string | null = served.key, path = '/shapes/tf2autobot', more: object = {}) {
  const socket = io(`http://127.0.0.1:${served.port}${path}`, {
    forceNew: true,
    autoConnect: false,
    auth: { token },
    reconnectionDelay: 20,
    reconnectionDelayMax: 40,
    ...more,
  });
  const events: [string, ...unknown[]][] = [];
  const prices: BotPrice[] = [];
  socket.onAny((name, ...args) => events.push([name, ...args]));
  socket.on('price', (price) => prices.push(price));
  socket.on('disconnect', (reason) => events.push(['disconnect', reason]));
  socket.on('connect_error', (error) => events.push(['connect_error', error.message]));
  bots.push(socket);
  socket.connect();
  const has = (name: string) => holds(() => events.some(([one]) => one === name), name);
  const pricesOf = (name: string) => prices.filter((price) => price.name === name);
  return { socket, events, prices, has, pricesOf };
}

describe.each([
  ['of the service itself', false],
  ['of a front worker', true],
])('the socket %s', (_, isAtFront) => {
  beforeEach(async () => {
    isReady = true;
    served = await serveStream({
      isAtFront,
      isReady: () => isReady,
      api: { pricer: await openTestPricer(), rates: () => tf2Rates },
    });
    put([askIn(captain, 'a1', 20, 30), bidIn(captain, 'b1', 20, 0)]);
    put([askIn(keyName, 'k1', 0, 60.22), bidIn(keyName, 'k2', 0, 59.88)]);
  });
  afterEach(async () => {
    for (const bot of bots.splice(0)) bot.disconnect();
    await served.close();
  });

  describe('a bot that connects', () => {
    it('gets all current prices, then every change', async () => {
      const { events, pricesOf } = connect();
      await holds(() => pricesOf(captain).length === 1 && pricesOf(keyName).length === 1, 'both prices');

      put([askIn(captain, 'a2', 20, 20.11)]);
      await holds(() => pricesOf(captain).length === 2, 'the change');
      put([askIn(captain, 'a3', 25, 0), askIn(launcher, 'l1', 5, 0)]);
      put([bidIn(launcher, 'l2', 4, 0)]);
      await holds(() => pricesOf(launcher).length === 1, 'the other');

      expect(pricesOf(captain).map(({ sell }) => sell)).toEqual([
        { keys: 20, metal: 30 },
        { keys: 20, metal: 20.11 },
      ]);
      expect(pricesOf(launcher)).toEqual([
        {
          sku: '205;11;kt-3',
          name: launcher,
          source: 'bptf',
          time: expect.any(Number),
          buy: { keys: 4, metal: 0 },
          sell: { keys: 5, metal: 0 },
        },
      ]);
      expect(events[0]).toEqual(['authenticated']);
    });

    it('begins by polling and goes on by WebSocket, or either alone', async () => {
      const usual = connect();
      await usual.has('price');
      await holds(() => usual.socket.io.engine.transport.name === 'websocket', 'the upgrade');
      usual.socket.disconnect();
      for (const transport of ['polling', 'websocket']) {
        const bot = connect(served.key, undefined, { transports: [transport], upgrade: false });
        await holds(() => bot.pricesOf(captain).length === 1, 'the price');
        expect(bot.socket.io.engine.transport.name).toBe(transport);
        bot.socket.disconnect();
      }
    });

    it('does not affect the stream on the same server', async () => {
      const bot = connect();
      const client = await served.connect();
      client.ask({ subscribeTo: 'all', games: 'all' });
      await client.next('subscribed');
      await bot.has('price');
      expect(client.socket.readyState).toBe(WebSocket.OPEN);
    });

    it('is told nothing of an item that has lost a side, or whose bid is no lower than its ask', async () => {
      const { pricesOf } = connect();
      await holds(() => pricesOf(captain).length === 1, 'the price');

      put([bidIn(captain, 'b2', 20, 30)]);
      put([askIn(keyName, 'k3', 0, 60.11)]);
      await holds(() => pricesOf(keyName).length === 2, 'the other price');
      expect(pricesOf(captain)).toHaveLength(1);
    });

    it('is shown the marketplaces that its key is shown', async () => {
      put([askIn(captain, 's1', 20, 1)], stnTf);
      const { text } = await served.keys.create({ name: 'one', websocketAccess: true, marketplaces: ['BackpackTF'] });
      const [whole, part] = [connect(), connect(text)];
      await Promise.all([whole.has('price'), part.has('price')]);

      await holds(() => whole.pricesOf(captain).length === 1 && part.pricesOf(captain).length === 1, 'the prices');
      expect([whole.pricesOf(captain)[0]?.sell, part.pricesOf(captain)[0]?.sell]).toEqual([
        { keys: 20, metal: 1 },
        { keys: 20, metal: 30 },
      ]);
      put([askIn(captain, 's2', 20, 0.55)], stnTf);
      await holds(() => whole.pricesOf(captain).length === 2, 'the change');
      expect(part.pricesOf(captain)).toHaveLength(1);
    });
  });

  describe('a bot is refused', () => {
    it.each([
      ['without a key', null, /a key is needed/],
      ['with a wrong one', 'it_wrong', /not known/],
    ])('%s, and comes back no more', async (_, token, reason) => {
      const { events, socket } = connect(token);
      await holds(() => events.length > 0, 'the refusal');
      await wait(200);
      expect([events, socket.active]).toEqual([[['connect_error', expect.stringMatching(reason)]], false]);
    });

    it('with a key that may not listen, or is shown another game', async () => {
      const { text: deaf } = await served.keys.create({ name: 'deaf', websocketAccess: false });
      const { text: ofCs } = await served.keys.create({ name: 'cs', websocketAccess: true, games: ['CS2'] });
      const { text: bound } = await served.keys.create({ name: 'bound', websocketAccess: true, endpoints: ['/v2'] });
      const refusals = [connect(deaf), connect(ofCs), connect(bound)];
      for (const { has } of refusals) await has('connect_error');
      expect(refusals.map(({ events }) => events[0]?.[1])).toEqual([
        expect.stringContaining('lacks the right websocketAccess'),
        expect.stringContaining('no access to TF2'),
        expect.stringContaining('may only request /v2'),
      ]);
    });

    it('at any other path, and told of this one', async () => {
      const [root, other] = [connect(served.key, ''), connect(served.key, '/shapes/other')];
      await Promise.all([root.has('connect_error'), other.has('connect_error')]);
      expect([root.events[0]?.[1], other.events[0]?.[1]]).toEqual([
        expect.stringContaining('/shapes/tf2autobot'),
        'Invalid namespace',
      ]);
    });

    it('beyond the connections of its key, until one is free', async () => {
      const client = await served.connect();
      const first = connect();
      await first.has('price');
      const second = connect();
      await second.has('blocked');
      expect(second.prices).toEqual([]);

      client.socket.close();
      await second.has('price');
      expect(second.events).toContainEqual(['disconnect', 'transport close']);
    });

    it('while the service is loading, and let in once it is ready', async () => {
      isReady = false;
      const { has } = connect();
      await has('connect_error');
      isReady = true;
      await has('price');
    });

    it('once its key is revoked', async () => {
      const { text } = await served.keys.create({ name: 'old', websocketAccess: true });
      const { has, events, socket } = connect(text);
      await has('price');
      await served.keys.revoke('old');
      await has('disconnect');
      socket.connect();
      await has('connect_error');
      expect(events.at(-1)).toEqual(['connect_error', expect.stringContaining('revoked')]);
    });
  });

  describe('a client that is not a bot', () => {
    it('stays no longer than it listens', async () => {
      const { socket, has } = connect();
      await has('price');
      const { engine } = socket.io;
      // Leaves only the namespace, as a client with other namespaces can
      engine.write('1/shapes/tf2autobot,');
      await holds(() => engine.readyState === 'closed', 'the end of the connection');
    });

    it('is let go when it does not say who it is, and so many are let in meanwhile', async () => {
      const open = async () =>
        await fetch(`http://127.0.0.1:${served.port}/socket.io/?EIO=4&transport=polling`).then((reply) => reply.status);
      const statuses = await Promise.all(Array.from({ length: 102 }, open));
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
      const late = new WebSocket(`ws://127.0.0.1:${served.port}/socket.io/?EIO=4&transport=websocket`);
      const [error] = await once(late, 'error');
      expect(String(error)).toContain('429');
    });

    it('cannot send what is long, and pages of other sites read nothing', async () => {
      const origin = `http://127.0.0.1:${served.port}/socket.io/?EIO=4&transport=polling`;
      const first = await fetch(origin, { headers: { origin: 'https://example.test' } });
      expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, null]);
      const { sid } = JSON.parse((await first.text()).slice(1));
      const status = await new Promise((resolve) => {
        const outgoing = request(`${origin}&sid=${sid}`, { method: 'POST' }, (reply) =>
          resolve(reply.resume().statusCode),
        );
        outgoing.on('error', () => resolve('cut'));
        outgoing.end('x'.repeat(100_000));
      });
      expect([413, 'cut']).toContain(status);
    });
  });

  it('ends with the service, and bots come back by themselves', async () => {
    const { has, events, socket } = connect();
    await has('price');
    // A bot that still polls would see an error of its transport
    await holds(() => socket.io.engine.transport.name === 'websocket', 'the WebSocket');
    await served.close();
    await has('disconnect');
    expect([events.find(([name]) => name === 'disconnect')?.[1], socket.active]).toEqual(['transport close', true]);
  });
});
