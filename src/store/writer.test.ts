import { describe, expect, it } from 'vitest';
import { floorOf, saleOf, startOfTime } from '../../test/support/store/store-samples.ts';
import type { Clock } from '../runtime/clock.ts';
import { RowsRefused } from './engine.ts';
import type { SeriesRef, StoredRow } from './store.ts';
import { Writer } from './writer.ts';

/** Timers that are fired by hand. */
const handTimers = () => {
  const waiting = new Set<{ run: () => void; milliseconds: number }>();
  const after: Clock['after'] = (milliseconds, run) => {
    const timer = { run, milliseconds };
    waiting.add(timer);
    return () => void waiting.delete(timer);
  };
  const ring = async () => {
    const due = [...waiting];
    waiting.clear();
    for (const { run } of due) run();
    await settle();
    return due.map(({ milliseconds }) => milliseconds);
  };
  return { after, ring };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A store that keeps the rows it is given, and fails on demand. */
const stored = () => {
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
/** A state of the day of a source; a later one replaces it. */
const dayOf = (source: string, knownMs: number): StoredRow => ({
  table: 'sourceDays',
  row: {
    ...{ marketplaceId: 3, source, game: 'CS2', day: startOfTime, since: startOfTime, notedTo: startOfTime },
    ...{ completeTo: startOfTime, lateAt: startOfTime, reason: null, knownMs, ages: [] },
  },
});

const sale = (number: number): StoredRow => ({ table: 'sales', row: saleOf({ saleId: `sale-${number}` }) });

describe('the writer', () => {
  it('writes at once when a batch is full, and the rest when it has waited long enough', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    const writer = new Writer({ store, maxRows: 3, maxDelayMs: 250, after });

    writer.push(points(1, 8));
    await settle();
    expect(store.batches.map((rows) => rows.length)).toEqual([3, 3]);
    expect(await ring()).toEqual([250]);

    expect(store.batches.flat()).toEqual(points(1, 8));
    expect(writer.stats()).toMatchObject({ waiting: 0, written: 7, retries: 0, refused: 0, lastError: null });
  });

  it('writes all tables together once so many rows are new, and none of them before', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    const writer = new Writer({ store, dueRows: 5, after });

    writer.push([point(1), dayOf('a', 1), dayOf('a', 2), sale(1), sale(2)]);
    await settle();
    expect(store.batches).toEqual([]);
    writer.push([point(2)]);
    await settle();
    expect(store.batches).toEqual([[point(1), point(2)], [dayOf('a', 2)], [sale(1), sale(2)]]);

    writer.push([point(3), sale(3)]);
    expect(await ring()).toEqual([30_000]);
    expect(store.batches.slice(3)).toEqual([[point(3)], [sale(3)]]);
  });

  it('does not repeat a failed attempt sooner because more rows come', async () => {
    const store = stored();
    const { after } = handTimers();
    const writer = new Writer({ store, dueRows: 2, after });
    store.failures.push(...Array.from({ length: 9 }, () => new Error('disk full')));

    for (let number = 0; number < 20; number += 1) {
      writer.push([sale(number)]);
      await settle();
    }
    expect(writer.stats()).toMatchObject({ retries: 1, waiting: 20 });
  });

  it('says since when the oldest row waits, also one that is held back or being written', async () => {
    const store = stored();
    const release = store.hold();
    let now = startOfTime;
    const writer = new Writer({ store, now: () => now });
    expect(writer.stats().waitingSince).toBe(null);

    writer.push([dayOf('a', 1)]);
    now += 1_000;
    writer.push([dayOf('a', 2), point(1)]);
    expect(writer.stats().waitingSince).toBe(startOfTime);
    const flushed = writer.flush();
    now += 1_000;
    const rest = writer.atRest(async () => {}, 60_000);
    await settle();
    writer.push([sale(1)]);
    expect(writer.stats().waitingSince).toBe(startOfTime);
    expect([...writer.rowsOf(['sales', 'sourceDays'])]).toEqual([dayOf('a', 2), sale(1)]);
    release();
    await Promise.all([flushed, rest]);

    expect(writer.stats()).toMatchObject({ waiting: 1, waitingSince: startOfTime + 2_000 });
    await writer.stop();
    expect(writer.stats().waitingSince).toBe(null);
    expect([...writer.rowsOf(['sales', 'sourceDays'])]).toEqual([]);
  });

  it('keeps tables apart, so that one batch is one insert', async () => {
    const store = stored();
    const writer = new Writer({ store });

    writer.push([point(1), dayOf('a', 1), point(2), dayOf('b', 2)]);
    await writer.flush();

    expect(store.batches.map((rows) => rows.map(({ table }) => table))).toEqual([
      ['pricePoints', 'pricePoints'],
      ['sourceDays', 'sourceDays'],
    ]);
  });

  it('writes only the last of several waiting states of a day, in the turn of the first', async () => {
    const store = stored();
    const writer = new Writer({ store });

    writer.push([dayOf('a', 1), dayOf('b', 1), dayOf('a', 2)]);
    writer.push([dayOf('a', 3)]);
    await writer.flush();

    expect(store.batches).toEqual([[dayOf('a', 3), dayOf('b', 1)]]);
  });

  it('tries a failed batch again, later each time, before anything that came after it', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    const writer = new Writer({ store, maxRows: 2, after });
    store.failures.push(new Error('disk full'), new Error('disk full'), new Error('disk full'));

    writer.push([dayOf('a', 1), dayOf('b', 1), dayOf('a', 2), dayOf('c', 1)]);
    await settle();
    expect([await ring(), await ring(), await ring()]).toEqual([[30_000, 200], [400], [800]]);
    await writer.flush();

    expect(store.batches).toEqual([
      [dayOf('a', 1), dayOf('b', 1)],
      [dayOf('a', 2), dayOf('c', 1)],
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
    const writer = new Writer({ store: { append } });

    writer.push([...points(1, 5), bad, ...points(6, 9)]);
    await writer.flush();

    expect(written).toEqual([...points(1, 5), ...points(6, 9)]);
    expect(writer.stats()).toMatchObject({ refused: 1, written: 7, waiting: 0 });
  });

  /** Whether `ready` has resolved, in a list that changes once it has. */
  const readiness = async (writer: Writer): Promise<readonly [boolean]> => {
    const isReady: [boolean] = [false];
    void writer.ready().then(() => {
      isReady[0] = true;
    });
    await settle();
    return isReady;
  };

  it('makes those who push rows of the tape wait while too many rows are waiting', async () => {
    const store = stored();
    const release = store.hold();
    const writer = new Writer({ store, maxRows: 5, highWater: 10 });

    writer.push(points(0, 9));
    expect(await readiness(writer)).toEqual([true]);
    writer.push(points(9, 20));
    const held = await readiness(writer);
    expect(held).toEqual([false]);
    release();
    await settle();

    expect(held).toEqual([true]);
    expect(writer.stats().waiting).toBeLessThan(10);
    await writer.stop();
  });

  it('makes them wait while the store cannot be written, too, reports since when, and writes everything later', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    let now = startOfTime;
    const writer = new Writer({ store, maxRows: 5, highWater: 10, after, now: () => now });
    store.failures.push(new Error('disk full'), new Error('disk full'));
    const sales = (from: number, below: number) => points(from, below).map((_, index) => sale(from + index));

    writer.push(sales(1, 6));
    await settle();
    expect(writer.stats()).toMatchObject({ notWritingSince: startOfTime, lastError: 'disk full' });
    writer.push(sales(6, 100));
    const held = await readiness(writer);
    now += 60_000;
    await ring();
    expect(held).toEqual([false]);
    expect(writer.stats()).toMatchObject({ waiting: 99, retries: 2, notWritingSince: startOfTime });
    await ring();
    await writer.flush();

    expect(held).toEqual([true]);
    expect(store.batches.flat()).toEqual(sales(1, 100));
    expect(writer.stats()).toMatchObject({ waiting: 0, notWritingSince: null });
  });

  it('lets go those who wait at a stop, and makes nobody wait from then on', async () => {
    const store = stored();
    const release = store.hold();
    const writer = new Writer({ store, highWater: 10 });

    writer.push(points(0, 20));
    const held = await readiness(writer);
    expect(held).toEqual([false]);
    writer.letGo();
    await settle();
    expect(held).toEqual([true]);
    expect(await readiness(writer)).toEqual([true]);

    release();
    await writer.stop();
    expect(store.batches.flat()).toEqual(points(0, 20));
  });

  it('drops and counts what is not of the tape while too many rows are waiting, and nothing that is', async () => {
    const store = stored();
    const release = store.hold();
    const writer = new Writer({ store, highWater: 2, maxWaiting: 6 });

    writer.pushUnlessFull(points(0, 5));
    writer.pushUnlessFull([sale(1), sale(2)]);
    expect(writer.stats()).toMatchObject({ waiting: 7, givenUp: { pricePoints: 0, sales: 0 } });
    writer.pushUnlessFull([...points(5, 8), sale(3)]);
    writer.push([sale(4)]);
    expect(writer.stats()).toMatchObject({ waiting: 8, pushed: 8, givenUp: { pricePoints: 3, sales: 1, gaps: 0 } });
    release();
    await writer.flush();

    expect(store.batches).toEqual([points(0, 5), [sale(1), sale(2), sale(4)]]);
    writer.pushUnlessFull([sale(5)]);
    await writer.stop();
    expect(store.batches.at(-1)).toEqual([sale(5)]);
  });

  it('logs once that it cannot write, again every minute, and when it can again', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    const logged: string[] = [];
    const note = (_: object, text: string) => void logged.push(text);
    let now = startOfTime;
    const log = { info: note, warn: note, error: note };
    const writer = new Writer({ store, maxRows: 1, after, log, now: () => now });
    store.failures.push(...Array.from({ length: 4 }, () => new Error('disk full')));

    writer.push([sale(1)]);
    await settle();
    now += 30_000;
    await ring();
    now += 30_000;
    await ring();
    now += 1_000;
    await ring();
    expect(logged).toEqual(['rows not written, trying again', 'rows not written, trying again']);
    await ring();

    expect(logged.slice(2)).toEqual(['rows are written again']);
  });

  it('aborts a rest during which too many rows come, and writes those it held back', async () => {
    const store = stored();
    const release = store.hold();
    const writer = new Writer({ store, maxRows: 2, maxHeldBack: 5 });

    writer.push(points(0, 2));
    const resting = writer.atRest(async () => {}, 60_000);
    const refused = expect(resting).rejects.toThrow('too many rows came to hold them back');
    await settle();
    writer.push(points(2, 8));
    await refused;
    release();
    await writer.flush();

    expect(store.batches.flat()).toEqual(points(0, 8));
  });

  it('counts as settled only rows before the oldest waiting one, whatever other tables have written since', async () => {
    const store = stored();
    const { after } = handTimers();
    const writer = new Writer({ store, maxRows: 2, after });

    writer.push([point(1), dayOf('a', 1), dayOf('b', 1), point(2), dayOf('c', 1)]);
    await settle();
    expect(store.batches.flat()).toHaveLength(4);
    expect(writer.stats()).toMatchObject({ pushed: 5, settled: 4, waiting: 1 });
    await writer.flush();

    expect(writer.stats()).toMatchObject({ pushed: 5, settled: 5, waiting: 0 });
  });

  it('flushes what was pushed before, and does not wait for what comes later', async () => {
    const store = stored();
    const { after } = handTimers();
    const writer = new Writer({ store, after });

    writer.push([point(1)]);
    const flushed = writer.flush();
    writer.push([point(2)]);
    await flushed;

    expect(store.batches).toEqual([[point(1)]]);
    expect(writer.stats().waiting).toBe(1);
  });

  it('writes everything before it stops, and takes nothing afterwards', async () => {
    const store = stored();
    const writer = new Writer({ store, maxRows: 4 });

    writer.push(points(0, 10));
    await writer.stop();

    expect(store.batches.flat()).toEqual(points(0, 10));
    expect(() => writer.push([point(11)])).toThrow('the writer has stopped');
  });

  it('reports how many rows are left when its time is up', async () => {
    const store = stored();
    store.hold();
    const { after, ring } = handTimers();
    const writer = new Writer({ store, after });

    writer.push(points(0, 10));
    const stopped = writer.stop(5000);
    const outcome = expect(stopped).rejects.toThrow(
      '10 rows could not be written within 5000 ms; the database is too slow',
    );
    await ring();

    await outcome;
  });

  it('stops successfully when all rows are written, even if the mark could not be', async () => {
    const { after, ring } = handTimers();
    const written: (readonly StoredRow[])[] = [];
    const store = {
      append: async (rows: readonly StoredRow[]) => void written.push(rows),
      mark: () => new Promise<never>(() => {}),
    };
    const writer = new Writer({ store, after });

    writer.push(points(0, 10));
    writer.mark({ epoch: 'e', sequence: 10 });
    const stopped = writer.stop(5000);
    await settle();
    await ring();

    await stopped;
    expect(written.flat()).toHaveLength(10);
  });

  it('stops retrying once it has given up stopping', async () => {
    const store = stored();
    const { after, ring } = handTimers();
    const writer = new Writer({ store, maxRows: 1, after });
    store.failures.push(...Array.from({ length: 9 }, () => new Error('disk full')));

    writer.push([sale(1)]);
    const outcome = expect(writer.stop(5000)).rejects.toThrow('disk full');
    await settle();
    await ring();
    await outcome;
    const { retries } = writer.stats();

    expect(await ring()).toEqual([]);
    expect(writer.stats()).toMatchObject({ retries, waiting: 1 });
  });
});
