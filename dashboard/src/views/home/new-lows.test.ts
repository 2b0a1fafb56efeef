import { expect, it } from 'vitest';
import { newLows } from './new-lows.ts';

it('are what costs less than usual, and what nobody knows that of, in their order', () => {
  const under = { price: 9.99, usualAsk: 10 };
  const asUsual = { price: 10, usualAsk: 10 };
  const above = { price: 12, usualAsk: 10 };
  const unknown = { price: 12, usualAsk: null };
  const unpriced = { price: null, usualAsk: null };

  expect(newLows([above, under, asUsual, unpriced, unknown], 8)).toEqual([under, unknown]);
  expect(newLows([above, under, unknown], 1)).toEqual([under]);
  expect(newLows([], 8)).toEqual([]);
});
