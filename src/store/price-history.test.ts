import { afterAll, beforeAll, expect, it } from 'vitest';
import { floorOf, medianOf, startOfTime, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { type OpenStore, openStore } from './open-store.ts';
import type { SeriesRef } from './store.ts';

const folder = temporaryFolder();
let store: OpenStore;
const hour = 3_600_000;
const begin = startOfTime - 10 * hour;
const seriesOf = (name: string): SeriesRef => ({ marketplaceId: 4, game: 'CS2', name, phase: null });
const pointsOf = async (series: SeriesRef, since = begin, points = 100) =>
  (await store.priceHistory(series, since, startOfTime, points)).map(({ at, prices }) => [at - begin, prices.USD]);

beforeAll(async () => {
  store = await openStore({ at: { folder: folder.path }, now: () => startOfTime });
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

it('keeps the price written last when there are two for one instant', async () => {
  const series = seriesOf('told twice');
  await store.append([floorOf(series, begin, 900), floorOf(series, begin + hour, 1)]);
  for (const USD of [500, 700, 300]) await store.append([floorOf(series, begin, USD)]);

  expect(await pointsOf(series)).toEqual([
    [0, 300],
    [hour, 1],
  ]);
});

it('omits medians after the first floor, even one from before the window', async () => {
  const series = seriesOf('both');
  await store.append([
    floorOf(series, begin + hour, 10),
    floorOf(series, begin + 4 * hour, 11),
    medianOf(series, begin, 20),
    medianOf(series, begin + 3 * hour, 21),
  ]);

  expect(await pointsOf(series)).toEqual([
    [0, 20],
    [hour, 10],
    [4 * hour, 11],
  ]);
  expect(await pointsOf(series, begin + 2 * hour)).toEqual([[4 * hour, 11]]);
});
