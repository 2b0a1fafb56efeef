import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const webSocket = 'Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';

/** By what the server does with the connection. */
const requests: Readonly<Record<string, string>> = {
  'that is answered': 'GET /tape/rates HTTP/1.1\r\nHost: a\r\n\r\n',
  'that cannot be read': 'GET / HTTP/1.1\r\nnothing\r\n\r\n',
  'whose body is on its way':
    'POST /tape/value HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9000\r\n\r\n',
  'for a tunnel': 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'for the stream': `GET /ws/v2/offers HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n${webSocket}\r\n`,
  'for a stream that is not there': `GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n${webSocket}\r\n`,
  'for another protocol': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
};
const afterMs = [0, 1, 2, 5, 10, 30];

let served: ServedStream;
beforeAll(async () => {
  served = await serveStream({});
});
afterAll(() => served.close());

describe('a client that resets its connection', () => {
  it.each(Object.keys(requests))('does no harm after a request %s', async (which) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    for (const milliseconds of afterMs) {
      const socket = connect(served.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(`${requests[which]}${'x'.repeat(2_000)}`);
      await wait(milliseconds);
      socket.resetAndDestroy();
      await wait(20);
    }
    const answer = await fetch(`http://127.0.0.1:${served.port}/tape/rates`);
    process.off('uncaughtExceptionMonitor', note);
    expect(answer.status).toBe(401);
    expect(uncaught).toEqual([]);
  });
});

describe('a client that goes on sending after its request', () => {
  it.concurrent.each(Object.keys(requests))('loses a connection that was ended by a request %s', async (which) => {
    const socket = connect({ port: served.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write(requests[which] ?? '');
    await once(socket, 'readable');
    const sending = setInterval(() => socket.write('x'.repeat(1_000)), 20);
    await until('the end of the connection', async () => socket.closed).finally(() => clearInterval(sending));
  });
});
