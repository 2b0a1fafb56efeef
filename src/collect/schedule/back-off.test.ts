import { describe, expect, it } from 'vitest';
import { spentUntil } from './back-off.ts';

const now = Date.UTC(2026, 0, 1);
const minute = 60_000;

describe('headers that say that no requests are left', () => {
  it.each([
    ['in seconds from now', '60', now + minute],
    ['as a Unix time in seconds', String((now + minute) / 1000), now + minute],
    ['as a Unix time in milliseconds', String(now + minute), now + minute],
    ['far ahead', '86400', now + 15 * minute],
    ['in the past', String(now - minute), null],
    ['in no way', '', null],
  ])('and name the end %s are believed for a quarter of an hour at most', (_, reset, until) => {
    const headers: Readonly<Record<string, string>> = { 'ratelimit-remaining': '0', 'ratelimit-reset': reset };

    expect(spentUntil((name) => headers[name], now)).toBe(until);
  });
});
