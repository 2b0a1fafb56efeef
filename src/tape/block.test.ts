import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packBlock, unpackBlock } from './block.ts';
import { ColumnWriter } from './fold/column.ts';
import { columnNames } from './fold/columns.ts';
import { coding } from './frame.ts';
import { maxBatchBytes } from './tape.ts';

/** A folded block that says it has lines of this length, and columns of these lengths. */
function foldedAs(length: number, lengths: readonly number[], columns: Buffer): Buffer {
  const head = new ColumnWriter();
  head.number(length);
  for (const [at] of columnNames.entries()) head.number(lengths[at] ?? 0);
  return Buffer.concat([head.taken(), deflateRawSync(columns)]);
}

const max = Buffer.alloc(maxBatchBytes + 1);

describe('a block of the tape', () => {
  it.each([
    ['is deflated from too many bytes', coding.deflated, deflateRawSync(max)],
    ['says that its lines are too long', coding.folded, foldedAs(2 ** 40, [], Buffer.alloc(0))],
    ['says that a column is too long', coding.folded, foldedAs(10, [2 ** 40], max)],
    ['has more in its columns than it says', coding.folded, foldedAs(10, [5], max)],
  ] as const)('is refused, before it takes memory, when it %s', async (_, how, body) => {
    await expect(unpackBlock(how, body)).rejects.toThrow(/larger than|longer than/);
  });

  it('is restored when it is as long as a batch can be', async () => {
    const line = Buffer.from(`${'a'.repeat(2 ** 20 - 1)}\n`);
    const lines = Buffer.concat(Array.from({ length: maxBatchBytes / 2 ** 20 }, () => line));
    const { coding: how, bytes } = await packBlock(lines);
    expect((await unpackBlock(how, bytes)).equals(lines)).toBe(true);
  });
});
