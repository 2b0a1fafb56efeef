import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { burningFlames } from '../../test/support/book/effects.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { bidOf, day, floorOf, saleOf, startOfTime, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { createSeededRandom } from '../stage/market/seeded-random.ts';
import { type OpenStore, openStore } from './open-store.ts';
import type { CandleQuery, SeriesRef, StoredCandle, StoredRow } from './store.ts';

const folder = temporaryFolder();
let store: OpenStore;
const begin = Date.UTC(2026, 0, 2);
const span = 6 * day;
const random = createSeededRandom(5);
const markets = [1, 2, 3, 4] as const;
const phases = [null, 'Ruby', burningFlames] as const;
/** Each item has twelve series. */
const itemCount = extent({ short: 8, long: 125 });
const widths = { '5m': 300_000, '1h': 3_600_000, '1d': day } as const;

type Point = { readonly at: number; readonly usd: number | null };
type Series = { readonly ref: SeriesRef; readonly points: readonly Point[] };

/** A thousand series in the long run: prices that change at any time and are sometimes missing. */
const made: readonly Series[] = Array.from({ length: itemCount }, (_, item) =>
  phases.flatMap((phase, variant) =>
    markets.map((marketplaceId): Series => {
      const key = item * 100 + variant * 10 + marketplaceId;
      const times = Array.from(
        { length: 5 + Math.floor(random.of(key, 1) * 40) },
        (_, at) => begin + Math.floor(random.of(key, at, 2) * (at % 3 === 0 ? span : 3 * 3_600_000)),
      );
      const points = [...new Set(times)]
        .sort((a, b) => a - b)
        .map((at, index) => ({
          at,
          usd: random.of(key, index, 3) < 0.1 ? null : 1_000 + Math.floor(random.of(key, index, 4) * 9_000),
        }));
      return { ref: { marketplaceId, game: 'CS2', name: `Item ${item}`, phase }, points };
    }),
  ),
).flat();

const rows = (): StoredRow[] =>
  made.flatMap(({ ref, points }) => points.flatMap(({ at, usd }) => [floorOf(ref, at, usd), bidOf(ref, at, usd)]));

