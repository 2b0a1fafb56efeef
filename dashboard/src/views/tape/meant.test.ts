import { describe, expect, it } from 'vitest';
import { floatBounds, hasWords } from './meant.ts';

describe('what is asked of the tape', () => {
  it.each([
    ['', true],
    ['red AK-47', true],
    ['redline  asiimov', false],
  ])('by the words %j', (words, isShown) => {
    expect(hasWords(words)('AK-47 | Redline (Field-Tested)')).toBe(isShown);
  });

  it('are floats between 0 and 1, and nothing else', () => {
    expect(floatBounds({ fmin: '0', fmax: '0.07' })).toEqual({ minFloat: 0, maxFloat: 0.07 });
    expect(floatBounds({ fmin: '2', fmax: 'x' })).toEqual({});
  });
});
