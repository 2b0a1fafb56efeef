import { expect, it } from 'vitest';
import { Slices } from './slices.ts';

it('ends after a few milliseconds, and a new one starts after a turn of the event loop', async () => {
  let at = 0;
  const slices = new Slices(() => at);
  at = 2;
  expect(slices.isOver).toBe(false);
  at = 3;
  expect(slices.isOver).toBe(true);
  let isOthers = false;
  setImmediate(() => {
    isOthers = true;
    at += 1000;
  });
  await slices.rest();
  expect([isOthers, slices.isOver]).toEqual([true, false]);
});
