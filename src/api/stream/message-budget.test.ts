import { expect, it } from 'vitest';
import { createMessageBudget } from './message-budget.ts';

const allowed = { messages: 10, messagesPerSecond: 2, bytes: 1_000, bytesPerSecond: 100 };

it('allows a burst, and then a rate per second', () => {
  let atMs = 5_000;
  const isWithin = createMessageBudget(allowed, () => atMs);
  const sent = (times: number, bytes: number) =>
    Array.from({ length: times }, () => isWithin(bytes)).filter(Boolean).length;

  expect(sent(10, 10)).toBe(10);
  atMs += 1_500;
  expect(sent(3, 10)).toBe(3);
  expect(isWithin(10)).toBe(false);
});

it('counts bytes as well as messages', () => {
  let atMs = 0;
  const isWithin = createMessageBudget(allowed, () => atMs);

  expect([isWithin(900), isWithin(100)]).toEqual([true, true]);
  atMs += 3_000;
  expect([isWithin(300), isWithin(1)]).toEqual([true, false]);
});

it('accumulates at most one burst', () => {
  let atMs = 0;
  const isWithin = createMessageBudget(allowed, () => atMs);
  atMs += 3_600_000;

  expect(Array.from({ length: 11 }, () => isWithin(1)).filter(Boolean)).toHaveLength(10);
});
