import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayBefore, retryAfterOf, wait } from './wait.ts';

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
        const asked = retryAfterOf(header, now) ?? 1;
        expect(asked > 0 && asked <= 3_600_000).toBe(true);
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
    expect(delayBefore(0, 7_000)).toBe(7_000);
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
