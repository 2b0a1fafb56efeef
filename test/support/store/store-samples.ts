import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  type Game,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  nativeCurrencies,
  phaseIn,
  type Variant,
} from '../../../src/schema/index.ts';
import type { SaleRow, SeriesRef, StoredPoint, StoredRow } from '../../../src/store/store.ts';
import { burningFlames } from '../book/effects.ts';

export const day = 86_400_000;
export const startOfTime = Date.UTC(2026, 0, 15, 12);

export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'itemtape-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

export const offerOf = (change: Partial<LiveOffer> = {}): LiveOffer => ({
  game: 'CS2',
  name: 'AK-47 | Slate (Field-Tested)',
  phase: null,
  marketplaceId: 4,
  offerId: 'offer-1',
  price: { amount: 5120, currency: 'USD' },
  prices: { USD: 5120, EUR: 4700, CNY: 36_900, RUB: 410_000 },
  purchaseLink: 'https://example.test/buy/1',
  inspectLink: null,
  float: 0.2345,
  paintIndex: 1035,
  paintSeed: 7,
  stickers: [],
  tradableAt: null,
  ownerId: null,
  foundAt: startOfTime,
  changedAt: startOfTime,
  seenAt: startOfTime,
  ...change,
});

export const saleOf = (change: Partial<SaleRow> = {}): SaleRow => ({
  kind: 'sale',
  marketplaceId: 4,
  game: 'CS2',
  name: 'AK-47 | Slate (Field-Tested)',
  phase: null,
  saleId: 'sale-1',
  soldAt: startOfTime,
  price: { amount: 5000, currency: 'USD' },
  prices: { USD: 5000, EUR: 4600, CNY: 36_000, RUB: 400_000 },
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
  ...change,
});

export const orderOf = (change: Partial<LiveBuyOrder> = {}): LiveBuyOrder => ({
  game: 'CS2',
  name: 'AK-47 | Slate (Field-Tested)',
  phase: null,
  marketplaceId: 4,
  orderId: 'order-1',
  price: { amount: 4000, currency: 'EUR' },
  prices: { USD: 4400, EUR: 4000, CNY: null, RUB: null },
  quantity: 3,
  foundAt: startOfTime,
  changedAt: startOfTime,
  seenAt: startOfTime,
  ...change,
});

export const floorOf = (series: SeriesRef, at: number, USD: number | null): StoredRow => ({
  table: 'pricePoints',
  row: { ...series, at, prices: { USD, EUR: null, CNY: null, RUB: null }, offerCount: USD === null ? 0 : 1 },
});

export const bidOf = (series: SeriesRef, at: number, USD: number | null): StoredRow => ({
  table: 'bidPoints',
  row: { ...series, at, prices: { USD, EUR: null, CNY: null, RUB: null }, orderCount: USD === null ? 0 : 1 },
});

export const medianOf = (series: SeriesRef, at: number, USD: number): StoredRow => ({
  table: 'pastPrices',
  row: {
    ...series,
    kind: 'pastPrice',
    at,
    median: { amount: USD, currency: 'USD' },
    prices: { USD, EUR: null, CNY: null, RUB: null },
    saleCount: 4,
  },
});

/** The plainest definition of thinned price history: slots begin at the first point, and a second has one point. */
export const evenly = (points: readonly StoredPoint[], since: number, until: number, count: number): StoredPoint[] => {
  const sorted = points.filter(({ at }) => at >= since && at <= until).sort((a, b) => a.at - b.at);
  const secondOf = (at: number) => Math.floor(at / 1000);
  const begin = Math.max(since, secondOf(sorted[0]?.at ?? 0) * 1000);
  const slotOf = (at: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(((secondOf(at) * 1000 - begin) * count) / (until - begin))));
  const keyOf = sorted.length <= count ? secondOf : slotOf;
  const lastByKey = new Map(sorted.map((point) => [keyOf(point.at), point]));
  return [...lastByKey.values()];
};

