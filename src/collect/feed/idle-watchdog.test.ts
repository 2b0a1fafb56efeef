import { expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import { watchIdle } from './idle-watchdog.ts';

it('measures silence by what has passed, however the clock is set', async () => {
  const clock = createHandClock();
  const idleAfter: number[] = [];
  const { noteActivity } = watchIdle({
    timeout: () => 60_000,
    shortest: 60_000,
    onIdle: (milliseconds) => idleAfter.push(milliseconds),
    isExcused: () => false,
    clock,
  });

  clock.set(clock.now() + 86_400_000);
  await clock.advance(50_000);
  noteActivity();
  await clock.advance(50_000);
  expect(idleAfter).toEqual([]);

  clock.set(clock.now() - 86_400_000);
  await clock.advance(10_000);
  expect(idleAfter).toEqual([60_000]);
});
