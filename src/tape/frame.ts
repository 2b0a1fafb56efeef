import { crc32 } from 'node:zlib';
import { maxBatchBytes, type NewBatch } from './tape.ts';

/*
 * A segment is a header followed by frames. A frame is a head of 40 bytes, with its own checksum so that the length can
 * be trusted, followed by a body:
 *
 *   0 length of the body   4 CRC-32 of the body   8 coding   12 record count   16 first sequence   24 time of the last
 *   32 reserved            36 CRC-32 of the head
 */

export const headerLength = 64;
export const headLength = 40;
/** A release reads versions up to its own. Open segments have the first version, packed ones the second. */
const versions = { plain: 1, folded: 2 } as const;

export const coding = { plain: 0, deflated: 1, folded: 2 } as const;
export type Coding = (typeof coding)[keyof typeof coding];

const magic = 'ITEMTAPE';

export type SegmentHeader = {
  readonly epoch: string;
  readonly first: number;
  readonly startedAt: number;
  /** The epoch that this one continues: records before the first one belong to it. */
  readonly previous?: string;
};

export function encodeHeader(
  { epoch, first, startedAt, previous = '' }: SegmentHeader,
  version: keyof typeof versions,
) {
  const bytes = Buffer.from(new ArrayBuffer(headerLength));
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(versions[version], 8);
  bytes.writeDoubleLE(first, 16);
  bytes.writeDoubleLE(startedAt, 24);
  bytes.write(epoch, 32, 16, 'latin1');
  bytes.write(previous, 48, 12, 'latin1');
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
}

const textIn = (bytes: Buffer): string => bytes.toString('latin1').replace(/\0+$/, '');

/** null when this is no header that this release can read. */
export function decodeHeader(bytes: Buffer): SegmentHeader | null {
  if (bytes.length < headerLength || bytes.toString('latin1', 0, 8) !== magic) return null;
  if (bytes.readUInt32LE(60) !== crc32(bytes.subarray(0, 60))) return null;
  const version = bytes.readUInt32LE(8);
  if (version < versions.plain || version > versions.folded) return null;
  const previous = textIn(bytes.subarray(48, 60));
  return {
    epoch: textIn(bytes.subarray(32, 48)),
    first: bytes.readDoubleLE(16),
    startedAt: bytes.readDoubleLE(24),
    ...(previous !== '' && { previous }),
  };
}

export type FrameHead = {
  readonly length: number;
  readonly checksum: number;
  readonly coding: Coding;
  readonly count: number;
  readonly first: number;
  readonly at: number;
};

export const frameLength = ({ bytes }: NewBatch): number => headLength + bytes.length;

/** The frames of batches, in an ArrayBuffer of their own, so that it can be transferred. */
export function encodeFrames(first: number, batches: readonly NewBatch[], how: Coding = coding.plain) {
  const frames = Buffer.from(new ArrayBuffer(batches.reduce((sum, batch) => sum + frameLength(batch), 0)));
  let next = first;
  let at = 0;
  for (const batch of batches) {
    writeFrame(frames.subarray(at), next, batch, how);
    next += batch.count;
    at += frameLength(batch);
  }
  return frames;
}

function writeFrame(frame: Buffer, first: number, { count, at, bytes }: NewBatch, how: Coding): void {
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(crc32(bytes), 4);
  frame.writeUInt32LE(how, 8);
  frame.writeUInt32LE(count, 12);
  frame.writeDoubleLE(first, 16);
  frame.writeDoubleLE(at, 24);
  frame.writeUInt32LE(0, 32);
  frame.writeUInt32LE(crc32(frame.subarray(0, 36)), 36);
  bytes.copy(frame, headLength);
}

/** null when the bytes are not the head of a frame. */
export function decodeHead(bytes: Buffer): FrameHead | null {
  if (bytes.length < headLength || bytes.readUInt32LE(36) !== crc32(bytes.subarray(0, 36))) return null;
  const length = bytes.readUInt32LE(0);
  if (length > maxBatchBytes) return null;
  return {
    length,
    checksum: bytes.readUInt32LE(4),
    coding: bytes.readUInt32LE(8) as Coding,
    count: bytes.readUInt32LE(12),
    first: bytes.readDoubleLE(16),
    at: bytes.readDoubleLE(24),
  };
}

export const isWhole = ({ checksum }: FrameHead, body: Buffer): boolean => crc32(body) === checksum;
