import { join } from 'node:path';
import { Session } from 'chdb';
import { plainLayout } from '../src/store/layout.ts';
import { priceHistorySql } from '../src/store/questions/price-history.ts';
import type { SeriesRef, StoredRow } from '../src/store/store.ts';
import { withStore } from './store-rate.ts';

const day = 86_400_000;
const until = Date.UTC(2026, 5, 30);

const seriesOf = (number: number): SeriesRef => ({
  game: 'CS2',
  name: `made-up item ${number}`,
  marketplaceId: 1 + (number % 27),
  phase: null,
});

/** 30 days of made-up points of some series, one every ten minutes. */
const pointsOf = (number: number): StoredRow[] =>
  Array.from({ length: 4320 }, (_, index) => {
    const USD = 1000 + ((index * 7919 + number) % 500);
    return {
      table: 'pricePoints',
      row: {
        ...seriesOf(number),
        prices: { USD, EUR: USD, CNY: USD, RUB: USD },
        offerCount: 3,
        at: until - index * 600_000,
      },
    };
  });

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

export type HistoryFigures = {
  readonly storeMilliseconds: number;
  readonly engineMilliseconds: number;
  readonly ratio: number;
};

/** 30 days to 100 points through the store, against the same statement sent straight to the engine, turn by turn. */
export const measureHistoryQuery = (rounds = 60, seriesCount = 200): Promise<HistoryFigures> =>
  withStore(async (store, folder) => {
    for (let from = 0; from < seriesCount; from += 10) {
      await store.append(Array.from({ length: 10 }, (_, index) => pointsOf(from + index)).flat());
    }
    const engine = new Session(join(folder, 'engine'));
    const layout = plainLayout('itemtape');
    const throughStore: number[] = [];
    const straight: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const series = seriesOf((round * 37) % seriesCount);
      const sql = priceHistorySql(layout, series, { since: until - 30 * day, until, points: 100 });
      throughStore.push(await timed(() => store.priceHistory(series, until - 30 * day, until, 100)));
      straight.push(await timed(() => engine.queryAsync(sql, { format: 'JSONCompact' })));
    }
    engine.close();
    const [storeMilliseconds, engineMilliseconds] = [median(throughStore.slice(5)), median(straight.slice(5))];
    return { storeMilliseconds, engineMilliseconds, ratio: storeMilliseconds / engineMilliseconds };
  });
