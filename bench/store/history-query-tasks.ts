import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DuckEngine } from '../../src/store/duckdb/engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import { plainHistorySql } from '../../src/store/queries/price-history.ts';
import type { SeriesRef, StoredRow } from '../../src/store/store.ts';
import { inRounds, median } from '../rounds.ts';

export const day = 86_400_000;

export const until = Date.UTC(2026, 5, 30);

export const since = until - 30 * day;

export const points = 100;

const pointsPerSeries = 4320;

const seriesCount = 100;

const seriesPerBatch = 10;

const turnsPerRound = 30;

export const seriesOf = (number: number): SeriesRef => ({
  game: 'CS2',
  name: `made-up item ${number}`,
  marketplaceId: 1 + (number % 27),
  phase: null,
});

/** 30 days of made-up price points of one series, one every ten minutes. */
export const pointsOf = (number: number): StoredRow[] =>
  Array.from({ length: pointsPerSeries }, (_, index) => {
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

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export type HistoryFigures = { readonly store: number; readonly engine: number };

/** Milliseconds to reduce 30 days to 100 points through the store, and to SELECT all points directly, in turns. */
export async function measureHistoryQuery(folder: string): Promise<HistoryFigures> {
  const filled = await openStore({ at: { folder }, now: Date.now });
  for (let from = 0; from < seriesCount; from += seriesPerBatch) {
    await filled.append(Array.from({ length: seriesPerBatch }, (_, index) => pointsOf(from + index)).flat());
  }
  await filled.close();
  const copy = join(folder, 'copy');
  cpSync(join(folder, 'past'), copy, { recursive: true });
  const store = await openStore({ at: { folder }, now: Date.now });
  const engine = await DuckEngine.open({ path: copy });
  let turn = 0;
  const measureRound = async (): Promise<HistoryFigures> => {
    const spent = { store: [] as number[], engine: [] as number[] };
    for (let left = turnsPerRound; left > 0; left -= 1) {
      turn += 1;
      const series = seriesOf((turn * 37) % seriesCount);
      const sql = plainHistorySql(engine, series, { since, until, points });
      const queries = [
        async () => spent.store.push(await timed(() => store.priceHistory(series, since, until, points))),
        async () => spent.engine.push(await timed(() => engine.ask(sql))),
      ];
      // The second contender finds its data in the caches
      for (const ask of turn % 2 === 0 ? queries : queries.reverse()) await ask();
    }
    return { store: median(spent.store), engine: median(spent.engine) };
  };
  await measureRound();
  const { both } = await inRounds({ both: measureRound });
  await engine.close();
  await store.close();
  return both;
}
