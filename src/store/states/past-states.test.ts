import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  offerKey,
  offerOf,
  orderOf,
  sortedBy,
  startOfTime,
  temporaryFolder,
} from '../../../test/support/store/store-samples.ts';
import { type DatedFloor, type LiveOffer, type LiveQuote, noPrices, type Rate } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../open-store.ts';
import type { StoredRow, StoredSpan } from '../store.ts';

const name = 'AK-47 | Slate (Field-Tested)';
const euro: Rate = { currency: 'EUR', perUsd: 0.9, ratedAt: startOfTime, source: 'ecb' };
const minute = 60_000;
const prices = { USD: 5120, EUR: 4700, CNY: null, RUB: null };

const quote: LiveQuote = {
  ...{ game: 'CS2', name, phase: null, marketplaceId: 7, prices, offerCount: 2 },
  ...{ lowest: { amount: 5120, currency: 'USD' }, purchaseLink: null, marketplaceItemId: null, thumbnail: null },
  ...{ foundAt: startOfTime, changedAt: startOfTime, seenAt: startOfTime },
};
const unpriced: LiveQuote = { ...quote, marketplaceId: 8, lowest: null, prices: noPrices, offerCount: 0 };
const figure: DatedFloor = { game: 'CS2', name, phase: null, marketplaceId: 7, prices, offerCount: 2, at: startOfTime };

const folder = temporaryFolder;
let location: ReturnType<typeof folder>;
let clock = startOfTime;
let store: OpenStore;
const open = () => openStore({ at: { folder: location.path }, now: () => clock, statesDays: 3_650 });

beforeEach(async () => {
  clock = startOfTime;
  location = folder();
  store = await open();
});
afterEach(async () => {
  await store.close();
  location.remove();
});

let sequence = 0;
const seen = (at: number) => ({ source: 'test', seenAt: at, earliest: at });

const offerState = (state: LiveOffer, at: number, isRemoved = false): StoredRow => {
  sequence += 1;
  return { table: 'offerStates', row: { state, publishedAt: at, sequence }, isRemoved };
};

const lastSpan = (): StoredSpan => store.states.spans().at(-1) as StoredSpan;
const itemAt = (at: number, span = lastSpan()) => store.states.itemAt(span, 'CS2', name, at);
const amountsAt = async (at: number, span = lastSpan()) =>
  sortedBy((await itemAt(at, span)).offers, offerKey).map(({ offerId, price }) => [offerId, price.amount]);

const copyOf = <State>(state: State) => ({ state, publishedAt: store.states.begun() ?? 0, sequence: 0 });
const offerCopy = (state: LiveOffer): StoredRow => ({ table: 'offerStates', row: copyOf(state), isRemoved: false });

/** Writes a base of some offers. */
const layBase = async (...offers: readonly LiveOffer[]) => {
  store.states.begin(sequence);
  await store.append(offers.map(offerCopy));
  await store.states.lay(clock);
};

const priced = (offerId: string, amount: number): LiveOffer => offerOf({ offerId, price: { amount, currency: 'USD' } });

