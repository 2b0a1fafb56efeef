import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyLetter } from '../../test/support/arbitraries/any-letter.ts';
import { LineWriter } from './line-writer.ts';

const values = fc.oneof(
  fc.string({ unit: anyLetter }),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.integer(),
  fc.integer({ min: 0, max: 60 }).map((power) => 10 ** (power / 4)),
  fc.constantFrom(null, 0, -0, 9, 10, 99, 100, 1e15, 1e15 - 1, -1e15, Number.MAX_SAFE_INTEGER, 1e21, 0.1, 1e-7),
);

it('writes what JSON.stringify would', () => {
  const to = new LineWriter();
  fc.assert(
    fc.property(fc.array(values), (made) => {
      for (const value of made) {
        if (typeof value === 'string' || value === null) to.text(value);
        else to.number(value);
        if (typeof value === 'number') to.raw(' ').instant(value);
        to.raw('\n');
      }
      const lines = made.map((value) => {
        const line = JSON.stringify(value);
        return `${typeof value === 'number' ? `${line} ${line}` : line}\n`;
      });
      expect(to.length).toBe(Buffer.byteLength(lines.join('')));
      expect(to.take().toString()).toBe(lines.join(''));
    }),
    { numRuns: 500 },
  );
});

it('grows for a text larger than its buffer', () => {
  const to = new LineWriter();
  const long = 'a"ü'.repeat(100_000);
  to.text('first').text(long).text('plain '.repeat(100_000));
  expect(to.take().toString()).toBe(`"first"${JSON.stringify(long)}"${'plain '.repeat(100_000)}"`);
});