beforeAll(async () => {
  store = await openStore({ at: { folder: folder.path }, now: () => startOfTime });
  const all = rows();
  // As when the acknowledgement of a batch is lost and it is sent again
  for (let from = 0; from < all.length; from += 5_000) {
    const batch = all.slice(from, from + 5_000);
    await store.append(batch);
    await store.append(batch);
  }
  await store.append(all.slice(all.length >> 3, all.length >> 1).reverse());
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

const known = (amounts: readonly (number | null)[]): number[] => amounts.filter((amount) => amount !== null);
const lowest = (amounts: readonly (number | null)[]): number | null => {
  const found = known(amounts);
  return found.length === 0 ? null : Math.min(...found);
};
const highest = (amounts: readonly (number | null)[]): number | null => {
  const found = known(amounts);
  return found.length === 0 ? null : Math.max(...found);
};

const slotsOf = (points: readonly Point[], width: number): number[] =>
  [...new Set(points.map(({ at }) => Math.floor(at / width) * width))].sort((a, b) => a - b);

const within = (points: readonly Point[], slot: number, width: number): Point[] =>
  points.filter(({ at }) => at >= slot && at < slot + width);

const ofOne = (points: readonly Point[], width: number): StoredCandle[] =>
  slotsOf(points, width).map((at) => {
    const inSlot = within(points, at, width);
    const amounts = inSlot.map(({ usd }) => usd);
    return {
      at,
      open: amounts[0] ?? null,
      high: highest(amounts),
      low: lowest(amounts),
      close: amounts.at(-1) ?? null,
      count: inSlot.length,
      volume: null,
    };
  });

/** Walks through every price of every series, noting the best. */
function overAll(series: readonly Series[], width: number, of: 'ask' | 'bid' = 'ask'): StoredCandle[] {
  const [best, worst] = of === 'ask' ? [lowest, highest] : [highest, lowest];
  const points = series
    .flatMap(({ points: own }, number) => own.map((point) => ({ ...point, number })))
    .sort((a, b) => a.at - b.at);
  return slotsOf(points, width).map((at) => {
    const standing = series.map(({ points: own }) => own.findLast((point) => point.at < at)?.usd ?? null);
    const began = [...standing];
    const inSlot = points.filter((point) => point.at >= at && point.at < at + width);
    const bests = [best(began)];
    for (const { number, usd } of inSlot) {
      standing[number] = usd;
      bests.push(best(standing));
    }
    const worsts = began.map((amount, number) =>
      amount === null ? null : worst([amount, ...inSlot.filter((one) => one.number === number).map(({ usd }) => usd)]),
    );
    const far = best(worsts) ?? worst(inSlot.map(({ usd }) => usd));
    const near = best(bests);
    return {
      at,
      open: best(began),
      high: of === 'ask' ? far : near,
      low: of === 'ask' ? near : far,
      close: best(standing),
      count: inSlot.length,
      volume: null,
    };
  });
}

const query = (
  ref: Omit<SeriesRef, 'marketplaceId'>,
  more: Pick<CandleQuery, 'marketplaceId' | 'width'>,
): CandleQuery => ({
  ...ref,
  ...more,
  currency: 'USD',
  since: begin,
  until: begin + span,
});

describe('candles after batches that were written twice', () => {
  it('equal those computed from the raw points, for every series', async () => {
    expect(made).toHaveLength(12 * itemCount);
    for (const [at, { ref, points }] of made.entries()) {
      const width = (['5m', '1h', '1d'] as const)[at % 3] ?? '1d';
      const found = await store.candles(query(ref, { marketplaceId: ref.marketplaceId, width }));
      expect(found, `${ref.name} ${ref.phase} ${ref.marketplaceId} ${width}`).toEqual(ofOne(points, widths[width]));
    }
  });

  it('equal a walk through every price over all marketplaces, variants apart', async () => {
    for (let item = 0; item < itemCount; item += 1) {
      for (const phase of phases) {
        const width = (['5m', '1h', '1d'] as const)[item % 3] ?? '1d';
        const series = made.filter(({ ref }) => ref.name === `Item ${item}` && ref.phase === phase);
        const found = await store.candles(
          query({ game: 'CS2', name: `Item ${item}`, phase }, { marketplaceId: null, width }),
        );
        expect(found, `${item} ${phase} ${width}`).toEqual(overAll(series, widths[width]));
      }
    }
  });

  it('start over all marketplaces with the prices from before the requested range', async () => {
    const series = made.filter(({ ref }) => ref.name === 'Item 1' && ref.phase === null);
    const since = begin + 4 * day;
    const found = await store.candles({
      ...query({ game: 'CS2', name: 'Item 1', phase: null }, { marketplaceId: null, width: '1h' }),
      since,
    });
    expect(found).toEqual(overAll(series, widths['1h']).filter(({ at }) => at >= since));
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('candles up to an instant within an interval', () => {
  it.each(['5m', '1h', '1d'] as const)('of %s contain nothing from then on', async (width) => {
    for (const [at, { ref, points }] of made.slice(0, 40).entries()) {
      const until = (points[Math.floor(points.length / 2)]?.at ?? begin) + (at % 2);
      const before = (one: Series) => ({ ...one, points: one.points.filter((point) => point.at < until) });
      const { marketplaceId } = ref;
      const found = await store.candles({ ...query(ref, { marketplaceId, width }), until });
      expect(found, `${ref.name} ${ref.phase} ${marketplaceId}`).toEqual(
        ofOne(before({ ref, points }).points, widths[width]),
      );

      const series = made.filter((one) => one.ref.name === ref.name && one.ref.phase === ref.phase).map(before);
      const best = await store.candles({ ...query(ref, { marketplaceId: null, width }), until });
      expect(best, `${ref.name} ${ref.phase}`).toEqual(overAll(series, widths[width]));
    }
  });
});

describe('candles of bids after batches that were written twice', () => {
  it('equal those computed from the raw points, on one marketplace', async () => {
    const whole = made.filter(({ ref }) => ref.phase === null);
    for (const [at, { ref, points }] of whole.entries()) {
      const width = (['5m', '1h', '1d'] as const)[at % 3] ?? '1d';
      const found = await store.bidCandles(query(ref, { marketplaceId: ref.marketplaceId, width }));
      expect(found, `${ref.name} ${ref.marketplaceId} ${width}`).toEqual(ofOne(points, widths[width]));
    }
  });

  it('equal a walk through every bid, with bids for any variant counting for each', async () => {
    for (let item = 0; item < itemCount; item += 1) {
      const width = (['5m', '1h', '1d'] as const)[item % 3] ?? '1d';
      for (const phase of phases)
        for (const marketplaceId of phase === null ? [null] : [null, 2]) {
          const series = made.filter(
            ({ ref }) =>
              ref.name === `Item ${item}` &&
              (ref.phase === null || ref.phase === phase) &&
              (marketplaceId === null || ref.marketplaceId === marketplaceId),
          );
          const found = await store.bidCandles(
            query({ game: 'CS2', name: `Item ${item}`, phase }, { marketplaceId, width }),
          );
          expect(found, `${item} ${phase} ${marketplaceId} ${width}`).toEqual(overAll(series, widths[width], 'bid'));
        }
    }
  });
});

it('gives count and volume of sales, counting a sale that came twice once', async () => {
  const sale = (
    saleId: string,
    minutes: number,
    usd: number,
    marketplaceId = 4,
    phase: 'Ruby' | null = null,
  ): StoredRow => ({
    table: 'sales',
    row: saleOf({
      saleId,
      marketplaceId,
      phase,
      name: 'Sold',
      soldAt: begin + minutes * 60_000,
      prices: { USD: usd, EUR: null, CNY: null, RUB: null },
    }),
  });
  const sold = [
    sale('a', 1, 500),
    sale('b', 30, 700),
    sale('c', 59, 600),
    sale('d', 61, 900),
    sale('e', 62, 800, 2, 'Ruby'),
  ];
  await store.append(sold);
  await store.append(sold);
  const ask = (marketplaceId: number | null, phase: 'Ruby' | null = null) =>
    store.saleCandles(query({ game: 'CS2', name: 'Sold', phase }, { marketplaceId, width: '1h' }));

  expect(await ask(null)).toEqual([
    { at: begin, open: 500, high: 700, low: 500, close: 600, count: 3, volume: 1_800 },
    { at: begin + 3_600_000, open: 900, high: 900, low: 800, close: 800, count: 2, volume: 1_700 },
  ]);
  expect((await ask(4)).map(({ count }) => count)).toEqual([3, 1]);
  expect(await ask(null, 'Ruby')).toEqual([
    { at: begin + 3_600_000, open: 800, high: 800, low: 800, close: 800, count: 1, volume: 800 },
  ]);
});

/** The last price of each day. */
const closesIn = (points: readonly Point[], since: number, until: number): ReadonlyMap<number, number | null> =>
  new Map(points.filter(({ at }) => at >= since && at < until).map(({ at, usd }) => [Math.floor(at / day) * day, usd]));

describe('what items brought by day', () => {
  it.each(['bid', 'ask'] as const)(
    'is the best close of each %s over the marketplaces that count, less their shares',
    async (side) => {
      const shares = new Map([
        [1, 0.85],
        [3, 1],
      ]);
      const items = Array.from({ length: itemCount }, (_, item) =>
        phases.map((variant) => ({ name: `Item ${item}`, variant })),
      ).flat();
      const [since, until] = [begin + day, begin + 4 * day];
      const found = await store.dailyWorths({ game: 'CS2', side, items, shares, currency: 'USD', since, until });

      const expected = items.map(({ name, variant }) => {
        const days = new Map<number, number>();
        // A bid for any variant is one for each
        const isForAny = (phase: SeriesRef['phase']) => side === 'bid' && phase === null;
        const counting = made.filter(({ ref }) => ref.name === name && (ref.phase === variant || isForAny(ref.phase)));
        for (const { ref, points } of counting)
          for (const [at, usd] of closesIn(points, since, until)) {
            const share = shares.get(ref.marketplaceId);
            if (share !== undefined) days.set(at, Math.max(days.get(at) ?? 0, Math.round((usd ?? 0) * share)));
          }
        return days;
      });
      expect(found.map((days) => [...days].sort())).toEqual(expected.map((days) => [...days].sort()));
      expect(expected.some(({ size }) => size > 1)).toBe(true);
    },
  );
});

it('every rate that was stored can be read again', async () => {
  const rate = { currency: 'EUR', perUsd: 0.9, ratedAt: begin, source: 'ecb' } as const;
  const later = { ...rate, perUsd: 0.8, ratedAt: begin + day };
  await store.append([rate, later, { ...rate, currency: 'GBP' as const }].map((row) => ({ table: 'rates', row })));
  expect(await store.pastRates()).toEqual([rate, later]);
});
