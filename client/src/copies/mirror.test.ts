import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  type Connection,
  offer,
  type Script,
  snapshotEnd,
  subscribed,
  transports,
} from '../../../test/support/client/scripted-stream.ts';
import { streamsOfTests } from '../../../test/support/client/stream-reading.ts';
import { type Mirror, type MirrorOptions, startMirror } from './mirror.ts';

const { script, endLater } = streamsOfTests();

const held = (mirror: Mirror): unknown =>
  Object.fromEntries(mirror.offers().map(({ id, data }) => [id, data.priceUSD]));

const standing = ({ send }: Connection, prices: Record<string, number>, timestamp = 5): void => {
  send(subscribed(), 'e:5');
  for (const [id, price] of Object.entries(prices)) send(offer(id, price, { snapshot: true, timestamp }));
  send(snapshotEnd, 'e:5');
};

describe.each(Object.entries(transports))('over %s, a mirror', (_, way) => {
  async function mirrorOf(scripts: readonly Script[], options: MirrorOptions = {}) {
    const { settings, connections } = await script(way, ...scripts);
    const mirror = startMirror(settings, {}, options);
    endLater(mirror.stop);
    return { mirror, connections };
  }

  it('holds what is on sale and follows every change', async () => {
    const { mirror, connections } = await mirrorOf([(connection) => standing(connection, { a: 1, b: 2 })]);
    expect(mirror.state()).toBe('loading');
    await mirror.ready;
    expect([held(mirror), mirror.state()]).toEqual([{ a: 1, b: 2 }, 'live']);

    const received: unknown[] = [];
    mirror.watch((change) => received.push([change.kind, change.offer.id, change.offer.data.priceUSD]));
    const [connection] = connections;
    connection?.send(offer('a', 3, { timestamp: 6 }), 'e:6');
    connection?.send(offer('b', 2, { eventType: 'Removed', timestamp: 7 }), 'e:7');
    connection?.send(offer('c', 4, { timestamp: 8 }), 'e:8');
    await expect.poll(() => held(mirror)).toEqual({ a: 3, c: 4 });
    expect(received).toEqual([
      ['set', 'a', 3],
      ['removed', 'b', 2],
      ['set', 'c', 4],
    ]);
  });

  it('ignores changes older than the snapshot', async () => {
    const { mirror } = await mirrorOf([
      (connection) => {
        standing(connection, { a: 30, b: 2 });
        connection.send(offer('a', 20, { timestamp: 3 }), 'e:6');
        connection.send(offer('b', 2, { eventType: 'Removed', timestamp: 4 }), 'e:7');
        connection.send(offer('c', 1, { timestamp: 6 }), 'e:8');
      },
    ]);

    await expect.poll(() => held(mirror)).toEqual({ a: 30, b: 2, c: 1 });
  });

  it('is not live after a gap until it is complete again, and then has no offers that are gone', async () => {
    const states: string[] = [];
    const { mirror, connections } = await mirrorOf([
      (connection) => {
        standing(connection, { a: 1, gone: 2 });
        connection.cut();
      },
      ({ send }) => send(subscribed(false), 'f:0'),
      ({ send }) => {
        send(subscribed(), 'f:1');
        send(offer('a', 5, { snapshot: true, timestamp: 2 }));
      },
    ]);
    await mirror.ready;
    await expect.poll(() => connections.length).toBe(3);
    await expect.poll(() => mirror.state()).toBe('loading');
    expect(held(mirror)).toEqual({ a: 1, gone: 2 });
    mirror.watch(({ kind, offer: { id } }) => states.push(`${kind} ${id}`));
    connections[2]?.send(snapshotEnd, 'f:1');

    await expect.poll(() => mirror.state()).toBe('live');
    expect(held(mirror)).toEqual({ a: 5 });
    expect(states).toEqual(['set a', 'removed gone']);
  });

  it('is not affected by a watcher that throws, and neither are the others', async () => {
    const { mirror, connections } = await mirrorOf([(connection) => standing(connection, {})]);
    await mirror.ready;
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
    const received: string[] = [];
    mirror.watch(() => {
      throw new Error('of the watcher');
    });
    mirror.watch(({ offer: { id } }) => received.push(id));
    connections[0]?.send(offer('a', 1, { timestamp: 6 }), 'e:6');

    expect(String(await thrown)).toBe('Error: of the watcher');
    for (const other of others) process.on('uncaughtException', other);
    expect(received).toEqual(['a']);
    expect(mirror.state()).toBe('live');
  });

  it('says why it cannot go on', async () => {
    const { mirror } = await mirrorOf([
      (connection) => {
        standing(connection, { a: 1 });
        connection.cut();
      },
      { status: 401, body: '{"error":"revoked","code":"INVALID_API_KEY"}' },
    ]);
    await mirror.ready;

    await expect(mirror.ended).rejects.toMatchObject({ status: 401, message: 'revoked' });
    expect(mirror.state()).toBe('stopped');
  });

  it('is never ready when it is stopped before, and releases everything', async () => {
    const stopping = new AbortController();
    const { mirror, connections } = await mirrorOf([({ send }) => send(subscribed(), 'e:1')], {
      signal: stopping.signal,
    });
    await expect.poll(() => connections.length).toBe(1);
    mirror.stop();

    await expect(mirror.ready).rejects.toThrow();
    await mirror.ended;
    await expect.poll(() => connections[0]?.isClosed()).toBe(true);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });
});
