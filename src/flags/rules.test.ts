import { describe, expect, it } from 'vitest';
import { createDice } from '../../test/support/book/read-market.ts';
import type { Rate } from '../schema/index.ts';
import { isConverted, isOutlier, isRateOld, isStale, isThin, wordsOf } from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_790_000_000_000;

describe('a price', () => {
  it('is stale once nobody has confirmed it for an hour', () => {
    expect(isStale(now - hour, now)).toBe(false);
    expect(isStale(now - hour - 1, now)).toBe(true);
  });

  it('is thin if at most one offer, order or sale is behind it', () => {
    expect([0, 1, 2].map(isThin)).toEqual([true, true, false]);
  });

  it.each([
    ['twice the others and more', 201, [95, 100, 105], 0, true],
    ['less than half of them', 48, [95, 100, 105], 0, true],
    ['not twice', 190, [95, 100, 105], 0, false],
    ['far from them, usual as it may be there', 201, [95, 100, 105], 201, true],
    ['a quarter off, and moved as far from its own week', 130, [95, 100, 105], 100, true],
    ['a quarter off, as in its whole week', 130, [95, 100, 105], 128, false],
    ['where the others have moved as well', 130, [125, 130, 136], 100, false],
    ['among others that agree about nothing', 210, [50, 100, 250], 0, false],
    ['alone, half as much again as in its week', 151, [], 100, true],
    ['alone, a third above its week', 133, [], 100, false],
    ['alone, of a week that is not known', 1000, [], 0, false],
    ['moved, and the only other has as well', 160, [150], 100, false],
    ['moved away from the only other', 160, [100], 100, true],
    ['twice the only other, of a week that is not known', 210, [100], 0, false],
  ] as const)('%s: %d beside %o, usually %d, is far: %s', (_, price, others, usual, expected) => {
    expect(isOutlier(price, { others, usual })).toBe(expected);
    // The unit does not matter
    expect(isOutlier(price * 7, { others: others.map((one) => one * 7), usual: usual * 7 })).toBe(expected);
  });

  it('is an outlier by the definition, however near to its bounds', () => {
    const middleOf = (numbers: readonly number[]) => {
      const sorted = [...numbers].sort((a, b) => a - b);
      const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
      return (low + high) / 2;
    };
    const isFar = (price: number, others: readonly number[], usual: number) => {
      const logs = others.map(Math.log);
      const middle = middleOf(logs);
      const off = Math.abs(Math.log(price) - middle);
      const spread = middleOf(logs.map((one) => Math.abs(one - middle))) * 3 * 1.4826;
      const fromWeek = Math.abs(Math.log(price / usual));
      return off > spread && (off > Math.log(2) || (off > Math.log(1.25) && fromWeek > Math.log(1.25)));
    };
    const dice = createDice(11);
    const counts = { far: 0, near: 0 };
    for (let turn = 0; turn < 20_000; turn += 1) {
      const others = Array.from({ length: 2 + dice(9) }, () => 900 + dice(1 + dice(400)));
      const price = Math.round(
        middleOf(others) * ([0.4, 0.79, 0.8, 0.81, 1, 1.23, 1.24, 1.25, 1.26, 2.1][dice(10)] ?? 1),
      );
      const usual = 500 + dice(1_500);
      const expected = isFar(price, others, usual);
      if (isOutlier(price, { others, usual }) !== expected)
        expect(expected, `${price} beside ${others}, usually ${usual}`).toBe(!expected);
      counts[expected ? 'far' : 'near'] += 1;
    }
    expect(Math.min(counts.far, counts.near)).toBeGreaterThan(2_000);
  });

  it('depends on an old rate if its own currency has none of the last days', () => {
    const rate = (currency: Rate['currency'], age: number): Rate => ({
      currency,
      perUsd: 1,
      ratedAt: now - age,
      source: 'test',
    });
    expect(isRateOld({ currency: 'USD' }, [], now)).toBe(false);
    expect(isRateOld({ currency: 'EUR' }, [], now)).toBe(true);
    expect(isRateOld({ currency: 'EUR' }, [rate('EUR', 4 * day), rate('CNY', 9 * day)], now)).toBe(false);
    expect(isRateOld({ currency: 'EUR' }, [rate('EUR', 4 * day + 1)], now)).toBe(true);
    expect(isRateOld({ currency: 'TF2' }, [rate('KEY', day), rate('REF', day)], now)).toBe(false);
    expect(isRateOld({ currency: 'TF2' }, [rate('KEY', day), rate('REF', day + 1)], now)).toBe(true);
  });
});

it.each([
  ['PLN', true],
  ['JPY', true],
  ['USD', false],
  ['CNY', false],
  ['TF2', false],
] as const)('calls a price in %s converted: %s', (currency, expected) => {
  expect(isConverted({ currency })).toBe(expected);
});

it('has flags in alphabetical order', () => {
  expect(wordsOf({ thin: true, stale: false, afterGap: true })).toEqual(['afterGap', 'thin']);
});
