import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillBook, wholeItems } from '../support/api/served-api.ts';
import { mutatedRequests } from '../support/network/mutated-requests.ts';
import { holdsWhole } from '../support/network/raw-conversation.ts';
import { seed } from '../support/runner/seed.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

const count = 3_000;
const together = 20;
/** Silence after which nothing more is expected, and how long it is where the first attempt differs. */
const quietMs = 30;
const longQuietMs = 1_500;

let served: ServedStream;
let plain: Server;
let valid: readonly string[] = [];

beforeAll(async () => {
  const settings = { cacheSeconds: 10, cacheMegabytes: 8 };
  served = await serveStream({ api: { settings }, settings: { connectionsPerKey: 1_000_000 } });
  fillBook(served.book);
  // The same answers, from nothing but Node's own server
  plain = createServer({ maxHeaderSize: 32_768, keepAliveTimeout: 65_000, requireHostHeader: false });
  for (const event of ['request', 'checkExpectation', 'connect', 'upgrade', 'clientError'])
    plain.on(event, (...given) => served.api.server.emit(event, ...given));
  plain.on('connection', (socket) => socket.on('error', () => {}));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const ask = (target: string, more = '', method = 'GET') =>
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${served.key}\r\n${more}\r\n`;
  const item = `/v2/items?marketplace=SkinPort&game=CS2&name=${encodeURIComponent(wholeItems.CS2)}`;
  valid = [
    ask(item),
    ask(item, 'Accept-Encoding: gzip, br\r\nConnection: keep-alive\r\n'),
    ask(item, 'If-None-Match: *\r\n'),
    ask(item, '', 'HEAD'),
    ask(`${item}&apiKey=${served.key}`).replace(/X-API-Key.*\r\n/, ''),
    ask('/tape/rates'),
    ask('/v2/marketplaces', 'User-Agent: a (b; c)\r\nAccept: */*\r\n'),
    ask('/nowhere'),
    ask('/tape/value', 'Content-Type: application/json\r\nContent-Length: 2\r\n', 'POST').concat('{}'),
  ];
});
afterAll(async () => {
  plain.closeAllConnections();
  plain.close();
  await served.close();
});

/** Sends each request, in its pieces, once the answer to the one before is there; resolves to all that was received. */
function converse(port: number, requests: readonly (readonly string[])[], silenceMs: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const next = (): void => {
      clearTimeout(timer);
      const pieces = requests[sent];
      if (pieces === undefined) {
        socket.destroy();
        return;
      }
      sent += 1;
      // The first is answered for certain
      if (sent > 1) timer = setTimeout(next, silenceMs);
      for (const [at, piece] of pieces.entries()) setTimeout(() => socket.write(piece, 'latin1'), 3 * at);
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (piece) => {
      received += piece;
      if (holdsWhole(received, sent, false)) next();
      else timer?.refresh();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received.replace(/\r\nDate: [^\r]*/g, '\r\nDate: now'));
    });
  });
}

const both = async (requests: readonly (readonly string[])[], silenceMs: number): Promise<[string, string]> => {
  const ports = [served.port, (plain.address() as AddressInfo).port];
  const [ours = '', theirs = ''] = await Promise.all(ports.map((port) => converse(port, requests, silenceMs)));
  return [ours, theirs];
};

describe('whoever connects', () => {
  it(`gets the bytes that Node's own server sends, for ${count} mutated requests`, async () => {
    const [first = ''] = valid;
    const last = first.replace('Host', 'Connection: close\r\nHost');
    const waiting = mutatedRequests(valid, count, seed);
    const differing: object[] = [];
    let answered = 0;
    const compareAll = async (): Promise<void> => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const requests = [[first], request, request, [last]];
        let [ours, theirs] = await both(requests, quietMs);
        // It may only have been cut off by the end of the patience
        if (ours !== theirs) [ours, theirs] = await both(requests, longQuietMs);
        if (ours !== theirs) differing.push({ request, ours, theirs });
        if (theirs !== '') answered += 1;
      }
    };
    await Promise.all(Array.from({ length: together }, compareAll));

    expect(answered).toBe(count);
    expect(differing.slice(0, 3)).toEqual([]);
  });
});
