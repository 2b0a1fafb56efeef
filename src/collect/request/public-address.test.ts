import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createHttpClient } from './http-client.ts';
import { imageLimits } from './image.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

describe('an address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.8',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
    ...[
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
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
