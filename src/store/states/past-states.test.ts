import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  offerKey,
  offerOf,
  orderOf,
  sortedBy,
  startOfTime,
  temporaryFolder,
} from '../../../test/support/store/store-samples.ts';
import type { DatedFloor, LiveOffer, LiveQuote, Rate } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../open-store.ts';
import type { KeptBase, StoredRow } from '../store.ts';

const name = 'AK-47 | Slate (Field-Tested)';
const euro: Rate = { currency: 'EUR', perUsd: 0.9, ratedAt: startOfTime, source: 'ecb' };
const minute = 60_000;
const prices = { USD: 5120, EUR: 4700, CNY: null, RUB: null };

const quote: LiveQuote = {
  ...{ game: 'CS2', name, phase: null, marketplaceId: 7, prices, offerCount: 2 },
  ...{ lowest: { amount: 5120, currency: 'USD' }, purchaseLink: null, marketplaceItemId: null, thumbnail: null },
  ...{ foundAt: startOfTime, changedAt: startOfTime, seenAt: startOfTime },
};
const figure: DatedFloor = { game: 'CS2', name, phase: null, marketplaceId: 7, prices, offerCount: 2, at: startOfTime };

const folder = temporaryFolder;
let place: ReturnType<typeof folder>;
let clock = startOfTime;
let store: OpenStore;
const open = () => openStore({ at: { folder: place.path }, now: () => clock, statesDays: 3_650 });

beforeEach(async () => {
  clock = startOfTime;
  place = folder();
  store = await open();
});
afterEach(async () => {
  await store.close();
  place.remove();
});

let sequence = 0;
const seen = (at: number) => ({ source: 'test', seenAt: at, earliest: at });

const offerState = (state: LiveOffer, at: number, isRemoved = false): StoredRow => {
  sequence += 1;
  return { table: 'offerStates', row: { state, publishedAt: at, sequence }, isRemoved };
};

const lastBase = (): KeptBase => store.states.bases().at(-1) as KeptBase;
const itemAt = (at: number, base = lastBase()) => store.states.itemAt(base, 'CS2', name, at);
const amountsAt = async (at: number, base = lastBase()) =>
  sortedBy((await itemAt(at, base)).offers, offerKey).map(({ offerId, price }) => [offerId, price.amount]);

const priced = (offerId: string, amount: number): LiveOffer => offerOf({ offerId, price: { amount, currency: 'USD' } });

