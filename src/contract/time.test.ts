import { describe, expect, it } from 'vitest';
import { isoTime, secondsTime } from './time.ts';

describe('isoTime', () => {
  it('reads a text with zone as it says and one without as UTC', () => {
    const noon = Date.UTC(2026, 0, 15, 12);
    expect(isoTime('2026-01-15T12:00:00Z')).toBe(noon);
    expect(isoTime('2026-01-15T14:00:00+02:00')).toBe(noon);
    expect(isoTime('2026-01-15T12:00:00')).toBe(noon);
    expect(isoTime('2026-01-15 12:00:00')).toBe(noon);
  });

  it('reads a date without a time as midnight UTC', () => {
    expect(isoTime('2026-01-15')).toBe(Date.UTC(2026, 0, 15));
  });

  it('gives null for anything else', () => {
    expect(isoTime('')).toBeNull();
    expect(isoTime('yesterday')).toBeNull();
    expect(isoTime('1960-01-01T00:00:00Z')).toBeNull();
  });
});

describe('secondsTime', () => {
  it('reads numbers and texts', () => {
    expect(secondsTime(1_768_478_400)).toBe(1_768_478_400_000);
    expect(secondsTime('1768478400')).toBe(1_768_478_400_000);
  });

  it.each([null, undefined, '', ' ', 'soon', -1, Number.NaN, Infinity, 1e300])('gives null for %j', (value) => {
    expect(secondsTime(value)).toBeNull();
  });
});
