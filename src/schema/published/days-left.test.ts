import { expect, it } from 'vitest';
import { dayMs, toDaysLeft } from './days-left.ts';

const at = 1_790_000_000_000;

it.each([
  [at - 1, 0],
  [at, 0],
  [at + 1, 1],
  [at + dayMs, 1],
  [at + dayMs + 1, 2],
  [at + 7 * dayMs, 7],
])('counts begun days until an instant', (instant, days) => {
  expect(toDaysLeft(instant, at)).toBe(days);
});

it('knows no days where no instant is known', () => {
  expect(toDaysLeft(null, at)).toBeNull();
});
