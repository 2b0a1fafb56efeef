import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/support/arbitraries/any-letter.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { certificateIn, decodeItemCertificate } from './item-certificate.ts';

// Built by hand from the layout: 0, message, four bytes of checksum, all XORed with the mask
const encode = (message: readonly number[], mask = 0): string =>
  [0, ...message, 1, 2, 3, 4].map((byte) => (byte ^ mask).toString(16).padStart(2, '0')).join('');

const varint = (value: bigint): number[] =>
  value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...varint(value >> 7n)];
const number = (field: number, value: number | bigint) => [...varint(BigInt(field << 3)), ...varint(BigInt(value))];
const nested = (field: number, body: readonly number[]) => [
  ...varint(BigInt((field << 3) | 2)),
  ...varint(BigInt(body.length)),
  ...body,
];
const floatBytes = (value: number) => [...new Uint8Array(new Float32Array([value]).buffer)];
const floatBits = (value: number) => new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;

const rifle = [
  ...number(2, 18446744073709551615n),
  ...number(3, 7),
  ...number(4, 282),
  ...number(5, 5),
  ...number(6, 4),
  ...number(7, floatBits(0.25)),
  ...number(8, 321),
  ...nested(12, [...number(1, 0), ...number(2, 55)]),
  ...nested(12, [...number(1, 3), ...number(2, 73), (3 << 3) | 5, ...floatBytes(0.5)]),
];

describe('an item certificate', () => {
  it('gives ids, float, seed and stickers whatever its mask', () => {
    for (const mask of [0x00, 0x7f, 0xa8, 0xff]) {
      expect(decodeItemCertificate(encode(rifle, mask))).toEqual({
        itemId: '18446744073709551615',
        defIndex: 7,
        paintIndex: 282,
        rarity: 5,
        quality: 4,
        float: 0.25,
        paintSeed: 321,
        stickers: [
          { slot: 0, stickerId: 55, wear: 0 },
          { slot: 3, stickerId: 73, wear: 0.5 },
        ],
        statTrakCount: null,
        nameTag: null,
        charms: [],
      });
    }
  });

  it('gives null for what it omits', () => {
    expect(decodeItemCertificate(encode(number(3, 1209), 0x64))).toEqual({
      itemId: null,
      defIndex: 1209,
      paintIndex: null,
      rarity: null,
      quality: null,
      float: null,
      paintSeed: null,
      stickers: [],
      statTrakCount: null,
      nameTag: null,
      charms: [],
    });
  });

  it('gives the name tag, what the StatTrak counter shows, and charms with what is in them', () => {
    const tag = [...new TextEncoder().encode('Old ☃')];
    const charms = [
      ...nested(20, [...number(2, 83), ...number(10, 12_345)]),
      ...nested(20, [...number(2, 37), ...number(12, 4_352)]),
      ...nested(20, [...number(2, 36), ...number(11, 345)]),
    ];
    const message = [...number(3, 7), ...number(9, 0), ...number(10, 1_337), ...nested(11, tag), ...charms];
    expect(decodeItemCertificate(encode(message, 0x33))).toMatchObject({
      statTrakCount: 1_337,
      nameTag: 'Old ☃',
      charms: [
        { charmId: 83, pattern: 12_345, stickerId: null, highlightId: null },
        { charmId: 37, pattern: null, stickerId: 4_352, highlightId: null },
        { charmId: 36, pattern: null, stickerId: null, highlightId: 345 },
      ],
    });
  });

  it('counts from 0 where a counter shows nothing yet, and has no charms where one cannot be read', () => {
    const message = [...number(3, 7), ...number(9, 0), ...nested(20, number(1, 0))];
    expect(decodeItemCertificate(encode(message))).toMatchObject({ statTrakCount: 0, charms: null });
  });

  // As Steam and others have published them
  it.each([
    [
      'A7B7265D084A3EA6BFA0878B8FA197AE9F4261604BA4E732A2EFA7F71EADFDAFE5CBD2C287E0C2CAC5A3AFA7B7EBC5ADAFA5B74781BAA7A72799D7AF05A6A0AFA7B783F71EC7C3FC6A87',
      { defIndex: 7, paintIndex: 44, paintSeed: 661, statTrakCount: 1_337, nameTag: 'Blue Gem' },
      [12_345, null],
    ],
    ['A2B2A2BA69A882A28AA192AECAA2D2B700A3A5AAA2B286FA7BA0D684BE72', { defIndex: 1355, nameTag: null }, [null, 345]],
  ])('reads %s', (hex, expected, [pattern, highlightId]) => {
    expect(decodeItemCertificate(hex)).toMatchObject({ ...expected, charms: [{ pattern, highlightId }] });
  });

  it('has no float beyond 0 to 1', () => {
    for (const bits of [floatBits(1.5), floatBits(-0.1), 0x7fc00000]) {
      expect(decodeItemCertificate(encode([...number(3, 7), ...number(7, bits)]))).toMatchObject({ float: null });
    }
  });

  it('is rejected as a whole when a sticker cannot be read', () => {
    const withSticker = (body: readonly number[]) =>
      decodeItemCertificate(encode([...number(3, 7), ...nested(12, body)]));

    expect(withSticker([...number(1, 1), ...number(2, 55)])).not.toBeNull();
    expect(withSticker(number(2, 55))).toBeNull();
    expect(withSticker([...number(1, 1), ...number(2, 55), (3 << 3) | 5, 1])).toBeNull();
  });

  it('skips fields it does not know, of every wire type', () => {
    const unknown = [
      ...nested(20, [1, 2, 3]),
      ((30 << 3) & 0x7f) | 0x85,
      0x01,
      9,
      9,
      9,
      9,
      ...number(25, 12345678901n),
    ];

    expect(decodeItemCertificate(encode([...unknown, ...number(3, 7)]))).toMatchObject({ defIndex: 7 });
  });

  it('is read from an inspect link; an older link has none', () => {
    const hex = encode(rifle, 0x5a).toUpperCase();

    expect(certificateIn(`steam://run/730//+csgo_econ_action_preview%20${hex}`)?.paintSeed).toBe(321);
    expect(certificateIn('steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S765A357D22')).toBeNull();
    expect(certificateIn('')).toBeNull();
  });
});

