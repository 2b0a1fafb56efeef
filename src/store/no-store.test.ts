import { expect, it } from 'vitest';
import { saleOf } from '../../test/support/store/store-samples.ts';
import { NoDatabase } from '../schema/index.ts';
import { noStore } from './no-store.ts';
import { Writer } from './writer.ts';

it('has nothing for a start, and refuses every question about the past', async () => {
  const { lastRates, lastReadings, newestSourceDays, coverage } = noStore;
  for (const ask of [lastRates, lastReadings, newestSourceDays, coverage]) expect(await ask()).toEqual([]);

  const series = { marketplaceId: 1, game: 'CS2', name: 'P250', phase: null } as const;
  const candles = { ...series, currency: 'USD', width: '1h', since: 0, until: 1 } as const;
  const span = { since: 0, keptTo: 1, base: 0, isEnded: false };
  for (const ask of [
    () => noStore.sales(series, 0),
    () => noStore.saleCounts('CS2', ['P250'], 0),
    () => noStore.priceHistory(series, 0, 1, 10),
    () => noStore.candles(candles),
    () => noStore.bidCandles(candles),
    () => noStore.saleCandles(candles),
    () => noStore.historyStart({ ...series, marketplaceIds: null }),
    () => noStore.itemHistory({ ...candles, marketplaceIds: null, points: 1, sales: 1, salesSince: 0 }),
    () => noStore.conditions({ marketplaceId: null, game: null, from: 0, to: 1 }),
    () => noStore.states.itemAt(span, 'CS2', 'P250', 1),
  ])
    await expect(ask()).rejects.toBeInstanceOf(NoDatabase);
});

it('makes no row wait, and lets the tape know at once that it needs none of it', async () => {
  const marks: number[] = [];
  const mark = async ({ sequence }: { readonly sequence: number }) => void marks.push(sequence);
  const writer = new Writer({ store: { ...noStore, mark } });
  writer.push([{ table: 'sales', row: saleOf({ saleId: 'one' }) }]);
  writer.mark({ epoch: 'e', sequence: 7 });

  expect(writer.stats()).toMatchObject({ waiting: 0, pushed: 0, settled: 0, notWritingSince: null });
  expect([...writer.rowsOf(['sales'])]).toEqual([]);
  await writer.stop(1_000);
  expect(marks).toEqual([7]);
});
