import { expect, it } from 'vitest';
import { ReceivedTimes } from './received-times.ts';

it('returns when each sequence came in, in order, and null for others', () => {
  const times = new ReceivedTimes(3);
  times.note(5, 100);
  times.note(8, 200);
  expect([1, 3, 4, 5, 6, 8, 9].map((sequence) => times.of(sequence))).toEqual([null, null, 100, 100, 200, 200, null]);
  times.note(9, 300);
  expect(times.of(9)).toBe(300);
});
