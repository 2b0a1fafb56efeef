import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyOrderRecord, csfloat, offerRecord, quoteRecord, redline } from '../../../test/support/api/served-api.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { holds } from '../../../test/support/time/until.ts';
import type { PastReader } from '../../api/as-of/past-reader.ts';
import { Book } from '../../book/book.ts';
import type { BookRecord } from '../../book/book-record.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { Writer } from '../../store/writer.ts';
import { createStoreFollower } from '../tape/store-follower.ts';
import { acceptedReads } from './accepted-reads.ts';
import { createPastReader } from './item-then.ts';
import { ReceivedTimes } from './received-times.ts';
import { StateKeeper } from './state-keeper.ts';

const minute = 60_000;
const day = 86_400_000;
const begin = Date.UTC(2026, 0, 16, 12);

describe('an item as of an instant', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  let writer: Writer;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let keeper: StateKeeper;
  let past: PastReader;
  let book = new Book();
  let isDown = false;
  let isBehind = false;
  let clock = begin;
  const now = () => clock;

  const newWriter = () =>
    new Writer({
      store: { append: (rows) => (isDown ? Promise.reject(new Error('disk full')) : store.append(rows)) },
      now,
    });
  const keepStates = async () => {
    const { recorder, storeFollower } = publishing;
    const shared = { states: store.states, book, writer, recorder, storeFollower, now };
    const { signal } = new AbortController();
    keeper = new StateKeeper({ ...shared, rates: new ExchangeRates({ now }), signal, log: { info: () => {} } });
    const untilPushed = async () => {
      if (!isBehind) await storeFollower.reached(recorder.last);
      return !isBehind;
    };
    past = createPastReader({
      ...shared,
      reads: acceptedReads(store, writer),
      emptyBook: () => new Book(),
      untilPushed,
      retentionDays: 7,
    });
    await keeper.run();
  };
  const open = async () => {
    writer = newWriter();
    publishing = await openPublishing({ writer, now, keepsStates: true });
    await keepStates();
  };
  // The database drops what is older by its own clock
  const openFolder = () => openStore({ at: { folder: folder.path }, now, statesDays: 3_650 });

  beforeEach(async () => {
    clock = begin;
    isDown = false;
    isBehind = false;
    book = new Book();
    store = await openFolder();
  });
  afterEach(async () => {
    isDown = false;
    await writer.stop();
    await publishing.close();
    await store.close();
    folder.remove();
  });

  const publish = async (usd: number) => {
    const records = [offerRecord('CS2', redline, 'o', usd)];
    publishing.publisher.publish(book.apply(records, { marketplaceId: csfloat, source: 'test', at: clock }));
    await publishing.storeFollower.reached(publishing.recorder.last);
  };
  const noteStored = async () => {
    await keeper.run();
    await writer.flush();
    await keeper.run();
  };
  const priceAt = async (at: number) => {
    const then = await past.at('CS2', redline, at);
    return then.kind === 'kept' ? (then.book.summary(csfloat, 'CS2', redline)?.prices.USD ?? null) : then;
  };

  it('is known at once, before anything is written, and also while nothing can be', async () => {
    await open();
    await publish(5_000);
    expect(writer.stats()).toMatchObject({ written: 0 });
    expect(await priceAt(clock)).toBe(5_000);
    clock += minute;
    await writer.flush();
    expect(await priceAt(clock)).toBe(5_000);

    isDown = true;
    await publish(6_000);
    const flushed = writer.flush();
    await holds(() => writer.stats().notWritingSince !== null, 'a failure to write');
    clock += 60 * minute;
    await keeper.run();
    expect(await priceAt(begin + minute / 2)).toBe(5_000);
    expect(await priceAt(clock - 30 * minute)).toBe(6_000);

    isDown = false;
    await writer.flush();
    await flushed;
    expect(await priceAt(clock - 30 * minute)).toBe(6_000);
  });

  it('is the same while its rows wait, while they are written and afterwards, whatever they are', async () => {
    await open();
    const records = (usd: number) => [
      { ...offerRecord('CS2', redline, 'first', usd), purchaseLink: "https://example.test/'\\\n?a=1&b=\u2028" },
      { ...offerRecord('CS2', redline, 'second', usd + 10), ownerId: null, inspectLink: 'steam://x' },
      buyOrderRecord('CS2', redline, 'bid', usd - 100),
      quoteRecord('CS2', redline, usd - 1, 9),
    ];
    const put = async (made: readonly BookRecord[]) => {
      publishing.publisher.publish(book.apply(made, { marketplaceId: csfloat, source: 'test', at: clock }));
      await publishing.storeFollower.reached(publishing.recorder.last);
    };
    await put(records(5_000));
    await writer.flush();
    clock += minute;
    const [, ...withoutFirst] = records(4_000);
    await put(withoutFirst);
    const scope = { marketplaceId: csfloat, game: 'CS2', kinds: ['offer'], name: redline, at: clock } as const;
    publishing.publisher.publish(book.sweepItem({ ...scope, seenBefore: clock, isCut: false }));
    await publishing.storeFollower.reached(publishing.recorder.last);
    writer.push([{ table: 'readings', row: { ...scope, source: 'test', seenAt: clock, earliest: clock } }]);

    const stateAt = async (at: number) => {
      const then = await past.at('CS2', redline, at);
      if (then.kind !== 'kept') return then;
      const { book: stored } = then;
      const of = [csfloat, 'CS2', redline] as const;
      return [stored.summary(...of), stored.offers(...of), stored.buyOrders(...of)];
    };
    const instants = [begin, begin + minute];
    const both = () => Promise.all(instants.map(stateAt));
    expect(writer.stats().waiting).toBeGreaterThan(5);
    const waiting = await both();
    const whileWritten = (await Promise.all([writer.flush(), both()]))[1];
    expect(waiting[1]).toMatchObject([{ offerCount: 9 }, [{ offerId: 'second' }], [{ orderId: 'bid' }]]);
    expect(whileWritten).toEqual(waiting);
    expect(await both()).toEqual(waiting);
  });

  it('is the same after a copy as before it, also where a list of offers has overruled what was quoted', async () => {
    await open();
    const scope = { marketplaceId: csfloat, game: 'CS2', kinds: ['offer'], source: 'test' } as const;
    const put = (made: readonly BookRecord[]) =>
      publishing.publisher.publish(book.apply(made, { marketplaceId: csfloat, source: 'test', at: clock }));
    put([quoteRecord('CS2', redline, 4_000, 9), buyOrderRecord('CS2', redline, 'bid', 3_000)]);
    clock += minute;
    put([offerRecord('CS2', redline, 'one', 5_000), offerRecord('CS2', redline, 'two', 6_000)]);
    for (const portion of book.sweep({ ...scope, seenBefore: clock, at: clock })) publishing.publisher.publish(portion);
    publishing.publisher.publishConfirmations(book.confirmedBy({ ...scope, seenBefore: clock, at: clock }));
    clock = begin + day;
    await keeper.run();
    clock += minute;
    expect(store.states.spans()).toHaveLength(2);

    const stateAt = async (at: number) => {
      const then = await past.at('CS2', redline, at);
      if (then.kind !== 'kept') return then;
      const { book: stored } = then;
      const of = [csfloat, 'CS2', redline] as const;
      // Up to the whole reading, or up to the instant
      const summary = { ...stored.summary(...of), seenAt: null };
      const rows = [stored.offers(...of), stored.buyOrders(...of)];
      const choice = { marketplaceIds: null, payout: 'any' } as const;
      const best = [null, clock].map((unlockedAt) => stored.best('CS2', redline, { ...choice, unlockedAt }));
      return [summary, ...rows, ...best];
    };
    const [before, after] = await Promise.all([begin + day - 1, clock].map(stateAt));
    expect(after).toEqual(before);
    expect(after).toMatchObject({ 0: { prices: { USD: 5_000 }, offerCount: 2 } });
  });

  it('is known also where a kill came before it was stored, once the next start has read it from the tape', async () => {
    await open();
    await publish(5_000);
    clock += minute;
    await noteStored();
    const { tape } = publishing;
    const storedTo = tape.head;
    clock += minute / 2;
    isDown = true;
    await publish(6_000);
    await writer.stop(1).catch(() => {});
    await store.close();

    clock += 60 * minute;
    isDown = false;
    store = await openFolder();
    store.states.resume(tape.stats().newestAt);
    writer = newWriter();
    const log = { warn: () => {}, error: () => {} };
    const follower = createStoreFollower({ tape, writer, received: new ReceivedTimes(tape.head), log });
    follower.begin(storedTo);
    await follower.reached(tape.head);
    await keepStates();
    expect(await priceAt(begin + minute)).toBe(5_000);
    expect(await priceAt(begin + 1.5 * minute)).toBe(6_000);
  });

  it('is not known from a loss on until everything is copied again', async () => {
    await open();
    await publish(5_000);
    clock += minute;
    await noteStored();
    await publish(6_000);
    store.states.breakOff();
    await writer.flush();

    clock += 5 * minute;
    expect(await priceAt(clock)).toEqual({ kind: 'hole', from: begin + minute, to: null });
    await keeper.run();
    expect(await priceAt(clock)).toMatchObject({ kind: 'hole' });
    clock += 5 * minute;
    await keeper.run();
    expect(await priceAt(clock)).toBe(6_000);
    expect(await priceAt(clock - 1)).toEqual({ kind: 'hole', from: begin + minute, to: clock });
  });

  it('is known only up to when the store was last up to date, while it is far behind', async () => {
    await open();
    await publish(5_000);
    clock += minute;
    await noteStored();
    clock += minute;
    isBehind = true;
    expect(await priceAt(clock - minute)).toBe(5_000);
    expect(await priceAt(clock)).toEqual({ kind: 'hole', from: begin + minute, to: null });
    isBehind = false;
    expect(await priceAt(clock)).toBe(5_000);
  });

  it('is known for as many days as are kept', async () => {
    await open();
    for (const days of [4, 9]) {
      clock = begin + days * day;
      await publish(days * 1_000);
      await keeper.run();
    }
    expect(past.earliest()).toBe(begin + 4 * day);
    expect(await priceAt(begin + day)).toEqual({ kind: 'before', earliest: begin + 4 * day });
    expect(await priceAt(begin + 5 * day)).toBe(4_000);
  });
});
