import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Connection, offer, subscribed, transports } from '../../test/support/client/scripted-stream.ts';
import { failureOf, first, streamsOfTests } from '../../test/support/client/stream-reading.ts';
import { freePort } from '../../test/support/network/free-port.ts';
import { until } from '../../test/support/time/until.ts';
import { createTape } from './create-tape.ts';
import { ConnectionError, type TapeError } from './errors.ts';
import { listen } from './listen.ts';
import type { ListenSettings, WebSocketConstructor } from './transport.ts';

const { script, served, endLater } = streamsOfTests();
afterEach(() => void vi.unstubAllGlobals());

const ofWs = transports['the WebSocket of ws'] ?? {};
const standard = transports['a WebSocket of the standard alone'] ?? {};
const ways = [
  ['of ws', ofWs],
  ['of the standard alone', standard],
] as const;

/** A server that closes every WebSocket in the given way, and records the requests. */
async function serveSockets(answer: (socket: WebSocket, connection: number) => void) {
  const requests: { readonly url: string; readonly key: unknown; readonly extensions: unknown }[] = [];
  const server = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url = '', headers }) => {
    requests.push({ url, key: headers['x-api-key'], extensions: headers['sec-websocket-extensions'] });
    socket.once('message', () => answer(socket, requests.length));
  });
  endLater(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  await once(server, 'listening');
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'secret' };
}

const sendOne = (socket: WebSocket): void => {
  for (const message of [subscribed(), offer('a', 1)])
    socket.send(JSON.stringify({ ...message, epoch: 'e', sequence: 1 }));
};

describe('the setting transport', () => {
  it('is refused when there is no such transport', () => {
    const settings = { url: 'http://127.0.0.1:1', key: 'k', transport: 'carrier pigeon' as 'sse' };

    expect(() => createTape(settings)).toThrow('transport is "carrier pigeon"; use sse or websocket');
  });

  it('is refused where the runtime has no WebSocket and none is given', () => {
    vi.stubGlobal('WebSocket', undefined);
    const settings = { url: 'http://127.0.0.1:1', key: 'k', transport: 'websocket' } as const;

    expect(() => createTape(settings)).toThrow('this runtime has no WebSocket; pass one as the setting WebSocket');
    expect(() => createTape({ ...settings, WebSocket })).not.toThrow();
  });

  it('uses the WebSocket of the runtime if there is one', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const { settings } = await script({ transport: 'websocket' }, ({ send }) => {
      send(subscribed(), 'e:1');
      send(offer('a', 1), 'e:2');
    });

    expect((await first(1, settings)).ids).toEqual(['a']);
  });
});

describe('a WebSocket', () => {
  it('is refused with the status that was received, even if the rest of the response never arrives', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    server.on('upgrade', (_, socket) => socket.write('HTTP/1.1 401 X\r\ncontent-length: 100\r\n\r\n{"err'));
    await once(server, 'listening');
    endLater(() => server.closeAllConnections());
    endLater(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    expect(await failureOf({ url, key: 'k', ...ofWs }, {}, { silenceSeconds: 0.3 })).toMatchObject({ status: 401 });
  });

  it('keeps the key out of the URL if it can send headers, and always offers compression', async () => {
    const { requests, ...settings } = await serveSockets(sendOne);
    for (const [, way] of ways) await first(1, { ...settings, ...way });

    expect(requests).toEqual([
      { url: '/ws/v2/offers', key: 'secret', extensions: expect.stringContaining('permessage-deflate') },
      { url: '/ws/v2/offers?apiKey=secret', key: undefined, extensions: expect.any(String) },
    ]);
  });

  it.each(ways)('%s opens below the path of the address', async (_, way) => {
    const { requests, url, key } = await serveSockets(sendOne);
    await first(1, { url: `${url}/tape`, key, ...way });

    expect(requests[0]?.url).toMatch(/^\/tape\/ws\/v2\/offers/);
  });

  it.each(ways)('%s is tried again when the service has no room for it', async (_, way) => {
    const { requests, ...settings } = await serveSockets((socket, connection) => {
      if (connection === 1) socket.close(1008, 'this key has 2 connections already; close one first');
      else sendOne(socket);
    });
    const { ids, lost } = await first(1, { ...settings, ...way });

    expect(ids).toEqual(['a']);
    expect(requests).toHaveLength(2);
    expect(lost).toMatchObject([
      { failure: 'closed', closeCode: 1008, closeReason: 'this key has 2 connections already; close one first' },
    ]);
  });

  it.each(ways)('%s is not tried again when what was sent is invalid', async (_, way) => {
    const { requests, ...settings } = await serveSockets((socket) => socket.close(1003, 'no such thing'));
    const failure = await failureOf({ ...settings, ...way });

    expect(failure).toBeInstanceOf(ConnectionError);
    expect(String(failure)).toBe('ConnectionError: the service closed the connection with 1003: no such thing');
    expect(requests).toHaveLength(1);
  });

  it.each(ways)('%s that delivers anything but messages is over', async (_, way) => {
    const { requests, ...settings } = await serveSockets((socket) => socket.send('[]'));

    expect(String(await failureOf({ ...settings, ...way }))).toContain('something that is not a message: []');
    expect(requests).toHaveLength(1);
  });

  it.each(ways)('%s that nobody answers is tried again, with the reason', async (_, way) => {
    const stopping = new AbortController();
    const lost: TapeError[] = [];
    const onConnection = (_: string, why?: TapeError) => {
      if (why !== undefined) lost.push(why);
      stopping.abort('enough');
    };
    const port = await freePort();
    const settings = { url: `http://127.0.0.1:${port}`, key: 'k', ...way };

    await expect(first(1, settings, {}, { signal: stopping.signal, onConnection })).rejects.toBe('enough');
    expect(lost[0]).toMatchObject({ failure: 'unreachable' });
    expect(String(lost[0])).toContain(`http://127.0.0.1:${port} cannot be reached: the connection was refused`);
  });

  it('says so when server-sent events work and it does not', async () => {
    const { api, settings } = await served(standard);
    api.server.removeAllListeners('upgrade');
    api.server.on('upgrade', (_, socket) => socket.destroy());
    const stopping = new AbortController();
    const lost: unknown[] = [];
    const onConnection = (_: string, why?: TapeError) => {
      lost.push(String(why));
      stopping.abort('enough');
    };

    await expect(first(1, settings, {}, { signal: stopping.signal, onConnection })).rejects.toBe('enough');
    expect(lost).toEqual([expect.stringContaining('does not open a WebSocket; a proxy in between may block it')]);
  });

  it('is kept open by pings only, which the standard does not expose', async () => {
    const { settings, attempts } = await script(ofWs, ({ send, comment, after }) => {
      send(subscribed(after === undefined ? undefined : true), 'e:1');
      const pinging = setInterval(comment, 100);
      setTimeout(() => {
        clearInterval(pinging);
        send(offer('a', 1), 'e:2');
      }, 3_000);
    });

    expect((await first(1, settings, {}, { silenceSeconds: 2 })).ids).toEqual(['a']);
    expect(attempts()).toBe(1);
  });

  it.each(ways)('%s is silent when nothing is received', async (_, way) => {
    const { settings } = await script(way, ({ send, after }) => {
      send(subscribed(after === undefined ? undefined : true), 'e:1');
      if (after !== undefined) send(offer('a', 1), 'e:2');
    });
    const { lost } = await first(1, settings, {}, { silenceSeconds: 1 });

    expect(lost).toMatchObject([{ failure: 'silent', message: 'nothing was received for 1 s' }]);
  });
});

