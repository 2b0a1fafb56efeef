import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import { type CompleteUntil, FeedWatch, ReadingWatch } from './completeness-watch.ts';

const start = Date.UTC(2026, 0, 1);

/** A source polled every minute from the start of the clock, with readings that take a second. */
async function polledSource(stored: CompleteUntil | null = null) {
  const clock = createHandClock(start);
  const watch = new ReadingWatch(60, stored, clock);
  const at = async (seconds: number): Promise<{ readonly begunAt: number; readonly startedAt: number }> => {
    await clock.advance(start + seconds * 1000 - clock.elapsed());
    return { begunAt: clock.elapsed(), startedAt: clock.now() };
  };
  return {
    clock,
    watch,
    /** Reads at this second. */
    read: async (seconds: number) => {
      const attempt = await at(seconds);
      await clock.advance(1_000);
      return watch.read(attempt);
    },
    fail: async (seconds: number, reason: 'failed' | 'shrunk' = 'failed') => watch.failed(reason, await at(seconds)),
    answer: async (seconds: number) => watch.answered(await at(seconds)),
  };
}

const gap = (from: number, to: number, reason: string) => ({
  from: start + from * 1000,
  to: start + to * 1000,
  reason,
});

describe('a polled source', () => {
  it('has a gap from the last good reading to the next where a whole one is missing', async () => {
    const { read, fail } = await polledSource();
    await read(0);
    await fail(61, 'shrunk');
    await fail(122);
    expect(await read(183)).toEqual(gap(0, 183, 'shrunk'));
    expect(await read(244)).toBeNull();
  });

  it('has none where a failure is made up for within an interval', async () => {
    const { read, fail } = await polledSource();
    await read(0);
    await fail(61);
    await fail(63);
    expect(await read(119.999)).toBeNull();
    await fail(180);
    expect(await read(239.998)).toBeNull();
    await fail(300);
    expect(await read(359.998)).toEqual(gap(239.998, 359.998, 'failed'));
  });

  it('has none where nothing failed, however late it is read, nor before it was ever read', async () => {
    const { read, fail } = await polledSource();
    await fail(0);
    expect(await read(500)).toBeNull();
    expect(await read(5_000)).toBeNull();
  });

  it('is due when a reading that took longer than the interval ended', async () => {
    const { clock, watch, fail } = await polledSource();
    const slow = { begunAt: clock.elapsed(), startedAt: clock.now() };
    await clock.advance(300_000);
    watch.read(slow);
    await fail(300);
    const again = { begunAt: clock.elapsed() + 2_000, startedAt: clock.now() + 2_000 };
    await clock.advance(300_000);
    expect(watch.read(again)).toBeNull();
  });

  it('ends a gap with the attempt that completes a reading that had begun before', async () => {
    const { clock, watch, read, fail } = await polledSource();
    await read(0);
    await fail(61);
    await clock.advance(200_000);
    const begunAt = clock.elapsed();
    expect(watch.read({ begunAt, startedAt: start + 61_000 })).toEqual(gap(0, 261, 'failed'));
    // It is complete only up to the start of the reading
    expect(watch.completeness()?.at).toBe(start + 61_000);
  });

  it('ends no gap with a lookup that began before the failure', async () => {
    const { watch, read, fail } = await polledSource();
    await read(0);
    const before = { begunAt: start + 60_000, startedAt: start + 60_000 };
    await fail(61);
    expect(watch.read(before)).toBeNull();
    expect(await read(200)).toEqual(gap(0, 200, 'failed'));
  });

  it('has none over the time for which it answered that there was nothing', async () => {
    const { watch, read, fail, answer } = await polledSource();
    await read(0);
    for (let minute = 1; minute < 10; minute += 1) await answer(minute * 60);
    await fail(560);
    expect(watch.completeness()).toMatchObject({ at: start, reason: 'failed' });
    expect(await read(562)).toBeNull();
  });

  it('has one over a stop of the service that cost a whole reading, and none over a short one', async () => {
    const first = await polledSource();
    await first.read(0);
    const stored = first.watch.completeness() as CompleteUntil;
    expect(stored).toEqual({ at: start, dueAt: start + 60_000, reason: null, lateAt: start + 120_000 });
    const short = await polledSource(stored);
    expect(await short.read(119)).toBeNull();
    const long = await polledSource(stored);
    expect(await long.read(120)).toEqual(gap(0, 120, 'notRunning'));
    const failing = await polledSource({ ...stored, reason: 'shrunk' });
    await failing.fail(100);
    expect(await failing.read(121)).toEqual(gap(0, 121, 'shrunk'));
  });

  it('goes by the time that has passed, and never ends before it began, when the clock is set', async () => {
    const { clock, read, fail } = await polledSource();
    await read(0);
    clock.set(start - 3_600_000);
    await fail(61);
    const ended = await read(190);
    expect(ended).toEqual({ from: start, to: start, reason: 'failed' });
    clock.set(clock.now() + 50_000);
    await fail(251);
    expect(await read(253)).toBeNull();
  });

  it('has one over the time for which the machine slept, as its clock tells afterwards', async () => {
    const { clock, watch, read, fail, answer } = await polledSource();
    await read(0);
    await read(60);
    clock.set(clock.now() + 86_400_000);
    expect(watch.completeness()).toEqual({
      at: start + 60_000,
      dueAt: start + 120_000,
      reason: 'notRunning',
      lateAt: start + 180_000,
    });
    await answer(63);
    await fail(64);
    expect(await read(65)).toEqual(gap(60, 86_465, 'notRunning'));
    expect(watch.completeness()?.reason).toBeNull();
    expect(await read(125)).toBeNull();
  });
});

describe('a feed', () => {
  it('has a gap from the last message to the next one', () => {
    const watch = new FeedWatch(null);
    expect(watch.receivedAgain(1_000)).toBeNull();
    watch.lost(5_000, 'silent');
    // Another connection that brought nothing
    watch.lost(7_000, 'cut');
    expect(watch.completeness(null)).toEqual({ at: 5_000, dueAt: 5_000, reason: 'silent', lateAt: 5_000 });
    expect(watch.receivedAgain(9_000)).toEqual({ from: 5_000, to: 9_000, reason: 'silent' });
    expect(watch.receivedAgain(9_500)).toBeNull();
  });

  it('has none where it sent everything missed, unless it was lost again meanwhile', () => {
    const watch = new FeedWatch(null);
    watch.receivedAgain(1_000);
    watch.lost(5_000, 'cut');
    watch.resumed(9_000);
    expect(watch.completeness(10_000)?.at).toBe(5_000);
    expect(watch.completeness(70_000)?.at).toBe(70_000);
    watch.lost(69_000, 'cut');
    watch.resumed(71_000);
    watch.lost(72_000, 'cut');
    expect(watch.receivedAgain(80_000)).toEqual({ from: 69_000, to: 80_000, reason: 'cut' });
  });

  it('has one over every stop of the service', () => {
    const watch = new FeedWatch({ at: 5_000, dueAt: 5_000, reason: null });
    expect(watch.receivedAgain(9_000)).toEqual({ from: 5_000, to: 9_000, reason: 'notRunning' });
    expect(new FeedWatch({ at: 5_000, dueAt: 5_000, reason: 'cut' }).receivedAgain(6_000)?.reason).toBe('cut');
  });
});
