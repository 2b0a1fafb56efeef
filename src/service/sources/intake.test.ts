import { afterEach, describe, expect, it } from 'vitest';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { BuyOrder, Change, Offer, PastPrice, Quote, Sale, Stamp } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import { Writer } from '../../store/writer.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { createIntake } from './intake.ts';

const at = Date.UTC(2026, 0, 15, 12);
const name = '★ Karambit | Doppler (Factory New)';
const stamp: Stamp = { marketplaceId: 4, source: 'offers', at };
const euros = (amount: number) => ({ amount, currency: 'EUR' as const });

const offer: Offer = {
  kind: 'offer',
  game: 'CS2',
  name,
  phase: 'phase-2',
  offerId: 'a',
  price: euros(900_000),
  purchaseLink: 'https://example.test/a',
  inspectLink: null,
  float: 0.01,
  paintIndex: null,
  paintSeed: 7,
  stickers: [],
  tradableAt: null,
  ownerId: null,
};
const order: BuyOrder = {
  kind: 'buyOrder',
  game: 'CS2',
  name,
  phase: null,
  orderId: 'b',
  price: euros(800_000),
  quantity: 2,
};
const quote: Quote = {
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: euros(900_000),
  offerCount: 1,
  purchaseLink: null,
  marketplaceItemId: '77',
  thumbnail: null,
};
const sale: Sale = {
  kind: 'sale',
  game: 'CS2',
  name,
  phase: 'Phase 2',
  saleId: 's',
  soldAt: at - 1000,
  price: euros(890_000),
  float: 0.01,
  paintIndex: 419,
  paintSeed: 7,
  stickers: null,
};
const pastPrice: PastPrice = {
  kind: 'pastPrice',
  game: 'CS2',
  name,
  phase: null,
  at: at - 86_400_000,
  median: euros(880_000),
  saleCount: 3,
};

const setUp = async (isFull = () => false) => {
  const book = new Book();
  const rates = new ExchangeRates({ now: () => at });
  rates.accept([{ currency: 'EUR', perUsd: 0.9, ratedAt: at, source: 'ecb' }]);
  const stored: StoredRow[] = [];
  const append = async (rows: readonly StoredRow[]) => {
    if (isFull()) throw new Error('No space left on device');
    stored.push(...rows);
  };
  const writer = new Writer({ store: { append }, maxRows: 20, maxDelayMs: 0, highWater: 30 });
  const publishing = await openPublishing({ book, writer, now: () => at });
  opened.push(publishing);
  const intake = createIntake({ book, rates, writer, publisher: publishing.publisher });
  const rowsOf = async (table: StoredRow['table']) => {
    await publishing.recorder.flush();
    await writer.flush();
    return stored.filter((row) => row.table === table);
  };
  /** What is on the tape, from its beginning. */
  const recorded = async (): Promise<readonly TapeRecord[]> => {
    await publishing.recorder.flush();
    const found: TapeRecord[] = [];
    for await (const { bytes } of publishing.tape.read(1)) found.push(...unpackRecords(bytes));
    return found;
  };
  const changesOf = async (...kinds: readonly Change['kind'][]) =>
    (await recorded()).flatMap((one) => (one.what === 'change' && kinds.includes(one.change.kind) ? [one.change] : []));
  /** The ends of readings on the tape, each with its own sequence. */
  const batches = async () =>
    (await recorded()).flatMap((one, index) =>
      one.what === 'batch' ? [{ at: index + 1, first: one.batch.first, last: one.batch.last }] : [],
    );
  return { book, rates, intake, rowsOf, changesOf, batches, writer, publishing };
};

const opened: Awaited<ReturnType<typeof openPublishing>>[] = [];
afterEach(async () => {
  for (const publishing of opened.splice(0)) await publishing.close();
});