describe('a reader that is slower than the stream', () => {
  const size = 4_096;
  const count = 6_000;
  const rest = 'x'.repeat(size);
  const sendAfter = ({ send, after }: Connection): void => {
    const from = after === undefined ? 0 : Number(after.split(':')[1]);
    send(subscribed(after === undefined ? undefined : true), `e:${from}`);
    for (let at = from + 1; at <= count; at += 1) send(offer(String(at), 1, { rest }), `e:${at}`);
  };

  /** Reads all messages, pausing at the first for as long as given; returns their ids, and why connections were lost. */
  async function readSlowly(settings: ListenSettings, pause: () => Promise<unknown>) {
    const ids: string[] = [];
    const lost: TapeError[] = [];
    const onConnection = (_: string, why?: TapeError) => void (why !== undefined && lost.push(why));
    for await (const message of listen(settings, {}, { onConnection })) {
      if (message.type !== 'offer') continue;
      ids.push(message.id);
      if (ids.length === 1) await pause();
      if (ids.length === count) break;
    }
    return { ids, lost };
  }

  const all = Array.from({ length: count }, (_, at) => String(at + 1));

  it('receives everything once over one connection, if that can be paused', async () => {
    const { settings, attempts } = await script(ofWs, sendAfter);

    const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

    expect(await readSlowly(settings, pause)).toEqual({ ids: all, lost: [] });
    expect(attempts()).toBe(1);
  });

  it('is disconnected while it is still busy if it cannot be paused, so that nothing is sent in vain', async () => {
    let isClosed = false;
    const { requests, ...settings } = await serveSockets((socket, connection) => {
      for (const message of [subscribed(connection === 1 ? undefined : true), offer('a', 1)])
        socket.send(JSON.stringify({ ...message, epoch: 'e', sequence: connection }));
      if (connection > 1) return;
      const sending = setInterval(() => {
        for (let at = 2; at < 200; at += 1)
          socket.send(JSON.stringify({ ...offer('b', 1, { rest }), epoch: 'e', sequence: at }));
      }, 10);
      socket.on('close', () => {
        clearInterval(sending);
        isClosed = true;
      });
    });
    for await (const message of listen({ ...settings, ...standard }, {})) {
      if (message.type !== 'offer') continue;
      await until('the connection to be closed', async () => isClosed);
      break;
    }

    expect(requests).toHaveLength(1);
  });

  it('receives everything once over several if it cannot, as in browsers', async () => {
    let received = 0;
    const Counting = class extends (standard.WebSocket as WebSocketConstructor) {
      constructor(address: string) {
        super(address);
        this.addEventListener('message', () => {
          received += 1;
        });
      }
    };
    const { settings, attempts } = await script({ ...standard, WebSocket: Counting }, sendAfter);
    // Far more than a reader keeps, however slowly it arrives
    const pause = () => until('most messages', async () => received > count / 2);
    const { ids, lost } = await readSlowly(settings, pause);

    expect(ids).toEqual(all);
    expect(lost.length).toBeGreaterThan(0);
    expect(new Set(lost.map((why) => why instanceof ConnectionError && why.failure))).toEqual(new Set(['behind']));
    expect(attempts()).toBe(lost.length + 1);
  });
});
