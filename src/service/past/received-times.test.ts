import { expect, it } from 'vitest';
import { ReceivedTimes } from './received-times.ts';

it('returns when each sequence came in, in order, and null for others', () => {
  const times = new ReceivedTimes();
  times.note(2, 100);
  times.note(5, 200);
  expect([1, 2, 3, 5, 6].map((sequence) => times.of(sequence))).toEqual([100, 100, 200, 200, null]);
  times.note(6, 300);
  expect(times.of(6)).toBe(300);
});
