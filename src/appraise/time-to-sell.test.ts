import { describe, expect, it } from 'vitest';
import { type Lifetime, SellingTimes } from './time-to-sell.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 15);
const lifetime = (change: Partial<Lifetime> = {}): Lifetime => ({
  ...{ marketplaceId: 4, usd: 1_000, foundAt: 0, goneAt: null, isSold: false },
  ...change,
});
const within = (lifetimes: readonly Lifetime[], hours: number, rank = 1, marketplaceId = 4) =>
  new SellingTimes(lifetimes, now).within(marketplaceId, rank).find((one) => one.hours === hours);

/** One offer after another, each found when the previous one has gone, after so many hours. */
const oneAfterAnother = (hours: number, isSold: boolean): Lifetime[] =>
  Array.from({ length: Math.floor(400 / hours) }, (_, at) => {
    const goneAt = now - at * hours * hour;
    return lifetime({ foundAt: goneAt - hours * hour, goneAt, isSold });
  });

describe('selling times', () => {
  it('are shares of the offers that stood, as far as the time has passed', () => {
    expect(within(oneAfterAnother(20, true), 24)).toEqual({ hours: 24, probability: 1, count: 27, otherCount: 0 });
    expect(within(oneAfterAnother(20, true), 168)?.count).toBe(15);
    expect(within(oneAfterAnother(20, false), 24)?.probability).toBe(0);
    const slow = within(oneAfterAnother(48, true), 24)?.probability ?? 0;
    expect(slow).toBeGreaterThan(0.3);
    expect(slow).toBeLessThan(0.7);
  });

  it('are by price rank', () => {
    const both = [...oneAfterAnother(12, true), lifetime({ usd: 2_000 })];

    // Half of all, drawn to by both steps
    expect(within(both, 24, 1)?.probability).toBeCloseTo(0.69, 3);
    expect(within(both, 24, 2)?.probability).toBeCloseTo(0.31, 3);
    expect(within(both, 24, 2)?.count).toBe(27);
    expect(within(both, 24, 3)?.count).toBe(27);
    expect(within(both, 24, 4)).toMatchObject({ probability: 0.5, count: 0 });
  });

  it('are drawn to what is known of other marketplaces where little was observed', () => {
    const elsewhere = oneAfterAnother(12, true).map((one) => ({ ...one, marketplaceId: 7 }));

    expect(within([...elsewhere, lifetime({ foundAt: now - 40 * hour })], 24)).toMatchObject({
      count: 2,
      otherCount: 27,
    });
    expect(within([...elsewhere, lifetime({ foundAt: now - 40 * hour })], 24)?.probability).toBeCloseTo(0.913, 3);
    expect(within([lifetime({ foundAt: now - 40 * hour })], 24)?.probability).toBeNull();
  });
});
