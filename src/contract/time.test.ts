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

  it('reads offsets of two digits, as PostgreSQL writes them, and with or without a colon', () => {
    const ten = Date.UTC(2026, 0, 15, 10);
    expect(isoTime('2026-01-15 10:00:00+00')).toBe(ten);
    expect(isoTime('2026-01-15 18:00:00.000000+08')).toBe(ten);
    expect(isoTime('2026-01-15T05:00:00-05')).toBe(ten);
    expect(isoTime('2026-01-15T15:30:00+05:30')).toBe(ten);
    expect(isoTime('2026-01-15T15:30+0530')).toBe(ten);
  });

  it('reads fractions of a second to the millisecond', () => {
    expect(isoTime('2026-01-15T10:00:00.1234567Z')).toBe(Date.UTC(2026, 0, 15, 10, 0, 0, 123));
    expect(isoTime('2026-01-15T10:00:00.5Z')).toBe(Date.UTC(2026, 0, 15, 10, 0, 0, 500));
  });

  it.each([
    '',
    'yesterday',
    'Item 3',
    '1',
    '2026',
    '2026-01',
    '15.01.2026',
    '01/15/2026',
    'Jan 15, 2026',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-01-15T25:00:00Z',
    '2026-01-15T10:00:00+99',
    '2026-01-15T10:00:00 PST',
    '2026-01-15 (about)',
    '1960-01-01T00:00:00Z',
  ])('gives null for "%s" instead of a guess', (text) => {
    expect(isoTime(text)).toBeNull();
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
