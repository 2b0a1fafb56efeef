import { expect, it } from 'vitest';
import { keysIn, tf2Amount, weaponsIn } from './tf2-money.ts';

it.each([
  [1, 0],
  [0, 1],
  [3, 999_999],
  [999_999, 999_999],
])('a price of %d keys and %d weapons is one number that holds both', (keys, weapons) => {
  const amount = tf2Amount(keys, weapons) ?? 0;
  expect([keysIn(amount), weaponsIn(amount)]).toEqual([keys, weapons]);
});

it.each([
  [0, 0],
  [1, 1_000_000],
  [1_000_000, 1],
  [-1, 1],
  [1, -1],
  [0.5, 1],
  [1, 0.5],
])('%d keys and %d weapons are no price', (keys, weapons) => {
  expect(tf2Amount(keys, weapons)).toBeNull();
});
