import type { PlayedCharm, PlayedPiece, PlayedSticker } from '../../market/world.ts';
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

const bytesField = (field: number, bytes: readonly number[]): readonly number[] => [
  ...varint((field << 3) | asBytes),
  ...varint(bytes.length),
  ...bytes,
];

/** A sticker, or a patch. */
const stickerField = ({ slot, stickerId, wear }: PlayedSticker): readonly number[] => {
  const scratched = wear === 0 ? [] : [...varint((3 << 3) | asFixed32), ...float32Bytes(wear)];
  return bytesField(12, [...varintField(1, slot), ...varintField(2, stickerId), ...scratched]);
};

/** Where the number of a highlight's reel is, and that of the sticker in a slab. */
const insideField = { highlight: 11, slab: 12 } as const;

const charmField = ({ kind, charmId, pattern, insideId }: PlayedCharm): readonly number[] =>
  bytesField(20, [
    ...varintField(1, 0),
    ...varintField(2, charmId),
    ...(pattern === null ? [] : varintField(10, pattern)),
    ...(kind === 'charm' || insideId === null ? [] : varintField(insideField[kind], insideId)),
  ]);

const messageOf = (piece: PlayedPiece): readonly number[] => {
  const { item, assetId, paintIndex, float, paintSeed, stickers, patches, charm, nameTag, statTrakCount } = piece;
  return [
    ...varintField(2, BigInt(assetId)),
    ...varintField(3, item.defIndex ?? 1000 + item.index),
    ...varintField(4, paintIndex ?? 0),
    ...varintField(5, rarityNumberOf(item)),
    ...varintField(6, qualityNumberOf(item.name)),
    ...(float === null ? [] : varintField(7, floatBits(float))),
    ...(paintSeed === null ? [] : varintField(8, paintSeed)),
    // Whose kills are counted, and how many there were
    ...(statTrakCount === null ? [] : [...varintField(9, 0), ...varintField(10, statTrakCount)]),
    ...(nameTag === null ? [] : bytesField(11, [...Buffer.from(nameTag)])),
    ...[...stickers, ...patches].flatMap(stickerField),
    ...varintField(13, 1 + (piece.number % 500)),
    ...varintField(14, 24),
    ...(charm === null ? [] : charmField(charm)),
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
export const certificateOf = (piece: PlayedPiece): string => {
  const message = messageOf(piece);
  return sealed(message, madeUpChecksum(message), 1 + (piece.number % 255));
};
