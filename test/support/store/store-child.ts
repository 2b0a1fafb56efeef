import { type OpenStore, openStore } from '../../../src/store/open-store.ts';
import type { SaleRow, SeriesRef, StoredRow } from '../../../src/store/store.ts';

/*
 * A process that owns a store until it is killed. It prints lines of JSON: first what it finds on opening the folder,
 * then every batch that the store has acknowledged.
 */

const report = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);

const begin = Date.UTC(2026, 0, 1);
const series: SeriesRef = { game: 'CS2', name: 'MP9 | Dark Age (Minimal Wear)', marketplaceId: 3, phase: null };
const prices = { USD: 100, EUR: null, CNY: null, RUB: null };
const perBatch = 20;
/** Each batch has one state of a day of every one of these. */
const livelySources = 5;

const saleOf = (saleId: string, soldAt: number): SaleRow => ({
  ...series,
  kind: 'sale',
  saleId,
  soldAt,
  price: { amount: 100, currency: 'USD' },
  prices,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
});

const dayOf = (source: string, batch: number): StoredRow => {
  const about = { marketplaceId: 3, source, game: 'CS2', reason: null, knownMs: 0, ages: [] } as const;
  return {
    table: 'sourceDays',
    row: { ...about, day: begin, since: begin, notedTo: begin + batch, completeTo: begin, lateAt: begin },
  };
};

/** Twenty sales and price points, and a state of the day of each lively source, which names the batch. */
const batchOf = (batch: number): StoredRow[] => {
  const numbers = Array.from({ length: perBatch }, (_, index) => batch * perBatch + index);
  return [
    ...numbers.map((number): StoredRow => ({ table: 'sales', row: saleOf(`sale-${number}`, begin + number * 1000) })),
    ...numbers.map(
      (number): StoredRow => ({
        table: 'pricePoints',
        row: { ...series, prices, offerCount: 1, at: begin + number * 1000 },
      }),
    ),
    ...Array.from({ length: livelySources }, (_, index) => dayOf(`lively-${index}`, batch)),
  ];
};

const numbersOf = (values: readonly number[]) => ({ count: values.length, distinct: new Set(values).size });
const whole = (values: readonly number[], upTo: number): boolean => {
  const found = new Set(values);
  for (let number = perBatch; number < (upTo + 1) * perBatch; number += 1) if (!found.has(number)) return false;
  return true;
};

/** What is in the store, compared with the last batch known to be acknowledged. */
const found = async (store: OpenStore, acknowledged: number) => {
  const days = await store.newestSourceDays();
  const sales = (await store.sales(series, 0)).map(({ soldAt }) => (soldAt - begin) / 1000);
  const points = (await store.priceHistory(series, begin, begin + 10 ** 9, 10 ** 6)).map(
    ({ at }) => (at - begin) / 1000,
  );
  return {
    sales: { ...numbersOf(sales), isWhole: whole(sales, acknowledged) },
    points: { ...numbersOf(points), isWhole: whole(points, acknowledged) },
    isLivelyLatest:
      days.length === (acknowledged > 0 ? livelySources : days.length) &&
      days.every(({ notedTo }) => notedTo - begin >= acknowledged),
  };
};

const [folder = '', known = '0', batches = '0'] = process.argv.slice(2);
const acknowledged = Number(known);
const store = await openStore({ at: { folder }, now: Date.now });
report({ found: await found(store, acknowledged) });
// The batch that a kill has cut short is written again, as the service's writer does
for (let batch = acknowledged + 1; batch <= acknowledged + Number(batches); batch += 1) {
  await store.append(batchOf(batch));
  report({ acknowledged: batch });
}
process.stdin.resume();
process.stdin.on('end', () => {
  void store.close().then(() => report({ closed: true }));
});