const knownTexts = fc.constantFrom(
  '★ StatTrak™ M9 Bayonet | Doppler (Factory New)',
  '龍王 | "quoted" \\ back\\\\slash',
  "it's {a:String} /* -- ; \t\n\r\u0000 \u2028",
  '\\N',
  'NULL',
  '9007199254740993123',
);
const trickyText = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), knownTexts);
const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) });
const money = fc.record({ amount, currency: fc.constantFrom(...nativeCurrencies) });
const prices = fc.record({ USD: maybe(amount), EUR: maybe(amount), CNY: maybe(amount), RUB: maybe(amount) });
const phase = maybe(fc.constantFrom<Variant>('Phase 1', 'Phase 4', 'Ruby', 'Black Pearl', burningFlames));
const game = fc.constantFrom<Game>('CS2', 'Dota2', 'Rust', 'TF2');
const int32 = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const float = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0); // -0 is stored as 0
const stickers = maybe(
  fc.array(fc.record({ name: trickyText, wear: float, slot: fc.integer({ min: 0, max: 9 }) }), { maxLength: 5 }),
);
const stamps = { foundAt: instant, changedAt: instant, seenAt: instant };
const marketplaceId = fc.integer({ min: 1, max: 27 });

const tf2 = fc.record({
  quality: maybe(trickyText),
  elevatedQuality: maybe(trickyText),
  craftNumber: maybe(int32),
  crateSeries: maybe(int32),
});

const plainOffer: fc.Arbitrary<LiveOffer> = fc.record({
  game,
  name: knownTexts,
  phase,
  marketplaceId,
  offerId: trickyText,
  price: money,
  prices,
  purchaseLink: maybe(trickyText),
  inspectLink: maybe(trickyText),
  float: maybe(float),
  paintIndex: maybe(int32),
  paintSeed: maybe(int32),
  stickers,
  tradableAt: maybe(instant),
  ownerId: maybe(trickyText),
  ...stamps,
});
const anyOffer: fc.Arbitrary<LiveOffer> = fc.oneof(
  plainOffer,
  fc.tuple(plainOffer, tf2).map(([one, traits]) => ({ ...one, stickers: null, tf2: traits })),
);

const anyOrder: fc.Arbitrary<LiveBuyOrder> = fc.record({
  game,
  name: knownTexts,
  phase,
  marketplaceId,
  orderId: trickyText,
  price: money,
  prices,
  quantity: maybe(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  ...stamps,
});
const anyQuote: fc.Arbitrary<LiveQuote> = fc.record({
  game,
  name: knownTexts,
  phase,
  marketplaceId,
  lowest: maybe(money),
  prices,
  offerCount: maybe(fc.integer({ min: 0, max: 1e9 })),
  purchaseLink: maybe(trickyText),
  marketplaceItemId: maybe(trickyText),
  thumbnail: maybe(trickyText),
  ...stamps,
});

/** Offers, buy orders and quotes with texts and numbers of every kind, the same in every run. */
export function sampledStates(count: number) {
  const some = <Row extends LiveOffer | LiveBuyOrder | LiveQuote>(
    of: fc.Arbitrary<Row>,
    selector: (row: Row) => string,
  ): readonly Row[] => {
    // Only items of TF2 have effects
    const real = of.map((row) => ({ ...row, phase: row.game === 'TF2' ? row.phase : phaseIn(row.phase) }));
    const all = fc.uniqueArray(real, { minLength: count, maxLength: count, selector });
    return fc.sample(all, { numRuns: 1, seed: 20_260_115 })[0] ?? [];
  };
  return { offers: some(anyOffer, offerKey), buyOrders: some(anyOrder, orderKey), quotes: some(anyQuote, quoteKey) };
}

export const offerKey = (row: LiveOffer) => JSON.stringify([row.marketplaceId, row.game, row.offerId]);
export const orderKey = (row: LiveBuyOrder) => JSON.stringify([row.marketplaceId, row.game, row.orderId]);
export const quoteKey = (row: LiveQuote) => JSON.stringify([row.marketplaceId, row.game, row.name, row.phase]);
export const sortedBy = <Row>(rows: readonly Row[], key: (row: Row) => string) =>
  [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
