import { expect, it } from 'vitest';
import type { Row } from './numbers.ts';
import { UsualPrices } from './usual-prices.ts';

const hour = 3_600_000;
const day = 24 * hour;
const row = 3 as Row;
const start = 1_790_000_000_000;

it('is unknown for less than a day of data', () => {
  const usual = new UsualPrices();
  usual.stood(row, 0, start);
  expect(usual.at(row, 5000, start + day - 1000)).toBe(0);
  expect(usual.at(row, 5000, start + day)).toBeCloseTo(5000, 0);
});

it('hardly changes in a few hours at another price, and follows one that stays', () => {
  const usual = new UsualPrices();
  usual.stood(row, 0, start);
  usual.stood(row, 1000, start + 7 * day);
  expect(usual.at(row, 3000, start + 7 * day + hour)).toBeLessThan(1030);
  expect(usual.at(row, 3000, start + 8 * day)).toBeLessThan(1500);
  expect(usual.at(row, 3000, start + 21 * day)).toBeGreaterThan(2900);
});

it('weighs prices by the time they were in force, however often they changed', () => {
  const often = new UsualPrices();
  const seldom = new UsualPrices();
  for (const usual of [often, seldom]) usual.stood(row, 0, start);
  let usd = 1000;
  for (let at = start + hour; at <= start + 2 * day; at += hour) {
    often.stood(row, usd, at);
    usd = usd === 1000 ? 1001 : 1000;
  }
  seldom.stood(row, 1000, start + 2 * day);
  const now = start + 3 * day;
  expect(Math.abs(often.at(row, 2000, now) - seldom.at(row, 2000, now))).toBeLessThan(20);
});

it('ignores time without a price', () => {
  const usual = new UsualPrices();
  usual.stood(row, 0, start);
  usual.stood(row, 1000, start + 2 * day);
  usual.stood(row, 0, start + 6 * day);
  expect(usual.at(row, 1000, start + 6 * day)).toBeCloseTo(1000, 0);
});

it('adds a price that is replayed only once', () => {
  const usual = new UsualPrices();
  usual.stood(row, 0, start);
  usual.stood(row, 1000, start + 2 * day);
  const known = usual.stored(row);
  usual.stoodAgain(row, 5000, start + day);
  usual.stoodAgain(row, 5000, start + 2 * day);
  expect(usual.stored(row)).toEqual(known);
  usual.stoodAgain(row, 5000, start + 3 * day);
  expect(usual.at(row, 5000, start + 3 * day)).toBeGreaterThan(1000);
});

it('is the geometric mean of prices that were in force equally long', () => {
  const usual = new UsualPrices();
  usual.stood(row, 0, start);
  usual.stood(row, 1000, start + day);
  expect(usual.at(row, 4000, start + 2 * day)).toBeCloseTo(2000, 0);
});