describe('past states', () => {
  it('are those of the item in a base, and none of another item', async () => {
    const publishedAt = store.states.begin(sequence);
    await store.append([
      offerCopy(offerOf()),
      offerCopy(offerOf({ offerId: 'other', name: 'AK-47 | Redline (Field-Tested)' })),
      { table: 'buyOrderStates', row: copyOf(orderOf()), isRemoved: false },
      { table: 'quoteStates', row: copyOf(quote) },
      { table: 'quoteStates', row: copyOf(unpriced) },
      { table: 'figureStates', row: copyOf(figure) },
      { table: 'rateStates', row: { ...euro, publishedAt } },
    ]);
    await store.states.lay(clock);

    const found = await itemAt(clock);
    expect(found.offers).toEqual([offerOf()]);
    expect(found.buyOrders).toEqual([orderOf()]);
    expect(found.quotes).toEqual([quote, unpriced]);
    expect(found.figures).toEqual([figure]);
    expect(found.rates).toEqual([euro]);
    expect(found.readings).toEqual([]);
  });

  it('are the last by the instant, to the millisecond and in the order of their sequences', async () => {
    await layBase(priced('a', 1));
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

  it('continue while the next base is written, whose copies count only once all of them are there', async () => {
    await layBase(priced('a', 1), priced('b', 1), priced('c', 1), priced('d', 1));
    const first = lastSpan();
    const late = [offerState(priced('a', 2), clock + 5)];
    clock += 10;
    const base = store.states.begin(sequence);
    // Published before it began, and stored afterwards
    await store.append(late);
    await store.append([
      offerCopy(priced('a', 2)),
      offerState(priced('b', 2), base),
      offerCopy(priced('b', 2)),
      offerCopy(priced('c', 1)),
      offerCopy(priced('d', 1)),
      offerState(priced('c', 1), base + 2, true),
      offerState(priced('e', 7), base + 3),
      offerState(priced('d', 2), base + 4),
    ]);
    const all = [
      ['a', 2],
      ['b', 2],
      ['d', 2],
      ['e', 7],
    ];
    const whileWritten = async () => {
      expect(await amountsAt(base - 6, first)).toEqual(['a', 'b', 'c', 'd'].map((offerId) => [offerId, 1]));
      expect(await amountsAt(base - 1, first)).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, id === 'a' ? 2 : 1]));
      expect(await amountsAt(base + 1, first)).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, id < 'c' ? 2 : 1]));
      expect(await amountsAt(base + 4, first)).toEqual(all);
    };
    await whileWritten();
    expect(store.states.spans()).toEqual([first]);

    clock += 10;
    await store.states.lay(clock);
    const [ended, second] = store.states.spans() as [StoredSpan, StoredSpan];
    expect([ended.keptTo, second.base, second.since]).toEqual([clock, base, clock]);
    await whileWritten();
    expect(await amountsAt(clock, second)).toEqual(all);
    await store.append([offerState(priced('a', 3), clock + 1)]);
    expect(await amountsAt(clock + 1)).toEqual([['a', 3], ...all.slice(1)]);
  });

  it('go on from the former base where the next one was never laid', async () => {
    await layBase(priced('a', 1), priced('b', 1));
    clock += 10;
    store.states.begin(sequence);
    await store.append([offerCopy(priced('b', 1)), offerState(priced('a', 2), clock)]);
    await store.close();

    store = await open();
    store.states.resume(clock);
    clock += minute;
    await store.append([offerState(priced('b', 2), clock)]);
    expect(store.states.spans().map(({ base }) => base)).toEqual([startOfTime, startOfTime]);
    expect(await amountsAt(clock - 1)).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(await amountsAt(clock)).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
  });

  it('are kept up to the noted instant, and over a stop, the time of which is left out', async () => {
    await layBase(priced('a', 1));
    await store.states.keptTo(clock + minute);
    expect(store.states.isOpen()).toBe(true);
    await store.close();
    store = await open();
    expect(store.states.isOpen()).toBe(false);

    clock += 10 * minute;
    const lastAt = startOfTime + minute + 5;
    store.states.resume(lastAt);
    await store.append([offerState(priced('a', 2), lastAt), offerState(priced('b', 2), clock)]);
    const spans = [
      { since: startOfTime, base: startOfTime, keptTo: lastAt, isEnded: false },
      { since: clock, base: startOfTime, keptTo: clock, isEnded: false },
    ];
    expect(store.states.spans()).toEqual(spans);
    expect(await amountsAt(lastAt, spans[0])).toEqual([['a', 2]]);
    expect(await amountsAt(clock)).toEqual([
      ['a', 2],
      ['b', 2],
    ]);

    await store.states.keptTo(clock);
    await store.close();
    store = await open();
    expect(store.states.spans()).toEqual(spans);
  });

  it('do not exist before a base and after a break', async () => {
    await store.append([offerState(priced('a', 1), clock)]);
    await layBase();
    expect(await amountsAt(clock)).toEqual([]);

    store.states.breakOff();
    await store.append([offerState(priced('a', 2), clock + 1)]);
    await store.states.keptTo(clock + 2);
    expect(await amountsAt(clock + 2)).toEqual([]);
    expect(lastSpan().keptTo).toBe(clock);
    expect(store.states.isOpen()).toBe(false);
  });

  it('do not go on after a break, once no later start reads again what was lost', async () => {
    const resumed = async () => {
      await store.close();
      store = await open();
      store.states.resume(clock);
      return store.states.isOpen();
    };
    await layBase();
    store.states.breakOff();
    expect(await resumed()).toBe(true);
    store.states.breakOff();
    await store.mark({ epoch: 'e', sequence: 1 });
    expect(await resumed()).toBe(false);

    clock += 1;
    await layBase(priced('a', 1));
    await store.mark({ epoch: 'e', sequence: 2 });
    expect(await resumed()).toBe(true);
    // As with a run that keeps no states
    await store.close();
    store = await open();
    await store.mark({ epoch: 'e', sequence: 3 });
    expect(await resumed()).toBe(false);
  });

  it('are not kept from a base of which something was lost', async () => {
    await layBase();
    clock += 1;
    store.states.begin(sequence);
    store.states.breakOff();
    await store.append([offerCopy(priced('a', 1)), offerState(priced('b', 1), clock)]);
    await store.states.lay(clock);
    expect(store.states.spans()).toHaveLength(1);
    expect(store.states.isOpen()).toBe(false);
  });

  it('are the same however often a batch is written', async () => {
    await layBase();
    const batch = [offerState(priced('a', 1), clock + 1), offerState(priced('a', 2), clock + 2)];
    await store.append(batch);
    await store.append(batch);
    expect(await amountsAt(clock + 1)).toEqual([['a', 1]]);
    expect(await amountsAt(clock + 2)).toEqual([['a', 2]]);
  });
});
