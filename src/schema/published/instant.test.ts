import { expect, it } from 'vitest';
import { instantIn } from './instant.ts';

it('reads dates, which begin at midnight UTC, and instants with their time zone', () => {
  const noon = Date.UTC(2026, 9, 25, 12);

  expect(instantIn('2026-10-25')).toBe(Date.UTC(2026, 9, 25));
  expect(instantIn('2026-10-25T12:00Z')).toBe(noon);
  expect(instantIn('2026-10-25t13:00:00.5+01:00')).toBe(noon + 500);
  expect(instantIn('2026-10-25T10:00:00-0200')).toBe(noon);
  expect(instantIn('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
});

it.each([
  ['a date that does not exist', '2026-02-30'],
  ['an instant on such a date', '2026-02-29T12:00:00Z'],
  ['a month that does not exist', '2026-13-01'],
  ['a time that does not exist', '2026-01-31T25:00Z'],
  ['a time without its zone, which the clocks of autumn show twice', '2026-10-25T02:30'],
  ['words after the date', '2026-01-31 (UTC)'],
  ['nothing', ''],
])('refuses %s', (_, text) => {
  expect(instantIn(text)).toBeNull();
});
