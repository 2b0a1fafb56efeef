import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoweredText } from './lowered-text.ts';

const lowered = new LoweredText();
const loweredOf = (text: string): string => {
  const { codes, length } = lowered.read(text);
  return String.fromCharCode(...codes.subarray(0, length));
};

describe('a text as code units', () => {
  it('is in lower case as the text itself, whatever its letters', () => {
    // Letters whose lower case is longer, depends on the position, or takes two code units
    const special = fc.constantFrom('İ', 'Σ', 'ΑΣ', 'ΑΣ ', '𐐀', '\ud801', '★ StatTrak™ ', '\0');
    const text = fc.array(fc.oneof(special, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => {
        expect(loweredOf(one)).toBe(one.toLowerCase());
      }),
    );
  });

  it('is so for every unit there is', () => {
    for (let code = 0; code < 2 ** 16; code += 1) {
      const unit = String.fromCharCode(code);
      if (loweredOf(unit) !== unit.toLowerCase()) expect(loweredOf(unit)).toBe(unit.toLowerCase());
    }
  });

  it('may be longer than any before', () => {
    const long = 'AbĀ'.repeat(1000);
    expect(loweredOf(long)).toBe(long.toLowerCase());
    expect(loweredOf('İ'.repeat(1000))).toBe('İ'.repeat(1000).toLowerCase());
  });
});
