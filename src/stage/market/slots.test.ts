import { expect, it } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';
import { createSlot, hopeOf, pastStays, type Stay } from './slots.ts';

const random = createSeededRandom(3);
const period = 100;

const staysAt = (pace: number): readonly Stay[] =>
  Array.from({ length: 40 }, (_, index) =>
    createSlot(random, 1, index, { periods: [period], isSteady: false, pace }),
  ).flatMap((slot) => [...pastStays(random, slot, 0, -100 * period)]);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const meanTime = (stays: readonly Stay[]): number => mean(stays.map(({ bornAt, endsAt }) => endsAt - bornAt));
const soldShare = (stays: readonly Stay[]): number => mean(stays.map(({ isSold }) => Number(isSold)));

it('lets stay longer and sell less often what its seller hopes more for', () => {
  const stays = staysAt(1);
  const eager = stays.filter((stay) => hopeOf(random, stay) < 0.25);
  const hopeful = stays.filter((stay) => hopeOf(random, stay) > 0.75);

  expect(meanTime(hopeful)).toBeGreaterThan(1.3 * meanTime(eager));
  expect(soldShare(hopeful)).toBeLessThan(0.7 * soldShare(eager));
});

it('sells faster where the pace is', () => {
  expect(meanTime(staysAt(0.85))).toBeLessThan(0.9 * meanTime(staysAt(1)));
});
