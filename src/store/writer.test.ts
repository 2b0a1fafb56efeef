import { describe, expect, it } from 'vitest';
import { floorOf, offerOf, startOfTime } from '../../test/support/store-samples.ts';
import { RowsRefused } from './engine.ts';
import type { Timers } from './lane.ts';
import type { SeriesRef, StoredRow } from './store.ts';
import { createWriter } from './writer.ts';

/** Timers that ring when told to. */
const handTimers = () => {
  const waiting = new Set<{ run: () => void; milliseconds: number }>();
  const timers: Timers = {
    set: (run, milliseconds) => {
      const timer = { run, milliseconds };
      waiting.add(timer);
      return timer;
    },
    clear: (timer) => void waiting.delete(timer as never),
  };
  const ring = async () => {
    const due = [...waiting];
    waiting.clear();
    for (const { run } of due) run();
    await settle();
    return due.map(({ milliseconds }) => milliseconds);
  };
  return { timers, ring };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** An end of the writer that keeps what it is given, and fails when told to. */
const kept = () => {
  const batches: (readonly StoredRow[])[] = [];
  const failures: Error[] = [];
  let gate: Promise<void> = Promise.resolve();
  return {
    batches,
    failures,
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    append: async (rows: readonly StoredRow[]) => {
      await gate;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      batches.push(rows);
    },
  };
};

const series: SeriesRef = { game: 'CS2', name: 'P250 | Sand Dune (Field-Tested)', marketplaceId: 3, phase: null };
const point = (number: number): StoredRow => floorOf(series, startOfTime + number, number);
const points = (from: number, below: number) => Array.from({ length: below - from }, (_, index) => point(from + index));
const offer = (offerId: string, amount: number): StoredRow => ({
  table: 'offers',
  row: offerOf({ offerId, price: { amount, currency: 'USD' } }),
  isRemoved: false,
});

describe('the writer', () => {
  it('writes at once when a batch is full, and the rest when it has waited long enough', async () => {
    const store = kept();
    const { timers, ring } = handTimers();
    const writer = createWriter({ store, maxRows: 3, maxDelayMs: 250, timers });

    writer.push(points(1, 8));
    await settle();
    expect(store.batches.map((rows) => rows.length)).toEqual([3, 3]);
    expect(await ring()).toEqual([250]);

    expect(store.batches.flat()).toEqual(points(1, 8));
    expect(writer.stats()).toMatchObject({ waiting: 0, written: 7, retries: 0, refused: 0, lastError: null });
  });

  it('keeps tables apart, so that one batch is one insert', async () => {
    const store = kept();
    const writer = createWriter({ store });

    writer.push([point(1), offer('a', 1), point(2), offer('b', 2)]);
    await writer.flush();

    expect(store.batches.map((rows) => rows.map(({ table }) => table))).toEqual([
      ['pricePoints', 'pricePoints'],
      ['offers', 'offers'],
    ]);
  });

  it('writes only the last of several waiting states of an offer, in the turn of the first', async () => {
    const store = kept();
    const writer = createWriter({ store });

    writer.push([offer('a', 1), offer('b', 1), offer('a', 2)]);
    writer.push([offer('a', 3)]);
    await writer.flush();

    expect(store.batches).toEqual([[offer('a', 3), offer('b', 1)]]);
  });

  it('tries a failed batch again, later each time, before anything that came after it', async () => {
    const store = kept();
    const { timers, ring } = handTimers();
    const writer = createWriter({ store, maxRows: 2, timers });
    store.failures.push(new Error('disk full'), new Error('disk full'), new Error('disk full'));

    writer.push([offer('a', 1), offer('b', 1), offer('a', 2), offer('c', 1)]);
    await settle();
    expect([await ring(), await ring(), await ring()]).toEqual([[200], [400], [800]]);
    await writer.flush();

    expect(store.batches).toEqual([
      [offer('a', 1), offer('b', 1)],
      [offer('a', 2), offer('c', 1)],
    ]);
    expect(writer.stats()).toMatchObject({ retries: 3, written: 4, waiting: 0, lastError: 'disk full' });
  });

  it('drops only the rows that the database can never read', async () => {
    const bad = point(5);
    const written: StoredRow[] = [];
    const append = async (rows: readonly StoredRow[]) => {
      if (rows.includes(bad)) throw new RowsRefused('cannot read');
      written.push(...rows);
    };
    const writer = createWriter({ store: { append } });

    writer.push([...points(1, 5), bad, ...points(6, 9)]);
    await writer.flush();

    expect(written).toEqual([...points(1, 5), ...points(6, 9)]);
    expect(writer.stats()).toMatchObject({ refused: 1, written: 7, waiting: 0 });
  });

  it('holds writers back while too many rows wait', async () => {
    const store = kept();
    const release = store.hold();
    const writer = createWriter({ store, maxRows: 5, highWater: 10 });
    let isReady = false;

    writer.push(points(0, 9));
    await writer.ready();
    writer.push(points(9, 20));
    const ready = writer.ready().then(() => {
      isReady = true;
    });
    await settle();
    expect(isReady).toBe(false);
    release();
    await ready;

    expect(writer.stats().waiting).toBeLessThan(10);
    await writer.stop();
  });

  it('counts as settled only rows before the oldest that waits, whatever other tables have written since', async () => {
    const store = kept();
    const { timers } = handTimers();
    const writer = createWriter({ store, maxRows: 2, timers });

    writer.push([point(1), offer('a', 1), offer('b', 1), point(2), offer('c', 1)]);
    await settle();
    expect(store.batches.flat()).toHaveLength(4);
    expect(writer.stats()).toMatchObject({ pushed: 5, settled: 4, waiting: 1 });
    await writer.flush();

    expect(writer.stats()).toMatchObject({ pushed: 5, settled: 5, waiting: 0 });
  });

  it('flushes what was pushed before, and does not wait for what comes later', async () => {
    const store = kept();
    const { timers } = handTimers();
    const writer = createWriter({ store, timers });

    writer.push([point(1)]);
    const flushed = writer.flush();
    writer.push([point(2)]);
    await flushed;

    expect(store.batches).toEqual([[point(1)]]);
    expect(writer.stats().waiting).toBe(1);
  });

  it('writes everything before it stops, and takes nothing afterwards', async () => {
    const store = kept();
    const writer = createWriter({ store, maxRows: 4 });

    writer.push(points(0, 10));
    await writer.stop();

    expect(store.batches.flat()).toEqual(points(0, 10));
    expect(() => writer.push([point(11)])).toThrow('the writer has stopped');
  });

  it('says how many rows are left when it may not wait longer', async () => {
    const store = kept();
    store.hold();
    const { timers, ring } = handTimers();
    const writer = createWriter({ store, timers });

    writer.push(points(0, 10));
    const stopped = writer.stop(5000);
    const outcome = expect(stopped).rejects.toThrow('10 rows could not be written within 5000 ms');
    await ring();

    await outcome;
  });
});
