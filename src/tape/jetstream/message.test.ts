import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maxBatchBytes } from '../tape.ts';
import { headersOf, packBytes, unpackBytes } from './message.ts';

const facts = { epoch: 'e', first: 1, count: 1, at: 1 };
const lineOf = (number: number): string => `["added",${number},"AK-47 | Redline"]\n`;

/** Lines of at least this many bytes. */
function linesOf(length: number): Buffer {
  let lines = '';
  for (let number = 1; lines.length < length; number += 1) lines += lineOf(number);
  return Buffer.from(lines);
}

describe('messages of the log', () => {
  for (const { length, isPacked } of [
    { length: 100, isPacked: false },
    { length: 3_000, isPacked: true },
    { length: 32 * 1024, isPacked: true },
    { length: 900_000, isPacked: true },
  ]) {
    it(`restore ${length} bytes exactly`, async () => {
      const lines = linesOf(length);
      const packed = await packBytes(lines);
      expect(packed.isPacked).toBe(isPacked);
      expect((await unpackBytes(headersOf(facts, packed.isPacked), packed.bytes)).equals(lines)).toBe(true);
    });
  }

  it('fail where they were damaged on the way', async () => {
    const { bytes, isPacked } = await packBytes(linesOf(3_000));
    await expect(unpackBytes(headersOf(facts, isPacked), bytes.subarray(0, 20))).rejects.toThrow();
  });

  it('fail where they would become longer than any batch', async () => {
    const bytes = deflateRawSync(Buffer.alloc(maxBatchBytes + 1));
    await expect(unpackBytes(headersOf(facts, true), bytes)).rejects.toThrow(/larger than/);
  });
});
