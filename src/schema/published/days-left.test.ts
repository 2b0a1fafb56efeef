import { expect, it } from 'vitest';
import { dayEndsAt, dayMs, toDaysLeft } from './days-left.ts';

const at = 1_790_000_000_000;

it.each([
  [at - 1, 0, Number.POSITIVE_INFINITY],
  [at, 0, Number.POSITIVE_INFINITY],
  [at + 1, 1, at + 1],
  [at + dayMs, 1, at + dayMs],
  [at + dayMs + 1, 2, at + 1],
  [at + 7 * dayMs, 7, at + dayMs],
])('counts begun days until an instant, and says when the count drops', (instant, days, dropsAt) => {
  expect(toDaysLeft(instant, at)).toBe(days);
  expect(dayEndsAt(instant, at)).toBe(dropsAt);
  if (days > 0) expect([toDaysLeft(instant, dropsAt - 1), toDaysLeft(instant, dropsAt)]).toEqual([days, days - 1]);
});

it('knows no days where no instant is known', () => {
  expect([toDaysLeft(null, at), dayEndsAt(null, at)]).toEqual([null, Number.POSITIVE_INFINITY]);
});
