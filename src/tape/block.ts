import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib';
import { fold, readHead, unfold } from './fold/fold.ts';
import { type Coding, coding } from './frame.ts';

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const inflated = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);
// Room for a block at once: zlib would hand it back in many pieces, each on a turn of its own
const unpackedAtOnce = { chunkSize: 256 * 1024 };
// So that the next piece goes on, with a code of its own
const goesOn = { finishFlush: constants.Z_SYNC_FLUSH };

/** Packs whole lines: each column on its own, and all of them as one that is unpacked at once. */
export async function packBlock(lines: Buffer): Promise<{ readonly coding: Coding; readonly bytes: Buffer }> {
  const folded = await fold(lines);
  if (folded === null) return { coding: coding.deflated, bytes: await deflated(lines, {}) };
  const pieces = [folded.head];
  for (const column of folded.columns) pieces.push(await deflated(column, goesOn));
  pieces.push(await deflated(Buffer.alloc(0), {}));
  return { coding: coding.folded, bytes: Buffer.concat(pieces) };
}

/** The lines of a body of a frame. */
export async function unpackBlock(how: Coding, body: Buffer): Promise<Buffer> {
  switch (how) {
    case coding.plain:
      return body;
    case coding.deflated:
      return await inflated(body, unpackedAtOnce);
    case coding.folded: {
      const head = readHead(body);
      return unfold(head, await inflated(body.subarray(head.at), unpackedAtOnce));
    }
    default:
      throw new Error(`it is packed in a way that this release does not know (${how}); a later one has written it`);
  }
}
