import { expect, it } from 'vitest';
import { Waiting } from './waiting.ts';

it('resolves each wait once its condition holds, and not before', async () => {
  const waiting = new Waiting();
  let count = 0;
  const ended: number[] = [];
  const all = [0, 1, 2, 2].map((wanted) => waiting.until(() => count >= wanted).then(() => ended.push(wanted)));
  await all[0];
  expect(ended).toEqual([0]);
  count = 1;
  waiting.lookAgain();
  await all[1];
  expect(ended).toEqual([0, 1]);
  count = 2;
  waiting.lookAgain();
  await Promise.all(all);
  expect(ended).toEqual([0, 1, 2, 2]);
});

it('does not check conditions again that have been met', async () => {
  const waiting = new Waiting();
  let looks = 0;
  const gone = waiting.until(() => {
    looks += 1;
    return looks === 2;
  });
  waiting.lookAgain();
  await gone;
  waiting.lookAgain();
  expect(looks).toBe(2);
});
