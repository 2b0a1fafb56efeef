import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../test/support/book/all-of.ts';
import { unknownTraits } from '../../../test/support/book/unknown-traits.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { Book } from '../../book/book.ts';
import { dmarket } from '../../connectors/dmarket/index.ts';
import { skinport } from '../../connectors/skinport/index.ts';
import type { NormalBuyOrder, NormalOffer, NormalQuote } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { Writer } from '../../store/writer.ts';
import { Maintenance, type ReadableSource } from './maintenance.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Half an hour past the hour, so that the next one begins soon. */
const noon = Date.UTC(2026, 0, 15, 12, 30);
const dmarketId = 4;
const skinportId = 3;
const prices = { USD: 5000, EUR: null, CNY: null, RUB: null };

const dmarketOffers: ReadableSource = {
  slug: 'dmarket',
  game: 'CS2',
  yields: ['offer', 'buyOrder'],
  state: 'live',
  lastReadAt: noon,
};

const offer = (name: string, offerId: string): NormalOffer => ({
  kind: 'offer',
  game: 'CS2',
  name,
  phase: null,
  offerId,
  price: { amount: 5000, currency: 'USD' },
  prices,
  ...unknownTraits,
});

const order = (name: string, orderId: string): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'CS2',
  name,
  phase: null,
  orderId,
  price: { amount: 5000, currency: 'USD' },
  prices,
  quantity: 1,
});

