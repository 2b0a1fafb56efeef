import { constants, deflateRawSync } from 'node:zlib';

/** How messages are wrapped for a connection. */
export type Framing = 'socket' | 'deflated' | 'events' | 'lines';

const textOpcode = 0x81;
const compressedBit = 0x40;

/** A WebSocket frame, unmasked as from a server, for a payload of a length, and where the payload begins. */
export function emptySocketFrame(
  length: number,
  first = textOpcode,
): { readonly frame: Buffer; readonly from: number } {
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
  return { frame, from };
}

/** One WebSocket frame around a payload. */
export function socketFrame(payload: Buffer, first = textOpcode): Buffer {
  const { frame, from } = emptySocketFrame(payload.length, first);
  payload.copy(frame, from);
  return frame;
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
