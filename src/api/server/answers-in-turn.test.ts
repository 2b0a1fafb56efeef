import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';

/** Sends everything in one write and resolves to what was received until the connection closed. */
const received = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      text += piece;
    });
    // A reset after the last answer is an end, too
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

/** The statuses of the answers in order, and the code or kind of each body. */
function answersIn(text: string): string[] {
  const answers: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [, status = 'none'] = /^HTTP\/1\.1 (\d+) /.exec(rest) ?? [];
    const bodyAt = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, bodyAt);
    const length = Number(/\r\ncontent-length: (\d+)\r/i.exec(head)?.[1] ?? Number.NaN);
    const body = rest.slice(bodyAt, bodyAt + length);
    answers.push(
      `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? (body.includes('"source":"ecb"') ? 'rates' : 'other')}`,
    );
    if (Number.isNaN(length)) break;
    rest = rest.slice(bodyAt + length);
  }
  return answers;
}

describe.each([
  ['a single process', false],
  ['a front worker', true],
])('%s', (_, isAtFront) => {
  let served: ServedStream;
  beforeAll(async () => {
    // Nothing is answered from memory, so that every answer is outstanding for some turns of the event loop
    served = await serveStream({ isAtFront, api: { settings: { cacheSeconds: 0, cacheMegabytes: 8 } } });
  });
  afterAll(() => served.close());

  const ask = (path: string, more = '', method = 'GET') =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${served.key}\r\n${more}\r\n`;
  const rates = (more = '') => ask('/tape/rates', more);
  const search = () => ask('/v2/items/search?game=CS2&query=redline');
  const wrongKey = () => rates().replace(served.key, 'wrong');
  const first = () => rates() + search() + wrongKey();
  const firstAnswers = ['200 rates', '200 other', '401 INVALID_API_KEY'];

  it.each([
    ['bytes that are no request', () => 'GARBAGE\r\n\r\n', ['400 BAD_REQUEST']],
    ['a header without a colon', () => 'GET / HTTP/1.1\r\nbroken header\r\n\r\n', ['400 BAD_REQUEST']],
    ['headers that are too long', () => ask('/tape/rates', `X: ${'x'.repeat(40_000)}\r\n`), ['431 HEADERS_TOO_LARGE']],
    [
      'two lengths',
      () => ask('/tape/value', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'POST'),
      ['400 BAD_REQUEST'],
    ],
    ['no Host', () => 'GET /tape/rates HTTP/1.1\r\n\r\n', ['400 BAD_REQUEST']],
    ['CONNECT', () => ask('other.test:443', '', 'CONNECT'), ['405 METHOD_NOT_ALLOWED']],
    [
      'a body that is no JSON and cut by a broken chunk',
      () => `${ask('/tape/value', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', 'POST')}zz\r\n`,
      ['400 BAD_REQUEST'],
    ],
    [
      'a body of a refused request that is cut by a broken chunk',
      () =>
        `${ask('/tape/value', 'Transfer-Encoding: chunked\r\n', 'POST').replace(served.key, 'wrong')}1\r\na\r\nzz\r\n`,
      ['401 INVALID_API_KEY'],
    ],
    ['a WebSocket where there is none', () => ask('/nowhere', upgrade), ['404 NOT_FOUND']],
    [
      'an upgrade that is not to a WebSocket',
      () => ask('/tape/rates', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'),
      ['200 rates'],
    ],
  ])('answers what came before %s, in order and each in its own place', async (_kind, last, lastAnswers) => {
    expect(answersIn(await received(served.port, first() + last()))).toEqual([...firstAnswers, ...lastAnswers]);
  });

  it('opens a WebSocket only after the answers before it', async () => {
    const text = await received(served.port, first() + ask('/ws/v2/offers', upgrade) + closeFrame);
    expect(answersIn(text)).toEqual([...firstAnswers, '101 other']);
  });

  it('answers nothing after the last request of a connection', async () => {
    const text = await received(served.port, rates() + rates('Connection: close\r\n') + search());
    expect(answersIn(text)).toEqual(['200 rates', '200 rates']);
  });
});

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const closeFrame = '\u0088\u0080\u0000\u0000\u0000\u0000';
