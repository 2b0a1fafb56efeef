import { expect, it } from 'vitest';
import { HeardTimes } from './heard-times.ts';

it('returns when each sequence came in, in order, and null for others', () => {
  const heard = new HeardTimes();
  heard.note(2, 100);
  heard.note(5, 200);
  expect([1, 2, 3, 5, 6].map((sequence) => heard.of(sequence))).toEqual([100, 100, 200, 200, null]);
  heard.note(6, 300);
  expect(heard.of(6)).toBe(300);
});
