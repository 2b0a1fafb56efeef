import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bidOf, day, floorOf, saleOf, temporaryFolder } from '../../../../test/support/store/store-samples.ts';
import { boundsOfDay, type DayFile, dayFiles } from '../../../schema/index.ts';
import { createSeededRandom } from '../../../stage/market/seeded-random.ts';
import type { Cells } from '../../engine.ts';
import { openStore } from '../../open-store.ts';
import type { SeriesRef, StoredCandle, StoredRow } from '../../store.ts';
import { DuckEngine } from '../engine.ts';
import { sqlText } from '../sql.ts';
import { dayColumns } from './export-day.ts';

const folder = temporaryFolder();
const exportedDay = '2026-01-10';
const { since, until } = boundsOfDay(exportedDay) ?? { since: 0, until: 0 };
const random = createSeededRandom(11);

type Point = { readonly at: number; readonly usd: number | null };
const hour = 3_600_000;

/** Prices from two days before to a day after; some series have none for a while. */
const made = Array.from({ length: 60 }, (_, nth) => {
  const ref: SeriesRef = { marketplaceId: 1 + (nth % 3), game: 'CS2', name: `Item ${nth % 20}`, phase: null };
  const times = Array.from({ length: 40 }, (_, at) => since - 2 * day + Math.floor(random.of(nth, at) * 4 * day));
  const points = [...new Set(times)]
    .sort((a, b) => a - b)
    .map((at, index): Point => ({ at, usd: random.of(nth, index, 1) < 0.1 ? null : 1_000 + nth * 10 + index }));
  const sold = Array.from({ length: 5 }, (_, at) => since + Math.floor((random.of(nth, at, 2) * 1.2 - 0.1) * day));
  // At the instant of a price, which does not count as a price before the sale
  return { ref, points, sold: [...sold, points[20]?.at ?? since] };
});

const phaseSold = (at: number) => (at % 2 === 0 ? null : ('Ruby' as const));

/** Bids for any variant, and bids for a Ruby; sometimes there is none. */
const bids = (nth: number) =>
  [null, 'Ruby' as const].flatMap((phase, variant) =>
    Array.from({ length: 20 }, (_, at) => ({
      phase,
      at: since - 2 * day + Math.floor(random.of(nth, at, 7 + variant) * 4 * day),
      usd: random.of(nth, at, 9) < 0.1 ? null : 500 + Math.floor(random.of(nth, at, 11 + variant) * 400),
    })),
  );

const rows = (): StoredRow[] =>
  made.flatMap(({ ref, points, sold }, nth) => [
    ...points.map(({ at, usd }) => floorOf(ref, at, usd)),
    ...bids(nth).map(({ at, usd, phase }) => bidOf({ ...ref, phase }, at, usd)),
    ...sold.map((soldAt, at): StoredRow => {
      const { name, marketplaceId } = ref;
      return {
        table: 'sales',
        row: saleOf({ name, marketplaceId, soldAt, saleId: `${nth}-${at}`, phase: phaseSold(at) }),
      };
    }),
  ]);

