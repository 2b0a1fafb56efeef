import { expect, it } from 'vitest';
import { createRig, pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { createHandClock } from '../../test/support/time/hand-clock.ts';
import { FanOut } from './fan-out.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import { FilterIndex } from './filter-index.ts';

/** When runs begin while there is always something new, each of which takes this long to write. */
async function runsOf(writeMs: number): Promise<number[]> {
  const clock = createHandClock(0);
  const { log, put } = createRig();
  const startedAt: number[] = [];
  let spent = 0;
  const fanOut = new FanOut({
    log,
    index: new FilterIndex<FanOutGroup>(),
    limits: { messages: 1_000, bytes: 1_000_000 },
    gatherMs: 10,
    timers: { ...clock, elapsed: () => clock.elapsed() + spent },
    onSent: () => {
      startedAt.push(clock.elapsed());
      spent += writeMs;
    },
    onLost: () => {},
  });
  for (let price = 1; price <= 100; price += 1) {
    put([pricedOffer('a', 1_000 + price)]);
    fanOut.wanted();
    await clock.advance(1);
    // What a run took has passed for everybody
    if (spent > 0) await clock.advance(spent);
    spent = 0;
  }
  return startedAt;
}

it.each([
  [0, 10],
  [5, 20],
  [50, 25],
])('leaves time for all else: a run that takes %i ms is followed by the next after %i more', async (writeMs, pause) => {
  const startedAt = await runsOf(writeMs);
  const between = startedAt.slice(1).map((at, nth) => at - (startedAt[nth] ?? 0) - writeMs);
  expect(Math.max(...between)).toBeLessThanOrEqual(pause + 1);
  expect(Math.min(...between)).toBeGreaterThanOrEqual(pause);
});
