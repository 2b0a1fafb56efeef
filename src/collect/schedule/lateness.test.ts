import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Lateness } from './lateness.ts';

const heldMs = 800;

/** Blocks the event loop, as reading a list does. */
async function hold(): Promise<void> {
  // Not before the measuring timer has begun
  await wait(200);
  const until = performance.now() + heldMs;
  while (performance.now() < until);
  await wait(50);
}

describe('the lateness of timers', () => {
  let now = 0;
  let lateness: Lateness;
  const begin = () => {
    lateness = new Lateness(() => now);
    lateness.start();
  };
  afterEach(() => lateness.stop());

  it('is about as long as the event loop was blocked', async () => {
    begin();
    await hold();

    expect(lateness.worst()).toBeGreaterThan(heldMs - 50);
  });

  it('counts for ten seconds and as long again, and then no more', async () => {
    begin();
    await hold();
    const seen = [10_000, 9_000, 1_000].map((passed) => {
      now += passed;
      return lateness.worst() > heldMs - 50;
    });
    await wait(50);
    now += 10_000;

    expect([...seen, lateness.worst() > heldMs - 50]).toEqual([true, true, true, false]);
  });

  it('is zero before it is measured, and once measuring has ended', async () => {
    begin();
    lateness.stop();
    await hold();

    expect(lateness.worst()).toBe(0);
  });
});
