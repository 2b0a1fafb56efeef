import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

const request = (remoteAddress: string, headers: Readonly<Record<string, string>>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('a request of this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:7400'],
    ['127.0.0.1', 'localhost'],
    ['::1', '[::1]:7400'],
    ['::ffff:127.0.0.1', 'LOCALHOST:80'],
  ])('is one from %s for %s', (address, host) => {
    expect(isLoopback(request(address, { host }))).toBe(true);
  });

  it.each([
    ['an address elsewhere', '192.0.2.4', { host: 'localhost' }],
    ['a name that an attacker made lead here', '127.0.0.1', { host: 'evil.example' }],
    ['a name that only begins like ours', '127.0.0.1', { host: 'localhost.evil.example' }],
    ['a proxy', '127.0.0.1', { host: 'localhost', 'x-real-ip': '192.0.2.4' }],
    ['a proxy between', '127.0.0.1', { host: 'localhost', via: '1.1 cache' }],
  ])('is not one with %s', (_, address, headers) => {
    expect(isLoopback(request(address, headers))).toBe(false);
  });
});
