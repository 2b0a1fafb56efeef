import type { PlayedListing } from '../../market/world.ts';
import { qualityNumberOf, rarityNumberOf } from '../cs2-name.ts';

// The wire types of protobuf that certificates use
const asVarint = 0;
const asBytes = 2;
const asFixed32 = 5;

const varint = (value: number | bigint): readonly number[] => {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const more = rest > 127n ? 128 : 0;
    bytes.push(Number(rest & 127n) | more);
    rest >>= 7n;
  } while (rest > 0n);
  return bytes;
};

export const varintField = (field: number, value: number | bigint): readonly number[] => [
  ...varint((field << 3) | asVarint),
  ...varint(value),
];

const float32Bytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};

/** The bits of a wear as the certificate counts them: a float32 read as a whole number. */
export const floatBits = (value: number): number => float32Bytes(value).readUInt32LE();

const stickerField = ({ slot, stickerId, wear }: PlayedListing['stickers'][number]): readonly number[] => {
  const scratched = wear === 0 ? [] : [...varint((3 << 3) | asFixed32), ...float32Bytes(wear)];
  const bytes = [...varintField(1, slot), ...varintField(2, stickerId), ...scratched];
  return [...varint((12 << 3) | asBytes), ...varint(bytes.length), ...bytes];
};

const messageOf = (listing: PlayedListing): readonly number[] => {
  const { item, assetId, paintIndex, float, paintSeed, stickers } = listing;
  return [
    ...varintField(2, BigInt(assetId)),
    ...varintField(3, item.defIndex ?? 1000 + item.index),
    ...varintField(4, paintIndex ?? 0),
    ...varintField(5, rarityNumberOf(item)),
    ...varintField(6, qualityNumberOf(item.name)),
    ...(float === null ? [] : varintField(7, floatBits(float))),
    ...(paintSeed === null ? [] : varintField(8, paintSeed)),
    ...stickers.flatMap(stickerField),
    ...varintField(13, 1 + (listing.number % 500)),
    ...varintField(14, 24),
  ];
};

/** Hex of a message under a mask: a zero, the message and four bytes of checksum, each XOR the mask. */
export const sealed = (message: readonly number[], checksum: readonly number[], mask: number): string =>
  Buffer.from([0, ...message, ...checksum].map((byte) => byte ^ mask))
    .toString('hex')
    .toUpperCase();

/** The real checksum is not known; these four bytes only take its place. */
const madeUpChecksum = (message: readonly number[]): readonly number[] => {
  const sum = message.reduce((before, byte) => (Math.imul(before, 31) + byte) >>> 0, 7);
  return [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255];
};

/** The item certificate Steam shows for an item: what an inspect link carries. */
export const certificateOf = (listing: PlayedListing): string => {
  const message = messageOf(listing);
  return sealed(message, madeUpChecksum(message), 1 + (listing.number % 255));
};
