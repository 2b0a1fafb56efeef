import { createDice } from '../book/read-market.ts';

const headerLines = [
  'Connection: close',
  'Connection: Keep-Alive',
  'connection:keep-alive , x',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Upgrade: h2c',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: 3\r\nContent-Length: 4',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Expect: more',
  'TE: trailers',
  'Host: other',
  'X-API-Key: wrong',
  'x-api-key:',
  'Accept-Encoding: gzip',
  'Accept-Encoding:br;q=0, gzip',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b"',
  'Range: bytes=0-1',
  'Accept: text/html',
  'X-Long: a\r\n b',
  'X Space: a',
  'X-Space : a',
  ': a',
  'X-Bytes: \u00e9\u0080\t\u00ff',
  'X-Null: \u0000',
  'Proxy-Connection: keep-alive',
  '__proto__: a',
];

const targets = [
  '/',
  '/nowhere',
  '/v2//items?x',
  '*',
  'http://x/tape/rates',
  '/tape/rates#a',
  '/tape/rates?a=%',
  'tape',
];
const methods = ['HEAD', 'POST', 'OPTIONS', 'get', 'CONNECT', 'PUT', 'PRI', 'G\u00e9T'];
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', ''];
const odd = ['\r', '\n', '\r\n', '\0', ' ', '\t', ':', '\u0080', 'a', '%', '/'];

/** Requests that are each made of one of `valid` by a few changes, the same for the same seed; some in two pieces. */
export function mutatedRequests(valid: readonly string[], count: number, seed: number): (readonly string[])[] {
  const dice = createDice(seed);
  const one = <Value>(of: readonly Value[]): Value => of[dice(of.length)] as Value;
  const cut = (text: string, change: (before: string, after: string) => string): string => {
    const at = dice(text.length + 1);
    return change(text.slice(0, at), text.slice(at));
  };
  const lines = (text: string, change: (lines: string[]) => void): string => {
    const all = text.split('\r\n');
    change(all);
    return all.join('\r\n');
  };
  const changes: readonly ((text: string) => string)[] = [
    (text) => lines(text, (all) => all.splice(1 + dice(Math.max(1, all.length - 2)), 0, one(headerLines))),
    (text) => lines(text, (all) => all.splice(dice(all.length), 1)),
    (text) => lines(text, (all) => all.splice(1, 0, one(all))),
    (text) => cut(text, (before, after) => before + one(odd) + after),
    (text) => cut(text, (before, after) => before + after.slice(1 + dice(4))),
    (text) => cut(text, (before) => before),
    (text) => text.replace(/^\S+/, () => one(methods)),
    (text) => text.replace(/ \S+ /, () => ` ${one(targets)} `),
    (text) => text.replace('HTTP/1.1', () => one(versions)),
    (text) => text.replaceAll('\r\n', '\n'),
    (text) => text + one(valid),
    (text) => `${text}abc`,
    (text) => text.toLowerCase(),
    (text) => text,
  ];
  return Array.from({ length: count }, () => {
    let text = one(valid);
    for (let left = 1 + dice(3); left > 0; left -= 1) text = one(changes)(text);
    // Without a version, Node ends a connection at PRI, and how it was read decides whether an answer is sent before
    text = text.replace(/^PRI(?= \S*\r?$)/gm, 'PUT');
    return dice(5) === 0 ? cut(text, (before, after) => `${before}\u0000|${after}`).split('\u0000|') : [text];
  });
}
