import { expect, it } from 'vitest';
import { Slices } from './slices.ts';

/** How long a slice lasts after others have taken so long. */
async function lengthAfter(milliseconds: number): Promise<number> {
  let at = 0;
  const slices = new Slices(() => at);
  setImmediate(() => {
    at += milliseconds;
  });
  await slices.rest();
  expect(at).toBe(milliseconds);
  while (!slices.isOver) at += 1;
  return at - milliseconds;
}

it('lets others have their turn, and takes the longer for its own the longer they took, within bounds', async () => {
  expect([await lengthAfter(0), await lengthAfter(40), await lengthAfter(5_000)]).toEqual([4, 10, 15]);
});

it('is not over before its time', () => {
  let at = 0;
  const slices = new Slices(() => at);
  at = 3;
  expect(slices.isOver).toBe(false);
  at = 4;
  expect(slices.isOver).toBe(true);
});
