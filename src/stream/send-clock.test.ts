import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSendClock } from './send-clock.ts';

it('times of one link rise, times of all never fall, whatever the clock of the machine does', () => {
  const step = fc.record({ move: fc.integer({ min: -5, max: 5 }), link: fc.constantFrom('a', 'b', 'c', null) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const clock = { at: 1_000 };
      const times = createSendClock(() => clock.at);
      const lastOf = new Map<string, number>();
      let last = 0;
      let alone = -1;
      for (const { move, link } of steps) {
        clock.at += move;
        times.turn();
        const time = link === null ? times.alone() : times.at(link);
        expect(time).toBeGreaterThanOrEqual(last);
        expect(time).toBeGreaterThan(Math.max(alone, lastOf.get(link ?? '') ?? 0));
        if (link === null) {
          expect(time).toBeGreaterThan(last);
          alone = time;
        } else lastOf.set(link, time);
        last = time;
      }
    }),
  );
});

it('has one exclusive time for all reads of a turn, until a message is sent', () => {
  const times = createSendClock(() => 1_000);
  expect([times.at('a'), times.alone(), times.alone()]).toEqual([1_000, 1_001, 1_001]);
  expect([times.at('b'), times.at('b'), times.alone()]).toEqual([1_002, 1_003, 1_004]);
  times.turn();
  expect([times.alone(), times.alone()]).toEqual([1_005, 1_005]);
});

it('is the clock of the machine as long as no link repeats', () => {
  const clock = { at: 1_000 };
  const times = createSendClock(() => clock.at);
  expect([times.at('a'), times.at('b'), times.at('a'), times.at('b')]).toEqual([1_000, 1_000, 1_001, 1_001]);
  clock.at = 2_000;
  expect(times.at('a')).toBe(2_000);
});