const quote = (name: string, offerCount: number): NormalQuote => ({
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: { amount: 4000, currency: 'USD' },
  prices: { ...prices, USD: 4000 },
  offerCount,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

describe('maintenance', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  let writer: Writer;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let book: Book;
  let maintenance: Maintenance;
  let start: () => Maintenance;
  let clock = noon;
  let stopping: AbortController;
  let sources: readonly ReadableSource[];
  let forgotten: number;
  let mishap: Error | null;
  let test = 0;
  let name = '';

  beforeAll(async () => {
    store = await openStore({ at: { folder: folder.path }, now: () => clock });
    writer = new Writer({ store });
    publishing = await openPublishing({ writer, now: () => clock });
  });
  afterAll(async () => {
    await publishing.close();
    await writer.stop();
    await store.close();
    folder.remove();
  });

  beforeEach(() => {
    test += 1;
    // A separate name, since the tests share one database
    name = `Made-up Case ${test}`;
    clock = noon;
    stopping = new AbortController();
    sources = [dmarketOffers];
    forgotten = 0;
    mishap = null;
    book = new Book();
    const forget = async () => {
      forgotten += 1;
      if (mishap !== null) throw mishap;
      await store.forgetItems();
    };
    const connectors = [skinport, dmarket];
    rmSync(join(folder.path, 'items-forgotten'), { force: true });
    start = () =>
      new Maintenance({
        book,
        writer,
        publisher: publishing.publisher,
        forgetting: { everyDays: 2, forget },
        connectors,
        health: () => sources,
        keepHours: 48,
        dataFolder: folder.path,
        now: () => clock,
        signal: stopping.signal,
      });
    maintenance = start();
  });

  const stamp = (marketplaceId: number) => ({ marketplaceId, source: 'test', at: clock });
  /** Runs it once a minute, as the service does. */
  const passMinutes = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      clock += minute;
      await maintenance.run();
    }
  };
  /** Runs it often enough for the whole time to count. */
  const readFor = async (hours: number) => {
    await maintenance.run();
    for (const end = clock + hours * hour; clock < end; ) {
      clock += 4 * minute;
      await maintenance.run();
    }
  };
  const pointsOf = async (marketplaceId: number) => {
    await publishing.recorder.flush();
    await writer.flush();
    const series = { marketplaceId, game: 'CS2', name, phase: null } as const;
    return await store.priceHistory(series, clock - 90 * 24 * hour, clock, 10_000);
  };

  it('writes a bid point for every series with a buy order at each hour', async () => {
    book.apply([order(name, 'x')], stamp(dmarketId));
    const begin = Math.floor(noon / hour) * hour;
    const bids = async () => {
      await writer.flush();
      const about = { marketplaceId: dmarketId, game: 'CS2', name, phase: null, currency: 'USD', width: '1h' } as const;
      return await store.bidCandles({ ...about, since: begin, until: begin + 6 * hour });
    };
    await passMinutes(29);
    expect(await bids()).toEqual([]);
    await passMinutes(61);

    const standing = { open: 5000, high: 5000, low: 5000, close: 5000, count: 1, volume: null };
    expect(await bids()).toEqual([
      { at: begin + hour, ...standing },
      { at: begin + 2 * hour, ...standing },
    ]);
  });

  it('writes a price point for every series with an offer at each hour', async () => {
    book.apply([offer(name, 'a'), offer(name, 'b')], stamp(dmarketId));
    book.apply([quote(name, 12)], stamp(skinportId));
    await passMinutes(29);
    expect(await pointsOf(dmarketId)).toEqual([]);
    await passMinutes(3 * 60);

    const onTheHour = [13, 14, 15].map((hours) => Date.UTC(2026, 0, 15, hours));
    expect(await pointsOf(dmarketId)).toEqual(onTheHour.map((at) => ({ at, prices })));
    expect(await pointsOf(skinportId)).toEqual(onTheHour.map((at) => ({ at, prices: { ...prices, USD: 4000 } })));
  });

  it('writes none for what is no longer on sale', async () => {
    book.apply([offer(name, 'a')], stamp(dmarketId));
    allOf(
      book.sweep({ marketplaceId: dmarketId, game: 'CS2', kinds: ['offer'], seenBefore: clock + 1, at: clock + 1 }),
    );
    await passMinutes(60);

    expect(await pointsOf(dmarketId)).toEqual([]);
  });

  it('catches up on an hour that passed while it was not run', async () => {
    book.apply([offer(name, 'a')], stamp(dmarketId));
    clock += 5 * hour;
    await maintenance.run();
    await maintenance.run();

    expect(await pointsOf(dmarketId)).toEqual([{ at: clock, prices }]);
  });

  it('drops offers and buy orders that nothing has confirmed for as long as they are kept', async () => {
    const things = (id: string) => [offer(name, id), order(name, id)];
    book.apply([...things('old'), ...things('fresh')], stamp(dmarketId));
    await readFor(47);
    book.apply(things('fresh'), stamp(dmarketId));
    await maintenance.run();
    expect(book.offers(dmarketId, 'CS2', name)).toHaveLength(2);
    await readFor(1);
    expect(book.offers(dmarketId, 'CS2', name)).toHaveLength(2);
    await passMinutes(1);

    expect(book.offers(dmarketId, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['fresh']);
    expect(book.buyOrders(dmarketId, 'CS2', name).map(({ orderId }) => orderId)).toEqual(['fresh']);
  });

  const left = () => book.offers(dmarketId, 'CS2', name).map(({ offerId }) => offerId);

  it('drops nothing for time in which its marketplace could not be read', async () => {
    book.apply([offer(name, 'a')], stamp(dmarketId));
    await readFor(24);
    for (const state of ['stale', 'down', 'blocked', 'limited', 'starting'] as const) {
      sources = [{ ...dmarketOffers, state }];
      await readFor(48);
    }
    expect(left()).toEqual(['a']);
    sources = [dmarketOffers];
    await readFor(23);
    expect(left()).toEqual(['a']);
    await readFor(2);
    expect(left()).toEqual([]);
  });

  it('drops nothing while one of its sources of offers has failed, unless that was never read', async () => {
    book.apply([offer(name, 'a')], stamp(dmarketId));
    sources = [dmarketOffers, { ...dmarketOffers, state: 'blocked' }];
    await readFor(60);
    expect(left()).toEqual(['a']);
    sources = [
      dmarketOffers,
      { ...dmarketOffers, state: 'refused', lastReadAt: null },
      { ...dmarketOffers, state: 'down', yields: ['quote'] },
    ];
    await readFor(49);
    expect(left()).toEqual([]);
  });

  it('drops nothing after the machine has slept, or its clock was set forward or back', async () => {
    book.apply([offer(name, 'a')], stamp(dmarketId));
    await readFor(24);
    clock += 30 * 24 * hour;
    await passMinutes(10);
    expect(left()).toEqual(['a']);
    clock -= 29 * 24 * hour;
    await readFor(23);
    expect(left()).toEqual(['a']);
    await readFor(2);
    expect(left()).toEqual([]);
  });

  it('drops many offers in portions, each published before the next, and leaves the rest and all else on a stop', async () => {
    // So many that their portions fill several turns of the event loop, however fast the machine
    const [many, enough] = [20_000, 10_000];
    const offers = Array.from({ length: many }, (_, at) => offer(`${name} ${at % 7}`, `${name} ${at}`));
    book.apply(offers, stamp(dmarketId));
    for (const end = clock + 49 * hour; clock < end; clock += minute) book.noteRead(dmarketId, 'CS2', clock);
    const before = publishing.recorder.last;
    const standing = () => book.counts(dmarketId, 'CS2').offerCount;
    expect(standing()).toBe(many);
    const seen: (readonly [standing: number, published: number])[] = [];
    let isUnderWay = true;
    const look = () => {
      if (!isUnderWay) return;
      seen.push([standing(), publishing.recorder.last - before]);
      if (standing() < enough) stopping.abort();
      setImmediate(look);
    };
    setImmediate(look);
    await maintenance.run();
    isUnderWay = false;

    expect(seen.some(([left]) => left > enough && left < many)).toBe(true);
    // Floors are published as well
    for (const [left, published] of seen) expect(published).toBeGreaterThanOrEqual(many - left);
    expect(standing()).toBeGreaterThan(0);
    expect(standing()).toBeLessThan(enough);
    expect(existsSync(join(folder.path, 'items-forgotten'))).toBe(false);
  });

  it('forgets items once in so many days, and again in a minute when that failed', async () => {
    await passMinutes(60);
    clock = Date.UTC(2026, 0, 16, 0, 10);
    await maintenance.run();
    expect(forgotten).toBe(0);
    clock = Date.UTC(2026, 0, 17, 0, 10);
    mishap = new Error('disk full');
    await expect(maintenance.run()).rejects.toThrow('disk full');
    mishap = null;
    await passMinutes(10);

    expect(forgotten).toBe(2);
  });

  it('forgets items also where the service never runs at midnight', async () => {
    for (let day = 0; day < 5; day += 1) {
      maintenance = start();
      await passMinutes(3);
      maintenance = start();
      await passMinutes(3);
      expect(forgotten).toBe(Math.floor(day / 2));
      clock += 23 * hour;
    }
  });

  it('does one thing at a time, however often it is run', async () => {
    await maintenance.run();
    clock += 48 * hour;
    const running = maintenance.run();
    expect(maintenance.run()).toBe(running);
    await running;

    expect(forgotten).toBe(1);
  });
});
