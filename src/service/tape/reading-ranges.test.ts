import { expect, it } from 'vitest';
import { createReadingRanges } from './reading-ranges.ts';

const read = { marketplaceId: 3, source: 'items', game: 'CS2' as const };
const whole = { ...read, startedAt: 100, isWhole: true };
const brokenOff = { ...whole, isWhole: false };

it('a reading has the changes from its start to its end, and the next one only its own', () => {
  const ranges = createReadingRanges();
  ranges.add(read, 4, 6);
  ranges.add(read, 7, 6);
  ranges.add({ ...read, game: 'Rust' }, 7, 8);
  ranges.add(read, 9, 9);

  expect(ranges.ended(whole)).toEqual({ first: 4, last: 9 });
  expect(ranges.ended(whole)).toBeNull();
  expect(ranges.ended({ ...whole, game: 'Rust' })).toEqual({ first: 7, last: 8 });
});

it('a reading that continues includes the changes from before it broke off, another one does not', () => {
  const ranges = createReadingRanges();
  ranges.add(read, 4, 6);
  expect(ranges.ended(brokenOff)).toEqual({ first: 4, last: 6 });
  ranges.add(read, 9, 9);
  expect(ranges.ended(whole)).toEqual({ first: 4, last: 9 });
  expect(ranges.ended(whole)).toBeNull();

  ranges.add(read, 11, 12);
  expect(ranges.ended(brokenOff)).toEqual({ first: 11, last: 12 });
  ranges.add(read, 14, 15);
  expect(ranges.ended({ ...whole, startedAt: 200 })).toEqual({ first: 14, last: 15 });
});
