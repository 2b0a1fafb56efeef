import { encode } from '@msgpack/msgpack';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Feeding, feeding } from '../../../../test/support/collect/feeding.ts';
import { tinyFeed, tongues } from '../../../../test/support/collect/tiny-feeds.ts';
import { createFrameServer, type FrameServer } from '../../../../test/support/servers/frame-server.ts';
import { holds } from '../../../../test/support/time/until.ts';

let here: Feeding;
let server: FrameServer;
afterEach(async () => {
  await here.stop();
  await server.close();
});

const greeting = '0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}';
const row = { what: 'added', id: '7', name: 'Case 7', cents: 70 };

/** Frames at which the client library of the dialect throws, outside of whoever called it, and a good one. */
const cases: readonly {
  readonly title: string;
  readonly entered?: (socket: WebSocket) => void;
  readonly received: (text: string, socket: WebSocket) => void;
  readonly bad: readonly (string | Uint8Array)[];
  readonly good: string | Uint8Array;
}[] = [
  {
    title: 'centrifugo 2',
    received: (text, socket) => {
      for (const line of text.split('\n')) {
        const { id, connect, subscribe } = JSON.parse(line);
        if (connect !== undefined) socket.send(JSON.stringify({ id, connect: { client: 'c', version: '1' } }));
        if (subscribe !== undefined) socket.send(JSON.stringify({ id, subscribe: {} }));
      }
    },
    bad: [
      'null',
      '[]',
      ...['__proto__', 'constructor', 'toString'].map((channel) =>
        JSON.stringify({ push: { channel, pub: { data: {} } } }),
      ),
    ],
    good: JSON.stringify({ push: { channel: 'offers', pub: { data: { rows: [row] } } } }),
  },
  {
    title: 'socket-io, default',
    entered: (socket) => socket.send(greeting),
    received: (text, socket) => text.startsWith('40') && socket.send('40/trade,{"sid":"b"}'),
    bad: ['0', '0null', '42/trade,["change"'],
    good: `42/trade,${JSON.stringify(['change', { rows: [row] }])}`,
  },
  {
    title: 'socket-io, msgpack',
    entered: (socket) => {
      socket.send(greeting);
      socket.send(encode({ type: 0, nsp: '/trade', data: { sid: 'b' } }));
    },
    received: () => undefined,
    bad: ['0', encode({ type: 4, nsp: '/trade', data: null }), encode({ type: 5, nsp: '/trade', data: null })],
    good: encode({ type: 2, nsp: '/trade', data: ['change', { rows: [row] }] }),
  },
];

describe('a frame that no server should send', () => {
  it.each(cases)('is counted as rejected and ends neither the process nor the connection, in $title', async (one) => {
    const dialect = tongues.find(({ title }) => title === one.title);
    if (dialect === undefined) throw new Error(`there is no dialect "${one.title}"`);
    const sockets: WebSocket[] = [];
    server = await createFrameServer((socket) => {
      sockets.push(socket);
      one.entered?.(socket);
    }, one.received);
    here = await feeding({ sources: [tinyFeed(dialect)], players: [], relay: server.origin });
    await here.live();
    for (const frame of one.bad) sockets[0]?.send(frame);
    // What comes before the channel is subscribed to is not passed on
    await holds(() => {
      sockets[0]?.send(one.good);
      return here.sink.records.length > 0;
    }, 'the good row');
    await here.clock.advance(60_000);

    expect(here.sink.records[0]).toMatchObject({ kind: 'offer', name: 'Case 7' });
    expect(here.collector.health()[0]?.rejected).toBe(one.bad.length);
    expect(server.opened).toHaveLength(1);
  });
});
