import { type DumpPart, partBytes } from './part.ts';

// Before each part: the length of its name in one byte and the length of its bytes in four
const lengths = 5;

export const headBytes = (name: string): number => lengths + name.length;

/** The parts of a dump in blocks of about 1 MiB, never split. Each block is valid until the next one is requested. */
export function* blocksOf(parts: Iterable<DumpPart>): Generator<Uint8Array> {
  let block = Buffer.allocUnsafeSlow(2 * partBytes);
  let at = 0;
  for (const { name, bytes } of parts) {
    const size = headBytes(name) + bytes.length;
    if (at > 0 && at + size > block.length) {
      yield block.subarray(0, at);
      at = 0;
    }
    // Rare: a list of very long texts
    if (size > block.length) block = Buffer.allocUnsafeSlow(size);
    block.writeUInt8(name.length, at);
    block.writeUInt32LE(bytes.length, at + 1);
    block.write(name, at + lengths, 'latin1');
    block.set(bytes, at + headBytes(name));
    at += size;
    if (at < partBytes) continue;
    yield block.subarray(0, at);
    at = 0;
  }
  if (at > 0) yield block.subarray(0, at);
}

/** The header of a part; null if the part is incomplete. */
export function readHead(block: Buffer, at: number): { readonly name: string; readonly length: number } | null {
  if (at + lengths > block.length) return null;
  const name = block.toString('latin1', at + lengths, at + lengths + block.readUInt8(at));
  const length = block.readUInt32LE(at + 1);
  return at + headBytes(name) + length > block.length ? null : { name, length };
}
