import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib';
import { fold, readHead, unfold } from './fold/fold.ts';
import { type Coding, coding } from './frame.ts';

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const inflated = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);
// Room for a whole block: otherwise zlib returns it in many pieces, one per turn of the event loop
const unpackedAtOnce = { chunkSize: 256 * 1024 };
// Ends each column with a sync flush, so that it gets its own Huffman code within one deflate stream
const goesOn = { finishFlush: constants.Z_SYNC_FLUSH };

/** Packs whole lines. Each column is compressed separately, as parts of one deflate stream. */
export async function packBlock(lines: Buffer): Promise<{ readonly coding: Coding; readonly bytes: Buffer }> {
  const folded = await fold(lines);
  if (folded === null) return { coding: coding.deflated, bytes: await deflated(lines, {}) };
  const pieces = [folded.head];
  for (const column of folded.columns) pieces.push(await deflated(column, goesOn));
  pieces.push(await deflated(Buffer.alloc(0), {}));
  return { coding: coding.folded, bytes: Buffer.concat(pieces) };
}

/** The lines of a frame's body. */
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
      throw new Error(`this release does not know its packing (${how}); a later release has written it`);
  }
}
