import { constants, deflateRawSync } from 'node:zlib';
import type { LineWriter } from '../tape/line-writer.ts';

/** How messages are framed for a connection; for the trunk formats the front worker makes the final frames. */
export type Framing = 'socket' | 'deflated' | 'events' | 'lines' | 'trunk' | 'trunkDeflated';

const textOpcode = 0x81;
const compressedBit = 0x40;

/** A WebSocket frame around a payload, unmasked as servers send it. */
function socketFrame(payload: Buffer, first = textOpcode): Buffer {
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

/** Writes the head of an uncompressed frame with a payload of that length. */
export function beginFrame(to: LineWriter, framing: Framing, length: number, id: string): void {
  if (framing === 'events') to.raw('id: ').raw(id).raw('\ndata: ');
  else if (framing === 'trunk') beginTrunkMessage(to, length);
  else if (framing !== 'lines') beginSocketFrame(to.byte(textOpcode), length);
}

function beginTrunkMessage(to: LineWriter, length: number): void {
  for (let shift = 24; shift >= 0; shift -= 8) to.byte((length >>> shift) & 0xff);
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

/** Writes the end of an uncompressed frame. */
export function endFrame(to: LineWriter, framing: Framing): void {
  if (framing === 'events') to.raw('\n\n');
  else if (framing === 'lines') to.raw('\n');
}

// Small tables are set up much faster than zlib's default ones, and few messages are longer than the window
const deflateOptions = { windowBits: 10, memLevel: 3, level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/** A permessage-deflate frame (RFC 7692) without context takeover, so that it can be sent to any reader. */
function deflatedFrame(payload: Buffer): Buffer {
  const packed = deflateRawSync(payload, deflateOptions);
  // Without the last four bytes of the sync flush
  return socketFrame(packed.subarray(0, packed.length - 4), textOpcode | compressedBit);
}

/** A server-sent event; the reader sends its id back to resume. */
function eventBlock(payload: Buffer, id: string | null): Buffer {
  return Buffer.concat([Buffer.from(id === null ? 'data: ' : `id: ${id}\ndata: `), payload, blankLine]);
}

/** The uncompressed variant: compressing for a single reader costs more than it saves. */
export const plainFraming = (framing: Framing): Framing =>
  framing === 'deflated' ? 'socket' : framing === 'trunkDeflated' ? 'trunk' : framing;

const trunkHead = 4;
// Highest bit of the length
const packedBit = 0x8000_0000;

/** A message for a trunk: its length, with a bit that says whether to compress it, then the payload. */
export function trunkMessage(payload: Buffer, isPacked: boolean): Buffer {
  const message = Buffer.allocUnsafe(trunkHead + payload.length);
  message.writeUInt32BE((payload.length | (isPacked ? packedBit : 0)) >>> 0);
  payload.copy(message, trunkHead);
  return message;
}

/** The WebSocket frames of trunk messages; made in place when all frame heads have the size of the trunk's. */
export function framesOfTrunk(messages: Buffer): Buffer {
  if (framedInPlace(messages)) return messages;
  const frames: Buffer[] = [];
  for (let at = 0; at < messages.length; ) {
    const head = messages.readUInt32BE(at);
    const isPacked = head >= packedBit;
    const end = at + trunkHead + (isPacked ? head - packedBit : head);
    const payload = messages.subarray(at + trunkHead, end);
    frames.push(isPacked ? deflatedFrame(payload) : socketFrame(payload));
    at = end;
  }
  return frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
}

/** A message as one line of text. */
export const lineOf = (payload: Buffer): Buffer => Buffer.concat([payload, lineEnd]);

const lineEnd = Buffer.from('\n');
const blankLine = Buffer.from('\n\n');

/** Converts in place when every head takes four bytes, as of uncompressed frames of 126 to 65,535 bytes; whether it did. */
function framedInPlace(messages: Buffer): boolean {
  for (let at = 0; at < messages.length; at += trunkHead + messages.readUInt32BE(at)) {
    const head = messages.readUInt32BE(at);
    if (head < 126 || head >= 65_536) return false;
  }
  for (let at = 0; at < messages.length; ) {
    const length = messages.readUInt32BE(at);
    messages.writeUInt16BE((textOpcode << 8) | 126, at);
    messages.writeUInt16BE(length, at + 2);
    at += trunkHead + length;
  }
  return true;
}

/** A framed message; `id` is that of a server-sent event. */
export function frameOf(payload: Buffer, framing: Framing, id: string | null): Buffer {
  if (framing === 'events') return eventBlock(payload, id);
  if (framing === 'lines') return lineOf(payload);
  if (isOfTrunk(framing)) return trunkMessage(payload, framing === 'trunkDeflated');
  return framing === 'deflated' ? deflatedFrame(payload) : socketFrame(payload);
}

/** Whether a front worker makes the final frames. */
export const isOfTrunk = (framing: Framing): boolean => framing === 'trunk' || framing === 'trunkDeflated';

/** A framed message for one reader, never compressed. */
export const framed = (framing: Framing, text: string, id: string | null = null): Buffer =>
  frameOf(Buffer.from(text), plainFraming(framing), id);
