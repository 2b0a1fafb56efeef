import type { LiveOffer } from '../../../src/schema/index.ts';
import { type OpenStore, openStore } from '../../../src/store/open-store.ts';
import type { SaleRow, SeriesRef, StoredRow } from '../../../src/store/store.ts';
import { unknownTraits } from '../book/unknown-traits.ts';
import { kept } from './store-samples.ts';

/*
 * A process that owns a store until it is killed. It prints lines of JSON: first what it finds on opening the folder,
 * then every batch that the store has acknowledged.
 */

const report = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);

const begin = Date.UTC(2026, 0, 1);
const series: SeriesRef = { game: 'CS2', name: 'MP9 | Dark Age (Minimal Wear)', marketplaceId: 3, phase: null };
const prices = { USD: 100, EUR: null, CNY: null, RUB: null };
const perBatch = 20;
/** Each batch has one state of every one of these; its price is the number of the batch. */
const livelyOffers = 5;

const offerOf = (offerId: string, amount: number): LiveOffer => ({
  ...series,
  offerId,
  price: { amount, currency: 'USD' },
  prices,
  ...unknownTraits,
  foundAt: begin,
  changedAt: begin,
  seenAt: begin,
});

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

/**
 * Twenty offers, sales and price points, five states of lively offers, and an offer that is added in one batch and
 * removed in the next.
 */
const batchOf = (batch: number): StoredRow[] => {
  const numbers = Array.from({ length: perBatch }, (_, index) => batch * perBatch + index);
  const offer = (offerId: string, isRemoved = false): StoredRow => ({
    table: 'offers',
    row: offerOf(offerId, batch),
    isRemoved,
  });
  return [
    ...numbers.map((number) => offer(`offer-${number}`)),
    ...numbers.map((number): StoredRow => ({ table: 'sales', row: saleOf(`sale-${number}`, begin + number * 1000) })),
    ...numbers.map(
      (number): StoredRow => ({
        table: 'pricePoints',
        row: { ...series, prices, offerCount: 1, at: begin + number * 1000 },
      }),
    ),
    ...Array.from({ length: livelyOffers }, (_, index) => offer(`lively-${index}`)),
    offer(`passing-${batch}`),
    offer(`passing-${batch - 1}`, true),
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
  const offerIds: string[] = [];
  const lively: number[] = [];
  for await (const page of kept(store, 'offers')) {
    for (const { offerId, price } of page) {
      offerIds.push(offerId);
      if (offerId.startsWith('lively-')) lively.push(price.amount);
    }
  }
  const numbered = offerIds.filter((id) => id.startsWith('offer-')).map((id) => Number(id.slice('offer-'.length)));
  const passing = offerIds.filter((id) => id.startsWith('passing-')).map((id) => Number(id.slice('passing-'.length)));
  const sales = (await store.sales(series, 0)).map(({ soldAt }) => (soldAt - begin) / 1000);
  const points = (await store.priceHistory(series, begin, begin + 10 ** 9, 10 ** 6)).map(
    ({ at }) => (at - begin) / 1000,
  );
  return {
    offers: { ...numbersOf(numbered), isWhole: whole(numbered, acknowledged) },
    sales: { ...numbersOf(sales), isWhole: whole(sales, acknowledged) },
    points: { ...numbersOf(points), isWhole: whole(points, acknowledged) },
    isLivelyLatest:
      lively.length === (acknowledged > 0 ? livelyOffers : lively.length) &&
      lively.every((batch) => batch >= acknowledged),
    isPassingGone: passing.every((batch) => batch >= acknowledged),
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
