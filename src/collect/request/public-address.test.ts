import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { createHttpClient } from './http-client.ts';
import { imageLimits } from './image.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

// Blocks of the IANA registries: their first and last addresses, and those around them that are public
const blocks: readonly (readonly [first: string, last: string, ...around: readonly string[]])[] = [
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff:ffff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

describe('an address', () => {
  it.each(blocks)('is not public from %s to %s, and is around', (first, last, ...around) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    expect(around.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each(['1.1.1.1', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a connection to a name', () => {
  const inner = { address: '10.0.0.1', family: 4 };
  const outer = { address: '1.1.1.1', family: 4 };
  const outer6 = { address: '2606:4700::1111', family: 6 };
  const found = (all: readonly (typeof inner)[], options: { all?: boolean }) =>
    new Promise((resolve) => {
      const lookup = publicLookup((_, __, done) => done(null, all));
      lookup('name.example', options, (error, address) => resolve(error?.message ?? address));
    });

  it('gets only the public ones of its addresses', async () => {
    expect(await found([inner, outer, outer6], { all: true })).toEqual([outer, outer6]);
    expect(await found([inner, outer6], {})).toBe('2606:4700::1111');
  });

  it('is refused where all of them are private', async () => {
    expect(await found([inner], { all: true })).toBe(
      'name.example resolves to 10.0.0.1, which is not a public address',
    );
    expect(await found([inner], {})).toContain('not a public address');
  });

  it('that resolves to this machine is never opened', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const tries = async (lookup: ReturnType<typeof publicLookup> | null) => {
      const client = createHttpClient({
        relay: null,
        ...(lookup && { lookup }),
        limits: imageLimits,
        userAgent: 'test',
        clock: systemClock,
      });
      const requestOptions = { secret: null, signal: new AbortController().signal, again: async () => true };
      try {
        await expect(client.send({ url: `https://localhost:${port}/a.png` }, requestOptions)).rejects.toThrow(
          lookup === null ? /no connection/ : /ENOTPUBLIC/,
        );
      } finally {
        client.close();
      }
    };
    try {
      await tries(publicLookup());
      expect(connections).toBe(0);
      await tries(null);
      expect(connections).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });
});