const shared = process.env['ITEMTAPE_SHARED'] ?? resolve(import.meta.dirname, '../../../shared');
const recording = resolve(shared, 'marketplaces/fixtures/steam-market/ssr_listings-1.json');

describe('recorded certificates', () => {
  it.skipIf(!existsSync(recording))('agree with the float, seed and sticker wear beside them', () => {
    const { state } = JSON.parse(readFileSync(recording, 'utf8'));
    const listings: RecordedListing[] = state.data.pages.flatMap((page: { listings: unknown[] }) => page.listings);
    for (const { asset } of listings) {
      const { int_value, float_value, string_value } = Object.assign({}, ...asset.asset_properties);
      const certificate = decodeItemCertificate(string_value);
      expect(certificate).toMatchObject({ defIndex: 13, paintIndex: 1296, itemId: asset.assetid });
      expect([String(certificate?.paintSeed), certificate?.float]).toEqual([int_value, float_value]);
      const scrapes = asset.asset_accessories.map(
        (accessory) => accessory.parent_relationship_properties[0]?.float_value,
      );
      expect(certificate?.stickers.map(({ wear }) => wear)).toEqual(scrapes);
    }
    expect(listings).toHaveLength(20);
  });

  it.skipIf(!existsSync(recording))('stand behind the inspect links of stickers too', () => {
    const links = readFileSync(recording, 'utf8').match(/steam:[^"]+preview%20[0-9A-F]{20,}/g) ?? [];

    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(certificateIn(link)?.stickers).toEqual([{ slot: 0, stickerId: 6893, wear: 0 }]);
  });
});

type RecordedListing = {
  readonly asset: {
    readonly assetid: string;
    readonly asset_properties: readonly object[];
    readonly asset_accessories: readonly {
      readonly parent_relationship_properties: readonly { readonly float_value: number }[];
    }[];
  };
};

describe('what is not an item certificate', () => {
  it('is null for endless numbers, lengths beyond the end and a field numbered 0', () => {
    const endless = Array.from({ length: 11 }, () => 0xff);
    for (const message of [
      [0x18, ...endless],
      [0x62, 0x7f, 1],
      [0x62, ...endless],
      [0x00, 0x01],
      [0x1b, 0x01, 0x01],
    ]) {
      expect(decodeItemCertificate(encode([...number(3, 7), ...message]))).toBeNull();
    }
  });

  it('is null for text of another kind, odd length or no content', () => {
    for (const text of ['', '0', 'zz', '00112', '0000000000', 'A8B8-624949', ' '.repeat(40), '00'.repeat(10_000)]) {
      expect(decodeItemCertificate(text)).toBeNull();
    }
  });

  it('never throws and never gives a value out of range, whatever the bytes', () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 80 }).map((array) => Buffer.from(array).toString('hex'));
    const damaged = fc
      .tuple(fc.nat(rifle.length - 1), fc.nat(255), fc.nat(rifle.length))
      .map(([at, byte, end]) => encode(rifle.with(at, byte).slice(0, end)));
    fc.assert(
      fc.property(fc.oneof(bytes, damaged, fc.string(), fc.string({ unit: anyLetter })), (text) => {
        const certificate = decodeItemCertificate(text);
        certificateIn(`csgo_econ_action_preview%20${text}`);
        if (certificate === null) return true;
        const { float, paintSeed, paintIndex, stickers } = certificate;
        const shares = [float ?? 0, ...stickers.map(({ wear }) => wear)];
        const integers = [paintSeed ?? 0, paintIndex ?? 0, ...stickers.map(({ slot }) => slot)];
        return (
          shares.every((share) => share >= 0 && share <= 1) &&
          integers.every((integer) => Number.isSafeInteger(integer) && integer >= 0)
        );
      }),
      { numRuns: extent({ short: 500, long: 2_000 }) },
    );
  });

  it('gives back every item that was written, whatever its values', () => {
    const uint32 = fc.nat(0xffffffff);
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), uint32, uint32, uint32, fc.nat(255), (id, def, paint, seed, mask) => {
        const message = [...number(2, id), ...number(3, def), ...number(4, paint), ...number(8, seed)];
        expect(decodeItemCertificate(encode(message, mask))).toMatchObject({
          itemId: id.toString(),
          defIndex: def,
          paintIndex: paint,
          paintSeed: seed,
        });
      }),
    );
  });
});
