import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib';
import { fold, readHead, unfold } from './fold/fold.ts';
import { type Coding, coding } from './frame.ts';
import { maxBatchBytes } from './tape.ts';

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const inflated = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);
// Room for a whole block: otherwise zlib returns it in many pieces, one per turn of the event loop
const unpackedAtOnce = { chunkSize: 256 * 1024 };
// Ends each column with a sync flush, so that it gets its own Huffman code within one deflate stream
const goesOn = { finishFlush: constants.Z_SYNC_FLUSH };

const totalOf = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

/** Packs whole lines. Each column is compressed separately, as parts of one deflate stream. */
export async function packBlock(lines: Buffer): Promise<{ readonly coding: Coding; readonly bytes: Buffer }> {
  const folded = await fold(lines);
  if (folded === null || totalOf(folded.columns.map((column) => column.length)) > maxBatchBytes)
    return { coding: coding.deflated, bytes: await deflated(lines, {}) };
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
      return await inflated(body, { ...unpackedAtOnce, maxOutputLength: maxBatchBytes });
    case coding.folded: {
      const head = readHead(body);
      const length = totalOf(head.lengths);
      if (!(head.length <= maxBatchBytes && length <= maxBatchBytes)) throw new Error('this block is longer than any');
      // zlib accepts no limit of 0
      const maxOutputLength = Math.max(1, length);
      const columns = await inflated(body.subarray(head.at), { ...unpackedAtOnce, maxOutputLength });
      return unfold(head, columns);
    }
    default:
      throw new Error(`this release does not know its packing (${how}); a later release has written it`);
  }
}
