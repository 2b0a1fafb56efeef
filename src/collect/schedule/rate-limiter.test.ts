import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandClock, settle } from '../../../test/support/time/hand-clock.ts';
import { wait } from '../../runtime/clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

const never = new AbortController().signal;
setMaxListeners(0, never);

describe('a budget', () => {
  it('never lets the marketplace see more than it allows in any window, nor more at once', async () => {
    const budget = fc.record({
      requests: fc.integer({ min: 1, max: 5 }),
      perSeconds: fc.integer({ min: 1, max: 8 }),
      atOnce: fc.integer({ min: 1, max: 4 }),
    });
    // Milliseconds until the request is queued, arrives at the marketplace, its answer begins, and it ends
    const delay = fc.integer({ min: 0, max: 3000 });
    const callers = fc.array(
      fc.record({ comes: delay, arrives: delay, answers: delay, ends: delay, hops: fc.nat(2) }),
      {
        minLength: 1,
        maxLength: 25,
      },
    );

    await fc.assert(
      fc.asyncProperty(budget, callers, async ({ requests, perSeconds, atOnce }, all) => {
        const clock = createHandClock(0);
        const meter = createRateLimiter({ requests, perSeconds, atOnce, scope: 'ip' }, clock);
        const arrivals: number[] = [];
        let underWay = 0;
        let max = 0;
        let done = 0;
        const call = async ({ comes, arrives, answers, ends, hops }: (typeof all)[number]) => {
          await wait(clock, comes, never);
          const ticket = await meter.take(never);
          underWay += 1;
          max = Math.max(max, underWay);
          for (let hop = 0; hop <= hops; hop += 1) {
            if (hop > 0) await ticket?.again(never);
            await wait(clock, arrives, never);
            arrivals.push(clock.now());
            await wait(clock, answers, never);
          }
          ticket?.answered();
          await wait(clock, ends, never);
          underWay -= 1;
          done += 1;
          ticket?.done();
        };
        for (const one of all) void call(one);
        for (let turn = 0; turn < 1000 && done < all.length; turn += 1) await clock.advance(10_000);
        arrivals.sort((a, b) => a - b);
        const spans = arrivals.slice(requests).map((at, index) => at - (arrivals[index] ?? 0));

        expect(done).toBe(all.length);
        expect(max).toBeLessThanOrEqual(atOnce);
        expect(Math.min(...spans, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(perSeconds * 1000);
      }),
      { numRuns: 40 },
    );
  });

  it('serves those who wait in the order in which they came', async () => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 1, perSeconds: 1, scope: 'ip' }, clock);
    const served: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      void meter.take(never).then((ticket) => {
        served.push(index);
        ticket?.done();
      });
    }
    await settle();
    const atFirst = [...served];
    await clock.advance(3003);

    expect(atFirst).toEqual([0]);
    expect(served).toEqual([0, 1, 2, 3]);
  });

  it('allows nothing while it is held, and everything that waited afterwards', async () => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 10, perSeconds: 1, scope: 'key', atOnce: 10 }, clock);
    const until = meter.hold(clock.now() + 5000);
    let served = 0;
    for (let index = 0; index < 3; index += 1) void meter.take(never).then(() => (served += 1));
    await clock.advance(4999);
    const early = served;
    await clock.advance(1);

    expect(until).toBe(clock.now());
    expect(early).toBe(0);
    expect(served).toBe(3);
    expect(meter.heldUntil()).toBe(0);
  });

  it.each([-1, 1])('goes by the time that has passed when the clock is set by %i hour', async (hours) => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 2, perSeconds: 60, scope: 'ip' }, clock);
    for (const _ of [1, 2]) (await meter.take(never))?.done();
    clock.set(clock.now() + hours * 3_600_000);
    let isServed = false;
    void meter.take(never).then(() => {
      isServed = true;
    });
    await clock.advance(60_000);
    const early = isServed;
    await clock.advance(1);
    const late = isServed;
    const until = meter.hold(clock.now() + 5000);
    clock.set(clock.now() + hours * 3_600_000);

    expect([early, late]).toEqual([false, true]);
    expect(meter.heldUntil()).toBe(until + hours * 3_600_000);
  });

  it('is held until the latest time that was named, whichever answer came last', async () => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 3, perSeconds: 1, scope: 'ip' }, clock);
    const until = clock.now() + 600_000;

    expect([meter.hold(until), meter.hold(clock.now() + 1_000), meter.heldUntil()]).toEqual([until, until, until]);
  });

  it('is not held longer by further refusals that name no time', async () => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 3, perSeconds: 60, scope: 'ip' }, clock);
    const until = meter.hold(clock.now() + 500);

    expect([meter.hold(null), meter.heldUntil()]).toEqual([until, until]);
  });

  it('forgets who gave up waiting', async () => {
    const clock = createHandClock();
    const meter = createRateLimiter({ requests: 1, perSeconds: 1, scope: 'ip' }, clock);
    const stop = new AbortController();
    const first = await meter.take(never);
    const second = meter.take(stop.signal);
    const third = meter.take(never);
    stop.abort();
    first?.done();
    await clock.advance(1001);

    expect(await second).toBeNull();
    expect(await third).not.toBeNull();
  });
});
