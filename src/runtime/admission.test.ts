import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

it('admits a limited number per turn, and the rest in order in the following turns', async () => {
  const admit = createAdmission(3);
  const begun: number[] = [];
  for (let one = 0; one < 8; one += 1) if (admit(() => begun.push(one))) begun.push(one);
  const atOnce = [...begun];
  await turn();
  const next = [...begun];
  // A new caller queues behind those who wait
  if (admit(() => begun.push(8))) begun.push(-1);
  await turn();

  expect(atOnce).toEqual([0, 1, 2]);
  expect(next).toEqual([0, 1, 2, 3, 4, 5]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('admits the full number again in each turn', async () => {
  const admit = createAdmission(2);
  for (let round = 0; round < 3; round += 1) {
    expect([admit(() => {}), admit(() => {})]).toEqual([true, true]);
    await turn();
  }
});

it('continues after a callback that throws', async () => {
  const admit = createAdmission(4);
  const begun: number[] = [];
  const failed: unknown[] = [];
  process.once('warning', (warning) => failed.push(warning.message));
  for (let one = 0; one < 4; one += 1) admit(() => {});
  admit(() => {
    throw new Error('this one fails');
  });
  for (let one = 0; one < 3; one += 1) admit(() => begun.push(one));
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  await expect.poll(() => String(failed)).toContain('this one fails');
});
