import { constants, deflateRawSync } from 'node:zlib';
import type { LineWriter } from '../tape/line-writer.ts';

/** How messages are wrapped for a connection. */
export type Framing = 'socket' | 'deflated' | 'events' | 'lines';

const textOpcode = 0x81;
const compressedBit = 0x40;

/** One WebSocket frame, unmasked as from a server, around a payload. */
export function socketFrame(payload: Buffer, first = textOpcode): Buffer {
  const { length } = payload;
  const from = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(from + length);
  frame[0] = first;
  if (from === 2) frame[1] = length;
  else if (from === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, from);
  return frame;
}

const longHead = Buffer.alloc(8);

/** Writes what stands before a payload of a length; of frames that are not packed. */
export function beginFrame(to: LineWriter, framing: Framing, length: number, id: string): void {
  if (framing === 'events') to.raw('id: ').raw(id).raw('\ndata: ');
  else if (framing !== 'lines') beginSocketFrame(to.byte(textOpcode), length);
}

function beginSocketFrame(to: LineWriter, length: number): void {
  if (length < 126) to.byte(length);
  else if (length < 65_536)
    to.byte(126)
      .byte(length >>> 8)
      .byte(length & 0xff);
  else {
    longHead.writeBigUInt64BE(BigInt(length));
    to.byte(127).copy(longHead);
  }
}

/** Writes what stands behind it. */
export function endFrame(to: LineWriter, framing: Framing): void {
  if (framing === 'events') to.raw('\n\n');
  else if (framing === 'lines') to.raw('\n');
}

// Small tables are made much faster than zlib's usual ones, and a message is not longer than the window
const deflateOptions = { windowBits: 10, memLevel: 3, level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/** The frame of permessage-deflate (RFC 7692) that takes nothing over from earlier ones, so that it fits every reader. */
export function deflatedFrame(payload: Buffer): Buffer {
  const packed = deflateRawSync(payload, deflateOptions);
  // What a sync flush ends with is left out
  return socketFrame(packed.subarray(0, packed.length - 4), textOpcode | compressedBit);
}

/** A server-sent event; its id is what the reader sends back to resume. */
export function eventBlock(payload: Buffer, id: string | null): Buffer {
  return Buffer.concat([Buffer.from(id === null ? 'data: ' : `id: ${id}\ndata: `), payload, blankLine]);
}

/** Packing for a single reader costs more than the bytes it saves, and an unpacked frame is as welcome. */
export const plainFraming = (framing: Framing): Framing => (framing === 'deflated' ? 'socket' : framing);

/** A message as one line of a text. */
export const lineOf = (payload: Buffer): Buffer => Buffer.concat([payload, lineEnd]);

const lineEnd = Buffer.from('\n');
const blankLine = Buffer.from('\n\n');

/** A control message, which is made for one reader. */
export const framed = (framing: Framing, text: string, id: string | null = null): Buffer =>
  framing === 'events' ? eventBlock(Buffer.from(text), id) : socketFrame(Buffer.from(text));
