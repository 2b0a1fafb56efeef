import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csfloat, offerRecord, redline } from '../../../test/support/api/served-api.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { Writer } from '../../store/writer.ts';
import { StateKeeper } from './state-keeper.ts';

const minute = 60_000;
const midnight = Date.UTC(2026, 0, 16);

describe('bases of the past', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  let writer: Writer;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let keeper: StateKeeper;
  let stopping: AbortController;
  let clock = midnight - 20 * minute;
  const now = () => clock;

  const start = async () => {
    store = await openStore({ at: { folder: folder.path }, now, statesDays: 3_650 });
    store.states.resume(publishing.tape.stats().newestAt);
    writer = new Writer({ store, now });
    stopping = new AbortController();
    keeper = keeperOf();
    await keeper.run();
  };
  const stop = async () => {
    stopping.abort();
    await writer.stop();
    await keeper.stop();
    await store.close();
  };
  const keeperOf = (more: Partial<ConstructorParameters<typeof StateKeeper>[0]> = {}) =>
    new StateKeeper({
      ...{ states: store.states, book: new Book(), writer, now, log: { info: () => {} } },
      ...{ recorder: publishing.recorder, storeFollower: publishing.storeFollower },
      ...{ rates: new ExchangeRates({ now }), signal: stopping.signal, ...more },
    });

  beforeEach(async () => {
    clock = midnight - 20 * minute;
    publishing = await openPublishing({ writer: { push: (rows) => writer.push(rows), mark: () => {} }, now });
    await start();
  });
  afterEach(async () => {
    await publishing.close();
    await stop();
    folder.remove();
  });

  const bases = () => new Set(store.states.spans().map(({ base }) => base)).size;
  const basesAfter = async (...instants: readonly number[]) => {
    for (const at of instants) {
      clock = at;
      await keeper.run();
    }
    return bases();
  };

  it('are written once a day, even if nothing was published since midnight', async () => {
    expect(await basesAfter(midnight - 10 * minute)).toBe(1);
    expect(await basesAfter(midnight + minute, midnight + 2 * minute, midnight + 3 * minute)).toBe(2);
    expect(await basesAfter(midnight + 1_441 * minute, midnight + 1_442 * minute)).toBe(3);
  });

  it('are written once a day even if the clock ran ahead over midnight and was set back', async () => {
    expect(await basesAfter(midnight + minute)).toBe(2);
    expect(await basesAfter(midnight - 10 * minute, midnight - 9 * minute, midnight + 2 * minute)).toBe(2);
  });

  it('are written at a start only where there is none of the day, or something was lost before', async () => {
    const restarted = async (at: number) => {
      await stop();
      clock = at;
      await start();
      return bases();
    };
    expect(await restarted(midnight - 19 * minute)).toBe(1);
    expect(await restarted(midnight + minute)).toBe(2);
    expect(await restarted(midnight + 12 * minute)).toBe(2);
    store.states.breakOff();
    await store.mark({ epoch: 'e', sequence: 1 });
    expect(await restarted(midnight + 20 * minute)).toBe(3);
  });

  it('are at least ten minutes apart, also from one that was lost', async () => {
    store.states.breakOff();
    expect(await basesAfter(midnight - 11 * minute)).toBe(1);
    const losing = { ...store.states, lay: async () => store.states.breakOff() };
    keeper = keeperOf({ states: losing });
    expect(await basesAfter(midnight - 10 * minute, midnight - minute)).toBe(1);
    expect(await basesAfter(midnight)).toBe(1);
    expect(losing.begun()).toBeNull();
  });

  it('that cannot be written fail once, however often the keeper was called meanwhile', async () => {
    clock = midnight + minute;
    const flush = () => Promise.reject(new Error('too slow'));
    const other = keeperOf({ writer: { push: () => {}, stats: () => writer.stats(), flush } });
    const outcomes = await Promise.allSettled([other.run(), other.run(), other.run()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('are given up at a stop, while they are written', async () => {
    const book: Book = new Book();
    const offers = Array.from({ length: 200 }, (_, at) => offerRecord('CS2', redline, `o${at}`, 5_000));
    book.apply(offers, { marketplaceId: csfloat, source: 'test', at: clock });
    clock = midnight + minute;
    const slow: Pick<Book, 'parts' | 'standing'> = {
      parts: () => book.parts(),
      *standing(part) {
        for (const one of book.standing(part)) {
          for (const until = performance.now() + 4; performance.now() < until; );
          yield one;
        }
      },
    };
    keeper = keeperOf({ book: slow });
    const running = keeper.run();
    await new Promise(setImmediate);
    expect(store.states.begun()).not.toBeNull();
    stopping.abort();
    await writer.stop();
    await running;
    expect(bases()).toBe(1);
  });
});
