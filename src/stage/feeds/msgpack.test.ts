import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './msgpack.ts';

/** The other implementation refuses to read `__proto__`, which could change an object's prototype. */
const values = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('"__proto__":'));

/** JSON has no negative zero, and neither does this packer. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('MessagePack packing', () => {
  it('writes what another implementation reads', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(plain(decode(pack(value)))).toEqual(plain(value));
      }),
    );
  });

  it('reads what another implementation writes', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(plain(unpack(encode(value)))).toEqual(plain(value));
      }),
    );
  });

  it('is correct at every size at which the encoding changes', () => {
    for (const size of [15, 16, 31, 32, 255, 256, 65_535, 65_536]) {
      const list = Array.from({ length: size }, () => 1);
      const map = Object.fromEntries(list.map((one, at) => [`k${at}`, one]));
      for (const value of ['x'.repeat(size), list, map, size, -size]) {
        const text = JSON.stringify(value);
        expect(JSON.stringify(decode(pack(value))) === text).toBe(true);
        expect(JSON.stringify(unpack(encode(value))) === text).toBe(true);
      }
    }
  });

  it('writes instants as eight bytes of milliseconds in extension 0', () => {
    expect(pack(new Date(Date.UTC(2022, 1, 27, 8))).toString('hex')).toBe('d7000000017f3a318c00');
  });
});