describe('a day as Parquet', () => {
  const candles = new Map<SeriesRef, readonly StoredCandle[]>();
  let engine: DuckEngine;
  const pathOf = (file: DayFile) => join(folder.path, `${file}.parquet`);
  const read = <Row extends Cells>(file: DayFile, columns: string): Promise<readonly Row[]> =>
    engine.ask<Row>(`SELECT ${columns} FROM read_parquet(${sqlText(pathOf(file))})`);

  beforeAll(async () => {
    const store = await openStore({ at: { folder: join(folder.path, 'data') }, now: () => until });
    await store.append(rows());
    await store.append(rows());
    for (const { ref } of made)
      candles.set(ref, await store.candles({ ...ref, currency: 'USD', width: '1h', since, until }));
    for (const file of dayFiles) await store.copies?.exportDayFile({ day: exportedDay, file }, pathOf(file));
    await store.close();
    engine = await DuckEngine.open({ path: join(folder.path, 'reader') });
  });
  afterAll(async () => {
    await engine?.close();
    folder.remove();
  });

  it('has the columns that it declares, in that order', async () => {
    for (const file of dayFiles) {
      const described = await engine.ask<readonly [string, string]>(
        `DESCRIBE SELECT * FROM read_parquet(${sqlText(pathOf(file))})`,
      );
      expect(described.map(([name]) => name)).toEqual(dayColumns(file).map(({ name }) => name));
    }
  });

  it('has every price recorded on that day, once', async () => {
    const found = await read<readonly [string, string, number]>('pricePoints', 'name, marketplace, epoch_ms("at")');
    const within = made.flatMap(({ points }) => points.filter(({ at }) => at >= since && at < until));

    expect(found.map(([, , at]) => at).sort()).toEqual(within.map(({ at }) => at).sort());
  });

  it('has the same candles as the API', async () => {
    const found = await read<
      readonly [string, number, number | null, number | null, number | null, number | null, number]
    >('candles', 'concat(name, marketplace), epoch_ms("at"), openUSD, highUSD, lowUSD, closeUSD, "count"');
    const usd = (amount: number | null) => (amount === null ? null : amount / 1000);
    const served = [...candles.values()].flat();
    const figures = (one: StoredCandle) => [usd(one.open), usd(one.high), usd(one.low), usd(one.close), one.count];

    expect(found.length).toBe(served.length);
    expect(found.map(([, at, ...rest]) => JSON.stringify([at, ...rest])).sort()).toEqual(
      served.map((one) => JSON.stringify([one.at, ...figures(one)])).sort(),
    );
  });

  it('has each sale with the ask just before it', async () => {
    const found = await read<readonly [string, number | null, number | null]>(
      'sales',
      'saleId, askUSD, epoch_ms(askAt)',
    );
    const plainly = made.flatMap(({ points, sold }, nth) =>
      sold.flatMap((soldAt, at) => {
        if (soldAt < since || soldAt >= until) return [];
        // The asks here are of no variant
        const asks = phaseSold(at) === null ? points : [];
        const before = asks.filter((point) => point.at < soldAt && point.at >= since - 24 * hour).at(-1);
        return [[`${nth}-${at}`, before?.usd == null ? null : before.usd / 1000, before?.at ?? null]];
      }),
    );
    const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

    expect(plainly.filter(([, , at]) => at !== null).length).toBeGreaterThan(50);
    expect(inOrder(found)).toEqual(inOrder(plainly));
  });

  it('has each sale with the highest bid just before it, of those for any variant and for its own', async () => {
    const found = await read<readonly [string, number | null, number | null]>(
      'sales',
      'saleId, bidUSD, epoch_ms(bidAt)',
    );
    const plainly = made.flatMap(({ sold }, nth) =>
      sold.flatMap((soldAt, at) => {
        if (soldAt < since || soldAt >= until) return [];
        const before = [...new Set([null, phaseSold(at)])].flatMap((phase) => {
          const own = bids(nth).filter((one) => one.phase === phase && one.at < soldAt && one.at >= since - 24 * hour);
          const last = own.sort((a, b) => a.at - b.at).at(-1);
          return last === undefined || last.usd === null ? [] : [last];
        });
        const [best] = before.sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0));
        return [[`${nth}-${at}`, best?.usd == null ? null : best.usd / 1000, best?.at ?? null]];
      }),
    );
    const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

    expect(plainly.filter(([, , at]) => at !== null).length).toBeGreaterThan(50);
    expect(inOrder(found)).toEqual(inOrder(plainly));
  });

  it('has every bid recorded on that day, once', async () => {
    const found = await read<readonly [number]>('bidPoints', 'epoch_ms("at")');
    const within = made.flatMap((_, nth) => bids(nth).filter(({ at }) => at >= since && at < until));

    expect(found.map(([at]) => at).sort()).toEqual(within.map(({ at }) => at).sort());
  });

  it.each(dayFiles)('has proper types: %s', async (file) => {
    const described = await engine.ask<readonly [name: string, type: string]>(
      `DESCRIBE SELECT * FROM read_parquet(${sqlText(pathOf(file))})`,
    );
    const typesOf = (names: RegExp) => [
      ...new Set(described.filter(([name]) => names.test(name)).map(([, type]) => type)),
    ];

    expect(typesOf(/^(at|soldAt|askAt|bidAt)$/)).toEqual(['TIMESTAMP WITH TIME ZONE']);
    expect(typesOf(/[a-z](USD|EUR|CNY|RUB)$/)).toEqual(['DOUBLE']);
    expect(typesOf(/^(game|name|marketplace|phase|effect)$/)).toEqual(['VARCHAR']);
    expect((await read(file, '1')).length).toBeGreaterThan(200);
  });
});

it('knows which days there are', () => {
  expect(boundsOfDay('2024-02-29')).toEqual({ since: Date.UTC(2024, 1, 29), until: Date.UTC(2024, 2, 1) });
  for (const none of ['2026-02-29', '2026-2-1', '2026-13-01', '', 'yesterday', '2026-01-01T00:00'])
    expect(boundsOfDay(none)).toBe(null);
});
