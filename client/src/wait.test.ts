import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPace, delayBefore, retryAfterOf, wait } from './wait.ts';

const now = Date.UTC(2026, 0, 1);

describe('what Retry-After asks', () => {
  it.each([
    [null, null],
    ['3', 3_000],
    ['0', null],
    ['soon', null],
    [new Date(now + 4_000).toUTCString(), 4_000],
    [new Date(now - 4_000).toUTCString(), null],
    ['99999999999', 3_600_000],
  ])('%j is %j ms', (header, milliseconds) => {
    expect(retryAfterOf(header, now)).toBe(milliseconds);
  });

  it('is never longer than a timer can wait, whatever it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String), fc.date().map(String)), (header) => {
        const requestedMs = retryAfterOf(header, now) ?? 1;
        expect(requestedMs > 0 && requestedMs <= 3_600_000).toBe(true);
      }),
    );
  });
});

describe('the wait before another attempt', () => {
  it('grows to seconds and no further, and is never nothing', () => {
    fc.assert(
      fc.property(fc.nat(5_000), (attempt) => {
        const delay = delayBefore(attempt, null);
        expect(delay >= 125 && delay <= 5_000).toBe(true);
      }),
    );
  });

  it('is never shorter than the service asks for, and differs between clients with the same Retry-After', () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        fc.integer({ min: 1, max: 3_600_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (...given) => {
          const [attempt, requestedMs, chance] = given;
          const delay = delayBefore(attempt, requestedMs, () => chance);
          expect(delay >= requestedMs && delay <= requestedMs + 5_000).toBe(true);
        },
      ),
    );
    const spread = [0, 0.5, 1].map((chance) => delayBefore(0, 7_000, () => chance));
    expect(spread).toEqual([7_000, 8_750, 10_500]);
  });

  it('ends with the reason of the signal, and at once when that was aborted before', async () => {
    const reason = new Error('enough');
    const stopping = new AbortController();
    const waiting = wait(60_000, stopping.signal);
    stopping.abort(reason);

    await expect(waiting).rejects.toBe(reason);
    await expect(wait(60_000, stopping.signal)).rejects.toBe(reason);
  });
});

describe('the pace of connections', () => {
  function handPace() {
    const clock = { at: 0 };
    const delays: number[] = [];
    const pace = createPace({
      now: () => clock.at,
      random: () => 1,
      wait: async (milliseconds) => {
        delays.push(milliseconds);
        clock.at += milliseconds;
      },
    });
    const lose = (from = 'one', to = from) => pace.next({ from, to, requestedMs: null }, undefined);
    return { clock, delays, pace, lose };
  }

  it('slows down while each is lost soon after its first messages, until one works for a while', async () => {
    const { clock, delays, pace, lose } = handPace();
    for (let connection = 0; connection < 7; connection += 1) {
      pace.served();
      clock.at += 1_000;
      pace.served();
      await lose();
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);

    pace.served();
    clock.at += 10_000;
    await lose();
    await lose();
    expect(delays.slice(7)).toEqual([250, 500]);
  });

  it('does not delay one address because of failures of another', async () => {
    const { clock, delays, pace, lose } = handPace();
    for (let connection = 0; connection < 5; connection += 1) await lose();
    pace.served();
    clock.at += 1_000;
    await lose('one', 'other');
    await lose('other', 'one');
    await lose('one', 'other');
    expect(delays.slice(5)).toEqual([250, 5_000, 250]);
  });

  it('does not count the time without a connection as working time', async () => {
    const { clock, delays, pace, lose } = handPace();
    pace.served();
    await lose();
    clock.at += 60_000;
    await lose();

    expect(delays).toEqual([250, 500]);
  });
});