describe('past states', () => {
  it('are those of the item in a base, and none of another item', async () => {
    await store.append([
      { table: 'offers', row: offerOf(), isRemoved: false },
      { table: 'offers', row: offerOf({ offerId: 'other', name: 'AK-47 | Redline (Field-Tested)' }), isRemoved: false },
      { table: 'offers', row: offerOf({ offerId: 'gone' }), isRemoved: true },
      { table: 'buyOrders', row: orderOf(), isRemoved: false },
      { table: 'quotes', row: quote },
      { table: 'figures', row: figure },
    ]);
    await store.states.layBase([euro], true);

    const found = await itemAt(clock);
    expect(found.offers).toEqual([offerOf()]);
    expect(found.buyOrders).toEqual([orderOf()]);
    expect(found.quotes).toEqual([quote]);
    expect(found.figures).toEqual([figure]);
    expect(found.rates).toEqual([euro]);
    expect(found.readings).toEqual([]);
  });

  it('are the last by the instant, to the millisecond and in the order of their sequences', async () => {
    await store.append([{ table: 'offers', row: priced('a', 1), isRemoved: false }]);
    await store.states.layBase([], true);
    await store.append([
      offerState(priced('a', 2), clock + 5),
      offerState(priced('a', 3), clock + 5),
      offerState(priced('b', 7), clock + 6),
      offerState(priced('a', 3), clock + 8, true),
      { table: 'rateStates', row: { ...euro, publishedAt: clock + 6 } },
      { table: 'rateStates', row: { ...euro, perUsd: 0.95, publishedAt: clock + 7 } },
      {
        table: 'readings',
        row: {
          marketplaceId: 4,
          game: 'CS2',
          name: null,
          kinds: ['offer', 'quote'],
          source: 'test',
          seenAt: clock + 5,
          earliest: clock + 5,
          at: clock + 7,
        },
      },
      {
        table: 'readings',
        row: { marketplaceId: 4, game: 'CS2', name, kinds: ['offer'], ...seen(clock + 6), at: clock + 9 },
      },
      {
        table: 'readings',
        row: { marketplaceId: 4, game: 'Rust', name: null, kinds: ['offer'], ...seen(clock), at: clock },
      },
    ]);

    expect(await amountsAt(clock + 4)).toEqual([['a', 1]]);
    expect(await amountsAt(clock + 5)).toEqual([['a', 3]]);
    expect(await amountsAt(clock + 7)).toEqual([
      ['a', 3],
      ['b', 7],
    ]);
    expect(await amountsAt(clock + 8)).toEqual([['b', 7]]);
    const at = async (instant: number) => {
      const { rates, readings } = await itemAt(instant);
      return [
        rates.map(({ perUsd }) => perUsd),
        readings.map(({ name: of, kinds, seenAt }) => [of, kinds, seenAt - clock]),
      ];
    };
    expect(await at(clock + 5)).toEqual([[], []]);
    expect(await at(clock + 7)).toEqual([[0.95], [[null, ['offer', 'quote'], 5]]]);
    expect(await at(clock + 9)).toEqual([
      [0.95],
      [
        [name, ['offer'], 6],
        [null, ['offer', 'quote'], 5],
      ],
    ]);
  });

  it('continue after the next base, at which the former one ends', async () => {
    await store.states.layBase([], true);
    await store.append([
      { table: 'offers', row: priced('a', 2), isRemoved: false },
      offerState(priced('a', 2), clock + 5),
    ]);
    await store.states.layBase([], false);
    const [first, second] = store.states.bases() as [KeptBase, KeptBase];
    expect([first.keptTo, second.at]).toEqual([clock + 5, clock + 5]);
    await store.append([offerState(priced('a', 3), clock + 5)]);

    expect(await amountsAt(clock + 4, first)).toEqual([]);
    expect(await amountsAt(clock + 5, first)).toEqual([['a', 2]]);
    expect(await amountsAt(clock + 5, second)).toEqual([['a', 3]]);
  });

  it('are kept up to the noted instant, and over a stop as far as the tape fills it in', async () => {
    await store.states.layBase([], true);
    await store.states.keptTo(clock + minute);
    expect(store.states.isOpen()).toBe(true);
    await store.close();
    store = await open();
    expect(store.states.isOpen()).toBe(false);

    store.states.resume();
    await store.append([offerState(priced('a', 2), clock + minute + 5)]);
    clock += 10 * minute;
    await store.states.layBase([], true);
    const [first, second] = store.states.bases() as [KeptBase, KeptBase];
    expect([first.keptTo, second.at, second.runBegan]).toEqual([startOfTime + minute + 5, clock, clock]);
    expect(await amountsAt(first.keptTo, first)).toEqual([['a', 2]]);

    await store.close();
    store = await open();
    store.states.resume();
    await store.append([offerState(priced('a', 3), clock + 5 * minute)]);
    clock += 10 * minute;
    await store.states.layBase([], true);
    // The five minutes between the two may lack changes
    expect(store.states.bases()[1]?.keptTo).toBe(second.at);
  });

  it('do not exist before a base and after a break', async () => {
    await store.append([offerState(priced('a', 1), clock)]);
    await store.states.layBase([], true);
    expect(await amountsAt(clock)).toEqual([]);

    store.states.breakOff();
    await store.append([offerState(priced('a', 2), clock + 1)]);
    await store.states.keptTo(clock + 2);
    expect(await amountsAt(clock + 2)).toEqual([]);
    expect(lastBase().keptTo).toBe(clock);
    expect(store.states.isOpen()).toBe(false);
  });

  it('are the same however often a batch is written', async () => {
    await store.states.layBase([], true);
    const batch = [offerState(priced('a', 1), clock + 1), offerState(priced('a', 2), clock + 2)];
    await store.append(batch);
    await store.append(batch);
    expect(await amountsAt(clock + 1)).toEqual([['a', 1]]);
    expect(await amountsAt(clock + 2)).toEqual([['a', 2]]);
  });
});
