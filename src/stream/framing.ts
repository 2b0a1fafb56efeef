import { constants, deflateRawSync } from 'node:zlib';
import type { LineWriter } from '../tape/line-writer.ts';

/** How messages are wrapped for a connection; those of the trunk are framed by the front worker at its end. */
export type Framing = 'socket' | 'deflated' | 'events' | 'lines' | 'trunk' | 'trunkDeflated';

const textOpcode = 0x81;
const compressedBit = 0x40;

/** One WebSocket frame, unmasked as from a server, around a payload. */
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

/** Writes what stands before a payload of a length; of frames that are not packed. */
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

/** Writes what stands behind it. */
export function endFrame(to: LineWriter, framing: Framing): void {
  if (framing === 'events') to.raw('\n\n');
  else if (framing === 'lines') to.raw('\n');
}

// Small tables are made much faster than zlib's usual ones, and a message is not longer than the window
const deflateOptions = { windowBits: 10, memLevel: 3, level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/** The frame of permessage-deflate (RFC 7692) that takes nothing over from earlier ones, so that it fits every reader. */
function deflatedFrame(payload: Buffer): Buffer {
  const packed = deflateRawSync(payload, deflateOptions);
  // What a sync flush ends with is left out
  return socketFrame(packed.subarray(0, packed.length - 4), textOpcode | compressedBit);
}

/** A server-sent event; its id is what the reader sends back to resume. */
function eventBlock(payload: Buffer, id: string | null): Buffer {
  return Buffer.concat([Buffer.from(id === null ? 'data: ' : `id: ${id}\ndata: `), payload, blankLine]);
}

/** Packing for a single reader costs more than the bytes it saves, and an unpacked frame is as welcome. */
export const plainFraming = (framing: Framing): Framing =>
  framing === 'deflated' ? 'socket' : framing === 'trunkDeflated' ? 'trunk' : framing;

const trunkHead = 4;
// First bit of a length
const packedBit = 0x8000_0000;

/** A message as it goes over a trunk: its length before it, with a bit that says whether it is to be packed. */
export function trunkMessage(payload: Buffer, isPacked: boolean): Buffer {
  const message = Buffer.allocUnsafe(trunkHead + payload.length);
  message.writeUInt32BE((payload.length | (isPacked ? packedBit : 0)) >>> 0);
  payload.copy(message, trunkHead);
  return message;
}

/** The frames of messages that came over a trunk, made where the messages lie if what stands before each takes as much. */
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

/** A message as one line of a text. */
export const lineOf = (payload: Buffer): Buffer => Buffer.concat([payload, lineEnd]);

const lineEnd = Buffer.from('\n');
const blankLine = Buffer.from('\n\n');

/** Frames that are not packed have four bytes before most messages, too. */
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

/** A message as it goes over a connection; `id` is that of an event. */
export function frameOf(payload: Buffer, framing: Framing, id: string | null): Buffer {
  if (framing === 'events') return eventBlock(payload, id);
  if (framing === 'lines') return lineOf(payload);
  if (isOfTrunk(framing)) return trunkMessage(payload, framing === 'trunkDeflated');
  return framing === 'deflated' ? deflatedFrame(payload) : socketFrame(payload);
}

/** Whether a front worker makes the frames. */
export const isOfTrunk = (framing: Framing): boolean => framing === 'trunk' || framing === 'trunkDeflated';

/** A control message, which is made for one reader. */
export const framed = (framing: Framing, text: string, id: string | null = null): Buffer =>
  frameOf(Buffer.from(text), plainFraming(framing), id);