describe('the intake', () => {
  it('normalises records into the book, records every change of it, and stores the prices that follow', async () => {
    const { book, intake, rowsOf, changesOf } = await setUp();
    await intake.take([offer, order, quote], stamp);

    const [live] = book.offers(4, 'CS2', name);
    expect(live).toMatchObject({
      phase: 'Phase 2',
      prices: { USD: 1_000_000, EUR: 900_000, CNY: null, RUB: null },
      foundAt: at,
    });
    expect(await changesOf('added')).toMatchObject([{ offer: live }]);
    expect(await changesOf('ordered')).toMatchObject([{ buyOrder: book.buyOrders(4, 'CS2', name)[0] }]);
    expect(await changesOf('quoted')).toMatchObject([{ quote: book.quotes(4, 'CS2', name)[0] }]);
    const points = await rowsOf('pricePoints');
    expect(points).toContainEqual({
      table: 'pricePoints',
      row: { game: 'CS2', name, phase: null, marketplaceId: 4, prices: live?.prices, offerCount: 1, at },
    });
    expect(points).toHaveLength((await changesOf('floor')).length);
    const [bid] = book.buyOrders(4, 'CS2', name);
    expect(await rowsOf('bidPoints')).toEqual([
      {
        table: 'bidPoints',
        row: { game: 'CS2', name, phase: bid?.phase, marketplaceId: 4, prices: bid?.prices, orderCount: 1, at },
      },
    ]);
  });

  it('records when an item not on sale became known, but publishes and stores no price of it', async () => {
    const { intake, rowsOf, changesOf } = await setUp();
    await intake.take([order], stamp);
    await intake.take([{ ...order, orderId: 'c' }], { ...stamp, at: at + 1000 });

    expect(await changesOf('known')).toMatchObject([{ floor: { name, offerCount: 0 }, at }]);
    expect(await rowsOf('pricePoints')).toEqual([]);
  });

  it('records nothing when a reading brings nothing new', async () => {
    const { intake, changesOf } = await setUp();
    await intake.take([offer], stamp);
    await intake.take([offer], { ...stamp, at: at + 60_000 });

    expect(await changesOf('added', 'updated')).toHaveLength(1);
  });

  it('stores sales and past prices without the book, with their marketplace', async () => {
    const { book, intake, rowsOf } = await setUp();
    await intake.take([sale, pastPrice], stamp);

    expect(book.hasItem('CS2', name)).toBe(false);
    expect(await rowsOf('sales')).toMatchObject([
      { row: { saleId: 's', marketplaceId: 4, phase: 'Phase 2', prices: { USD: 988_889, EUR: 890_000 } } },
    ]);
    expect(await rowsOf('pastPrices')).toMatchObject([{ row: { marketplaceId: 4, prices: { EUR: 880_000 } } }]);
  });

  it('records offers that a complete reading swept as removed at that moment', async () => {
    const { book, intake, changesOf } = await setUp();
    await intake.take([offer, order], stamp);
    const scope = { marketplaceId: 4, game: 'CS2', seenBefore: at + 1000, at: at + 2000 } as const;
    await intake.sweep({ source: 'test', ...scope, kinds: ['offer'] });
    await intake.sweepItem({ source: 'test', ...scope, kinds: ['buyOrder'], name, isCut: false });

    expect(book.offers(4, 'CS2', name)).toEqual([]);
    expect(await changesOf('removed')).toMatchObject([{ offer: { offerId: 'a' }, at: at + 2000 }]);
    expect(await changesOf('orderRemoved')).toMatchObject([{ buyOrder: { orderId: 'b' }, at: at + 2000 }]);
  });

  it('publishes a sweep in portions, between which other records are processed', async () => {
    const { book, intake, changesOf } = await setUp();
    for (let id = 0; id < 5_000; id += 1) await intake.take([{ ...offer, offerId: String(id) }], stamp);
    const scope = { marketplaceId: 4, game: 'CS2', seenBefore: at + 1000, at: at + 2000 } as const;
    const sweeping = intake.sweep({ source: 'test', ...scope, kinds: ['offer'] });
    await new Promise(setImmediate);
    expect(book.counts(4, 'CS2').offerCount).toBeGreaterThan(1_000);
    // Offers that the sweep has not reached yet are confirmed meanwhile
    await intake.take([{ ...offer, offerId: '4999' }], { ...stamp, at: at + 2_000 });
    await sweeping;

    expect(book.offers(4, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['4999']);
    expect(await changesOf('removed')).toHaveLength(4_999);
  });

  it('leaves the book as published once nothing more can be published', async () => {
    const { book, intake, publishing } = await setUp();
    await intake.take([offer, order], stamp);
    await publishing.recorder.close();
    const scope = { marketplaceId: 4, game: 'CS2', seenBefore: at + 1000, at: at + 2000 } as const;
    const late = await Promise.allSettled([
      intake.take([{ ...offer, price: euros(1) }], { ...stamp, at: at + 1000 }),
      intake.sweep({ source: 'test', ...scope, kinds: ['offer'] }),
      intake.sweepItem({ source: 'test', ...scope, kinds: ['buyOrder'], name, isCut: false }),
    ]);

    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(book.offers(4, 'CS2', name)).toMatchObject([{ prices: { EUR: 900_000 } }]);
    expect(book.buyOrders(4, 'CS2', name)).toHaveLength(1);
  });

  it('keeps offers that were confirmed since', async () => {
    const { book, intake } = await setUp();
    await intake.take([offer], stamp);
    const scope = { marketplaceId: 4, game: 'CS2', kinds: ['offer'] } as const;
    await intake.confirm({ ...scope, at: at + 5000, source: 'offers' });
    await intake.sweep({ source: 'test', ...scope, seenBefore: at + 1000, at: at + 6000 });

    expect(book.offers(4, 'CS2', name)).toHaveLength(1);
  });

  it('continues while the store cannot be written, and writes everything once it can', async () => {
    let isFull = true;
    const { book, intake, rowsOf, writer, publishing } = await setUp(() => isFull);
    for (let number = 0; number < 50; number += 1) {
      await intake.take([{ ...offer, offerId: `offer-${number}` }], { ...stamp, at: at + number });
      await intake.take([{ ...sale, saleId: `sale-${number}` }], stamp);
    }

    expect(book.offers(4, 'CS2', name)).toHaveLength(50);
    await publishing.recorder.flush();
    expect(writer.stats()).toMatchObject({ written: 0, lastError: 'No space left on device' });
    isFull = false;
    expect(await rowsOf('sales')).toHaveLength(50);
  });

  it('stores the outcome of each run of a source', async () => {
    const { intake, rowsOf } = await setUp();
    const run = {
      marketplaceId: 4,
      source: 'offers',
      game: 'CS2',
      outcome: 'read',
      startedAt: at,
      milliseconds: 12,
      rows: 3,
      rejected: 1,
      priced: 2,
      detail: null,
    } as const;
    intake.ran(run);

    expect(await rowsOf('sourceRuns')).toEqual([{ table: 'sourceRuns', row: run }]);
  });

  it('publishes the sequences of a reading at its end, whatever else came in between', async () => {
    const { intake, batches } = await setUp();
    const reading = { marketplaceId: 4, source: 'test', game: 'CS2' as const, startedAt: at };
    const other = { ...stamp, source: 'other' };
    await intake.take([offer], { ...stamp, source: 'test' });
    await intake.take([{ ...offer, offerId: 'x' }], other);
    await intake.take([order], { ...stamp, source: 'test' });
    await intake.sweep({ ...reading, kinds: ['offer'], seenBefore: at + 1_000, at: at + 2_000 });
    intake.readingEnded({ ...reading, isWhole: true });
    const changes = await batches();
    const last = changes.at(-1)?.at as number;
    // Between the last change and the end of the reading is what it has confirmed
    expect(changes).toEqual([{ at: last, first: 1, last: last - 2 }]);

    // A reading with nothing new, one that breaks off and continues, and one that breaks off and starts over
    intake.readingEnded({ ...reading, isWhole: true });
    await intake.take([{ ...offer, offerId: 'y' }], { ...stamp, source: 'test', at: at + 3_000 });
    intake.readingEnded({ ...reading, startedAt: at + 3_000, isWhole: false });
    await intake.take([{ ...offer, offerId: 'z' }], { ...other, at: at + 3_000 });
    intake.readingEnded({ ...reading, startedAt: at + 3_000, isWhole: true });
    await intake.take([{ ...offer, offerId: 'v' }], { ...stamp, source: 'test', at: at + 4_000 });
    intake.readingEnded({ ...reading, startedAt: at + 4_000, isWhole: false });
    intake.readingEnded({ ...reading, startedAt: at + 5_000, isWhole: true });

    const [, none, whole, anew] = await batches();
    expect(none).toEqual({ at: last + 1, first: null, last: null });
    expect(whole?.first).toBe(last + 2);
    expect(whole?.last).toBeLessThan((whole?.at as number) - 1);
    expect(anew).toMatchObject({ first: null, last: null });
  });
});

describe('rows that come again', () => {
  const listed = { ...stamp, source: 'list' };
  const later = (milliseconds: number) => ({ ...listed, at: at + milliseconds });

  async function readOnce() {
    const opened = await setUp();
    const { intake, book, publishing } = opened;
    await intake.take([quote], listed, [11]);
    const see = (milliseconds: number, digest: number) => {
      const seeing = intake.seeAgain?.({ ...later(milliseconds), game: 'CS2' });
      const isKnown = seeing?.see(digest);
      seeing?.end();
      return isKnown;
    };
    const quoted = () => book.quotes(4, 'CS2', name)[0];
    return { ...opened, see, quoted, lastSequence: () => publishing.recorder.last };
  }

  it('are confirmed without being published', async () => {
    const { see, quoted, lastSequence } = await readOnce();
    const before = lastSequence();

    expect(see(1_000, 11)).toBe(true);
    expect(see(1_000, 12)).toBe(false);
    expect(quoted()).toMatchObject({ lowest: quote.lowest, changedAt: at, seenAt: at + 1_000 });
    expect(lastSequence()).toBe(before);
  });

  it('do not become older than they are known to be', async () => {
    const { see, quoted, intake } = await readOnce();
    await intake.take([{ ...quote, offerCount: 9 }], later(1_000), [12]);

    expect(see(500, 11)).toBe(false);
    expect(see(2_000, 12)).toBe(true);
    expect(see(1_500, 12)).toBe(true);
    expect(quoted()).toMatchObject({ offerCount: 9, seenAt: at + 2_000 });
  });

  it('are read again once something else was published about the same offer', async () => {
    const { see, intake } = await readOnce();
    await intake.take([{ ...quote, offerCount: 2 }], later(1_000));
    expect(see(2_000, 11)).toBe(false);

    await intake.take([quote], later(2_000), [11]);
    const swept = { marketplaceId: 4, source: 'list', game: 'CS2' as const, kinds: ['quote' as const] };
    await intake.sweep({ ...swept, seenBefore: at + 3_000, at: at + 3_000 });
    expect(see(4_000, 11)).toBe(false);
  });

  it('are read again where two rows of one list concern the same offer', async () => {
    const { see, intake } = await readOnce();
    await intake.take([quote, { ...quote, offerCount: 2 }], later(1_000), [11, 12]);

    expect([see(2_000, 11), see(2_000, 12)]).toEqual([false, false]);
  });

  it('are read again once rates have changed, but not for unchanged rates', async () => {
    const { see, rates } = await readOnce();
    rates.accept([{ currency: 'EUR', perUsd: 0.9, ratedAt: at + 1, source: 'ecb' }]);
    expect(see(1_000, 11)).toBe(true);

    rates.accept([{ currency: 'EUR', perUsd: 0.91, ratedAt: at + 2, source: 'ecb' }]);
    expect(see(2_000, 11)).toBe(false);
  });

  it('are read again where they are priced in keys and metal', async () => {
    const { see, intake } = await readOnce();
    await intake.take([{ ...quote, lowest: { amount: 5_000, currency: 'TF2' } }], later(1_000), [12]);

    expect(see(2_000, 12)).toBe(false);
  });

  it('count against earlier offers', async () => {
    const { see, book, intake, lastSequence } = await readOnce();
    await intake.take([{ ...offer, phase: null, price: euros(1_000) }], { ...stamp, at: at + 1_000 });
    const before = lastSequence();

    expect(see(2_000, 11)).toBe(true);
    expect(book.offers(4, 'CS2', name)).toEqual([]);
    expect(lastSequence()).toBeGreaterThan(before);
  });
});
