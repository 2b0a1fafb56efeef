import type { StoredRow } from '../../src/store/store.ts';

const begin = Date.UTC(2026, 0, 1);
const between = 600_000;

export type PointRow = Extract<StoredRow, { table: 'pricePoints' }>;

/** Made-up price points as from bulk lists: every series once in ten minutes, in no particular order. */
export const pointsOfBatch = (batch: number, rows: number, seriesCount: number): PointRow[] =>
  Array.from({ length: rows }, (_, index) => {
    const number = batch * rows + index;
    const item = (number * 7919) % seriesCount;
    const USD = 1000 + ((item * 31 + number) % 5000);
    return {
      table: 'pricePoints',
      row: {
        game: 'CS2',
        name: `made-up item ${item}`,
        phase: null,
        marketplaceId: 1 + (item % 27),
        prices: { USD, EUR: USD - 100, CNY: USD * 7, RUB: USD * 80 },
        offerCount: 1 + (number % 90),
        at: begin + Math.floor(number / seriesCount) * between + (item % 60_000),
      },
    };
  });
