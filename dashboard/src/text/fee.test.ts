import { describe, expect, it } from 'vitest';
import { feeText } from './fee.ts';

describe('a fee beside the figure that was made with it', () => {
  it.each([
    [{ price: 10, afterFees: 9.4 }, 'fee 6%'],
    [{ price: 31.49, afterFees: 28.97 }, 'fee 8%'],
    [{ price: 10, afterFees: 10.5 }, 'fee 5%'],
    [{ price: 10, afterFees: 10 }, 'no fee'],
    [{ price: 10, afterFees: null }, 'fee unknown'],
  ])('of %j is: %s', (side, text) => {
    expect(feeText(side)).toBe(text);
  });
});
