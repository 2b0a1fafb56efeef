import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  csfloat,
  day,
  offerRecord,
  quoteRecord,
  redline,
  serveApi,
  skinport,
  startAt,
} from '../../../test/support/api/served-api.ts';
import { bidOf, floorOf, medianOf, saleOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { Book } from '../../book/book.ts';
import type { SourceDay } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import type { StoredRow } from '../../store/store.ts';
import { Writer } from '../../store/writer.ts';
import { rowsOf } from '../tape/rows-of.ts';
import { acceptedReads } from './accepted-reads.ts';

const folder = temporaryFolder();
const hour = 3_600_000;
const ruby = {
  game: 'CS2',
  name: '★ Karambit | Doppler (Factory New)',
  marketplaceId: csfloat,
  phase: 'Ruby',
} as const;
const slate = { game: 'CS2', name: redline, marketplaceId: csfloat, phase: null } as const;
const elsewhere = { ...slate, marketplaceId: skinport };
const now = () => startAt;
let store: OpenStore;
let writer: Writer;
let release = () => {};

/** A writer over the real store whose batches begin to be written once it is released. */
const heldWriter = () => {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return new Writer({ store: { append: (rows) => held.then(() => store.append(rows)) }, now });
};

beforeEach(async () => {
  store = await openStore({ at: { folder: folder.path }, now });
  writer = heldWriter();
});
afterEach(async () => {
  release();
  await writer.stop();
  await store.close();
  folder.remove();
});

const sale = (saleId: string, hoursAgo: number, change: Partial<ReturnType<typeof saleOf>> = {}): StoredRow => ({
  table: 'sales',
  row: saleOf({ ...slate, saleId, soldAt: startAt - hoursAgo * hour, ...change }),
});

const sourceDay = (knownMs: number, notedTo: number): StoredRow => {
  const at = Math.floor(startAt / day) * day;
  const row: SourceDay = {
    ...{ marketplaceId: csfloat, source: "it's", game: 'CS2', day: at, since: at, notedTo, completeTo: notedTo },
    ...{ lateAt: at, reason: null, knownMs, ages: [1, 2, 3] },
  };
  return { table: 'sourceDays', row };
};

const gap = (from: number): StoredRow => ({
  table: 'gaps',
  row: { marketplaceId: csfloat, source: "it's", game: 'CS2', from, to: from + hour, reason: 'failed' },
});

const written: readonly StoredRow[] = [
  ...[30, 20, 3, 2].map((hours) => floorOf(slate, startAt - hours * hour, 5_000 + hours)),
  floorOf(elsewhere, startAt - 2.5 * hour, 4_900),
  floorOf(ruby, startAt - 2 * hour, 900_000),
  ...[9, 2].map((hours) => bidOf(slate, startAt - hours * hour, 4_000 + hours)),
  sale('old', 30),
  sale('again', 3),
  sourceDay(1_000, startAt - hour),
  gap(startAt - 5 * hour),
];

const waiting: readonly StoredRow[] = [
  floorOf(slate, startAt - 1.01 * hour, 4_500),
  floorOf(slate, startAt - 1 * hour, 4_600),
  floorOf(slate, startAt - 2_000, null),
  floorOf(elsewhere, startAt - 1_500, 4_700),
  floorOf(ruby, startAt - 1_000, 850_000),
  medianOf(slate, startAt - 400 * hour, 5_500),
  medianOf(slate, startAt - 1 * hour, 1),
  bidOf(slate, startAt - 3_000, 4_100),
  bidOf(elsewhere, startAt - 3_000, 4_200),
  sale('again', 3, { float: 0.123456789012345, stickers: [{ name: "Sticker | '\\ 中国", wear: 0, slot: 1 }] }),
  sale('new', 0.5, { paintSeed: 7, prices: { USD: 4_400, EUR: null, CNY: null, RUB: null } }),
  sale('new', 0.5, { paintSeed: 8, prices: { USD: 4_300, EUR: null, CNY: null, RUB: null } }),
  sale('of another', 0.5, { name: 'AK-47 | Slate (Field-Tested)' }),
  sourceDay(2_000, startAt),
  gap(startAt - 2 * hour),
];

describe('what is asked of the past', () => {
  const ask = async () => {
    const reads = acceptedReads(store, writer);
    const candles = { ...slate, currency: 'USD', since: startAt - 40 * hour, until: startAt + 1 } as const;
    const widths = ['5m', '1h', '1d'] as const;
    const ways = [reads.candles, reads.bidCandles, reads.saleCandles];
    const of = [slate, elsewhere, { ...slate, marketplaceId: null }, ruby];
    const allCandles = of.flatMap((series) =>
      ways.flatMap((way) => widths.map((width) => way({ ...candles, ...series, width }))),
    );
    const histories = [slate, elsewhere, ruby].flatMap((series) =>
      [1, 3, 100].flatMap((points) =>
        [20, 2].map((days) => reads.priceHistory(series, startAt - days * day, startAt, points)),
      ),
    );
    const conditions = { marketplaceId: null, game: null, from: startAt - 5 * day, to: startAt + day };
    return {
      sales: await Promise.all([20, 1 / 24].map((days) => reads.sales(slate, startAt - days * day))),
      counts: await reads.saleCounts('CS2', [redline, 'AK-47 | Slate (Field-Tested)', 'None'], startAt - day),
      histories: await Promise.all(histories),
      candles: await Promise.all(allCandles),
      conditions: await reads.conditions(conditions),
    };
  };

  it('is answered the same while rows wait, while they are written, and once they are', async () => {
    await store.append(written);
    writer.push(waiting);
    const before = await ask();
    const flushed = writer.flush();
    expect(await ask()).toEqual(before);
    release();
    const meanwhile = await ask();
    await flushed;
    expect(writer.stats().waiting).toBe(0);
    const afterwards = await ask();

    expect(meanwhile).toEqual(afterwards);
    expect(before).toEqual(afterwards);
    expect(afterwards.sales[0]?.map(({ saleId, paintSeed }) => [saleId, paintSeed])).toEqual([
      ['new', 8],
      ['again', null],
      ['old', null],
    ]);
    expect(afterwards.counts).toEqual(
      new Map([
        [redline, 2],
        ['AK-47 | Slate (Field-Tested)', 1],
      ]),
    );
    expect(afterwards.histories[0]).toMatchObject([{ at: startAt - 2_000, prices: { USD: null } }]);
    expect(afterwards.histories[4]).toHaveLength(8);
    expect(afterwards.conditions).toMatchObject({ days: [{ knownMs: 2_000 }], newest: [{ knownMs: 2_000 }] });
    expect(afterwards.conditions.gaps).toHaveLength(2);
  });

  it('is answered the same from a series with very many points', async () => {
    const minute = 60_000;
    const first = startAt - 21_000 * minute;
    await store.append(Array.from({ length: 21_000 }, (_, at) => floorOf(slate, first + at * minute, 5_000 + at)));
    writer.push([floorOf(slate, startAt - 30_000, 1), floorOf(slate, startAt - 20_000, 2)]);
    const { priceHistory } = acceptedReads(store, writer);
    const current = { ...slate, ...pointOf(3), at: startAt - 10_000 };
    const read = () => Promise.all([null, current].map((end) => priceHistory(slate, first - day, startAt, 12, end)));
    const before = await read();
    release();
    await writer.flush();

    expect(await read()).toEqual(before);
    expect(before.map((points) => [points.length, points.at(-1)?.prices.USD])).toEqual([
      [12, 2],
      [12, 3],
    ]);
  });

  it('includes however many rows of one item wait', async () => {
    const many = 20_000;
    writer.push(Array.from({ length: many }, (_, at) => bidOf(slate, startAt - 20 * hour + at * 3_000, 1_000 + at)));
    const { bidCandles } = acceptedReads(store, writer);
    const query = { ...slate, currency: 'USD', width: '1d', since: startAt - 2 * day, until: startAt } as const;
    const candles = await bidCandles(query);

    expect(candles.reduce((sum, { count }) => sum + count, 0)).toBe(many);
    expect(candles.at(-1)).toMatchObject({ close: 1_000 + many - 1 });
  });
});

describe('a price history while the database writes nothing', () => {
  const setUp = async () => {
    const book = new Book();
    const served = await serveApi(acceptedReads(store, writer), {
      book,
      settings: { cacheSeconds: 0, cacheMegabytes: 8 },
    });
    onTestFinished(served.close);
    /** Applies records, and pushes their rows unless they are to be missing. */
    const put = (records: Parameters<typeof book.apply>[0], secondsAgo: number, isPushed = true) => {
      const changes = book.apply(records, { marketplaceId: csfloat, source: 'test', at: startAt - secondsAgo * 1_000 });
      if (isPushed) writer.push(rowsOf(changes.map((change) => ({ what: 'change', change, at: startAt }))));
    };
    const ask = async (query = {}, headers = {}) =>
      await served.get('/v2/price-history', { marketplace: 'CSFloat', game: 'CS2', name: redline, ...query }, headers);
    const historyOf = async (query = {}) =>
      (await ask(query)).body.history.map(({ timestamp, priceUSD }: { timestamp: number; priceUSD: number | null }) => [
        timestamp - Math.floor(startAt / 1_000),
        priceUSD,
      ]);
    return { served, put, ask, historyOf };
  };
  const reprice = (usd: number) => [offerRecord('CS2', redline, 'one', usd)];

  it('has every change, and ends in the price that the item has', async () => {
    const { put, historyOf } = await setUp();
    await store.append([floorOf(slate, startAt - day, 6_000)]);
    put(reprice(5_000), 600);
    put(reprice(5_500), 300);
    put(reprice(4_500), 10);

    expect(await historyOf()).toEqual([
      [-86_400, 6],
      [-600, 5],
      [-300, 5.5],
      [-10, 4.5],
    ]);
    expect(await historyOf({ dataPoints: '2' })).toEqual([
      [-86_400, 6],
      [-10, 4.5],
    ]);
  });

  it('ends in that price even if no row tells it, without a second point for the same price', async () => {
    const { put, historyOf } = await setUp();
    put(reprice(5_000), 600, false);
    expect(await historyOf()).toEqual([[-600, 5]]);
    await store.append([floorOf(slate, startAt - 300_000, 5_000), floorOf(slate, startAt - 3 * day, 5_800)]);
    await store.append([{ table: 'pricePoints', row: { ...slate, ...pointOf(5_000), at: startAt - 300_000 } }]);
    expect(await historyOf()).toEqual([
      [-259_200, 5.8],
      [-300, 5],
    ]);
    put([{ ...offerRecord('CS2', redline, 'two', 5_100) }], 100, false);
    expect((await historyOf()).at(-1)).toEqual([-300, 5]);
    put(reprice(4_000), 50, false);
    expect((await historyOf()).at(-1)).toEqual([-50, 4]);
    expect(await historyOf({ dataPoints: '1' })).toEqual([[-50, 4]]);
  });

  it('ends in no price once nothing is offered, and has no point while no price was ever known', async () => {
    const { put, historyOf } = await setUp();
    put([quoteRecord('CS2', redline, null, 0)], 700);
    expect(await historyOf()).toEqual([]);
    put([quoteRecord('CS2', redline, 5_000, 3)], 600, false);
    put([quoteRecord('CS2', redline, null, 0)], 100);
    expect(await historyOf()).toEqual([[-100, null]]);
  });

  it('shows the price of a variant, and to a key only what it sees', async () => {
    const { served, put, ask, historyOf } = await setUp();
    put([{ ...offerRecord('CS2', ruby.name, 'ruby', 900_000), phase: 'Ruby' }], 60, false);
    put([{ ...offerRecord('CS2', ruby.name, 'any', 90_000) }], 30, false);
    expect(await historyOf({ name: ruby.name, phase: 'Ruby' })).toEqual([[-60, 900]]);
    expect(await historyOf({ name: ruby.name })).toEqual([[-30, 90]]);

    const { text } = await served.keys.create({ name: 'limited', websocketAccess: false, marketplaces: ['SkinPort'] });
    const refused = await ask({ name: ruby.name }, { 'x-api-key': text });
    expect([refused.status, refused.text.includes('90')]).toEqual([403, false]);
  });
});

const pointOf = (USD: number) => ({
  prices: { USD, EUR: USD - 1_500, CNY: USD * 7, RUB: null },
  offerCount: 1,
});
