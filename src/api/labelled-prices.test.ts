import { describe, expect, it } from 'vitest';
import { type LabelledPrice, labelledPrices } from '../../test/support/api/labelled-prices.ts';
import type { Flag } from '../schema/index.ts';
import { FullRows } from './full-rows.ts';

const flagsOf = ({ book, marketplaceId, name, at }: LabelledPrice): readonly Flag[] => {
  const rows = new FullRows({ book, rates: () => [], health: () => [], now: () => at }, 'CS2');
  return rows.lowest({ marketplaceId, name, seenAt: at }).flags;
};

const truthOf = { outlier: 'isTampered', thin: 'isAlone', stale: 'isOld' } as const;

function judged(prices: readonly LabelledPrice[]) {
  const flagged = prices.map((price) => ({ price, flags: flagsOf(price) }));
  return Object.entries(truthOf).map(([flag, truth]) => {
    const count = (isFlagged: boolean, isTrue: boolean) =>
      flagged.filter(({ price, flags }) => flags.includes(flag as Flag) === isFlagged && price[truth] === isTrue)
        .length;
    const [right, wrong, missed] = [count(true, true), count(true, false), count(false, true)];
    return { flag, right, wrong, missed, precision: right / (right + wrong), recall: right / (right + missed) };
  });
}

describe('300 labelled prices', () => {
  it.each([
    ['the ones that the rules were made with', 1],
    ['others, which they were not', 20_260_922],
  ])('are flagged for what is the matter with them: %s', (which, seed) => {
    const figures = judged(labelledPrices(300, seed));

    for (const { flag, right, wrong, missed, precision, recall } of figures) {
      process.stdout.write(
        `${flag}, ${which}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${right} right, ${wrong} wrong, ${missed} missed)\n`,
      );
      expect(right + missed, flag).toBeGreaterThan(10);
      expect(precision, flag).toBeGreaterThanOrEqual(0.95);
      expect(recall, flag).toBeGreaterThanOrEqual(0.8);
    }
  });
});
