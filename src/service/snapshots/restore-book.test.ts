import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomMarket, randomGames, randomMarketplaces } from '../../../test/support/book/random-market.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { keepingSnapshots } from '../../../test/support/tape/snapshot-keeping.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { type NormalBuyOrder, type NormalOffer, noPrices } from '../../schema/index.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { Snapshots } from '../../tape/snapshot/snapshot.ts';
import { openSnapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import { publishReconverted, restoreBook } from './restore-book.ts';
import { planRestore } from './restore-plan.ts';

// More than are held in memory to be replayed marketplace by marketplace
const market = new RandomMarket(41, { names: 400, ids: 90_000 });
// A fixed time, so that nothing on the tape expires
const now = () => 1_790_000_000_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const rates = new ExchangeRates({ now });

const wheres = ['a snapshot', 'the tape alone'];

type Publishing = Awaited<ReturnType<typeof openPublishing>>;

const inKeys = (offerId: string): NormalOffer => {
  const about = { game: 'TF2', name: 'The Team Captain', purchaseLink: null } as const;
  return pricedOffer(offerId, 0, { ...about, price: { amount: 2e6, currency: 'TF2' }, prices: noPrices });
};

/** The state of a marketplace, without converted prices, which follow from current rates, and without `seenAt`, which is not published. */
function standing(book: Book, marketplaceId: number): string[] {
  return randomGames.flatMap((game) =>
    madeNames.flatMap((name) => {
      const offers = book.offers(marketplaceId, game, name);
      const orders = book.buyOrders(marketplaceId, game, name);
      const quotes = book.quotes(marketplaceId, game, name);
      const summary = book.summary(marketplaceId, game, name);
      if (summary === null) return [];
      // Whether a quote is below all offers, and thus of one more, depends on current rates too
      const min = quotes.some(({ lowest }) => lowest !== null) ? offers.length + 1 : 0;
      return [
        `${game} ${name} ${Math.max(summary.offerCount, min)}`,
        ...offers.map(({ prices: _, seenAt: __, changedAt: ___, ...offer }) => JSON.stringify(offer)).sort(),
        ...orders.map(({ prices: _, seenAt: __, changedAt: ___, ...order }) => JSON.stringify(order)).sort(),
        ...quotes.map(({ prices: _, seenAt: __, changedAt: ___, ...quote }) => JSON.stringify(quote)).sort(),
      ];
    }),
  );
}

/** Names that the made market uses. */
const madeNames = Array.from({ length: 400 }, (_, at) => market.nameOf(at));

const hasItems = (book: Book, marketplaceId: number): boolean =>
  randomGames.some((game) => madeNames.some((name) => book.summary(marketplaceId, game, name) !== null));

/** Computed once for each marketplace, of a book that no longer changes. */
function standingOnce(book: Book): (marketplaceId: number) => string[] {
  const known = new Map<number, string[]>();
  return (id) => {
    const lines = known.get(id) ?? standing(book, id);
    known.set(id, lines);
    return lines;
  };
}

/** The first lines that only one of the two has, shortened. */
const differing = (one: readonly string[], other: readonly string[]): string[] => {
  const [ones, others] = [new Set(one), new Set(other)];
  const lines = [...[...ones].filter((line) => !others.has(line)), ...[...others].filter((line) => !ones.has(line))];
  return lines.slice(0, 3).map((line) => line.slice(0, 200));
};

async function recordsOn({ tape }: Publishing): Promise<TapeRecord[]> {
  const records: TapeRecord[] = [];
  for await (const { bytes } of tape.read(1)) records.push(...unpackRecords(bytes));
  return records;
}

/** Restores a book; `came` has the order in which marketplaces were restored, and their state at that moment. */
async function restored({ tape }: Publishing, snapshots: Snapshots, startedAt = now()) {
  const book = new Book();
  const own = await openPublishing({ book, now });
  const came: { readonly id: number; readonly stood: readonly string[]; readonly others: number }[] = [];
  const markLoaded = ([id = 0]: readonly number[]): void => {
    const missing = randomMarketplaces.filter((one) => one !== id && came.every((before) => before.id !== one));
    came.push({
      id,
      stood: standing(book, id),
      others: missing.filter((one) => hasItems(book, one)).length,
    });
  };
  const { sales, publisher } = own;
  const { epoch } = tape;
  const plan = await planRestore(tape, snapshots, log);
  expect(tape.epoch).toBe(epoch);
  await restoreBook({
    ...{ book, snapshots, plan, sales, rates, publisher, log: log as never },
    keeper: { receive: () => {}, begin: () => {}, run: async () => {} },
    now: () => startedAt,
    hub: { markLoaded },
  });
  await own.recorder.flush();
  const records = await recordsOn(own);
  await own.close();
  const published = records.flatMap((record) => (record.what === 'change' ? [record.change] : []));
  return { book, came, published, records, sales };
}

describe('a restored book', () => {
  const filled = new Book();
  const expected = standingOnce(filled);
  const folder = temporaryFolder();
  let publishing: Publishing;
  let snapshots: Snapshots;
  let none: Snapshots;
  let stored = 0;

  beforeAll(async () => {
    publishing = await openPublishing({ book: filled, now });
    const keeping = await keepingSnapshots(filled, publishing, { folder: folder.path, rates, now });
    none = await Snapshots.open(await openSnapshotFolder(`${folder.path}/none`), log);
    snapshots = keeping.snapshots;
    let writing = Promise.resolve();
    for (let step = 0; step < 90; step += 1) {
      publishing.publisher.publish(market.reading(2_800)(filled));
      // The book changes while this one is written
      if (step === 60) writing = keeping.keeper.run();
      await publishing.publisher.ready();
    }
    await writing;
    await publishing.recorder.flush();
  });
  afterAll(async () => {
    await publishing.close();
    folder.remove();
  });

  /** A snapshot as of now, or none. */
  async function snapshotOf(book: Book, killed: Publishing, where: string): Promise<Snapshots> {
    if (where === 'the tape alone') return none;
    stored += 1;
    const options = { folder: `${folder.path}/${stored}`, rates, now };
    const keeping = await keepingSnapshots(book, killed, options);
    await keeping.keeper.run();
    expect(keeping.snapshots.newest).not.toBeNull();
    return keeping.snapshots;
  }

  it('has marketplaces in sequence as published, while others are still missing', async () => {
    const { newest } = snapshots;
    expect(new Set(newest?.files.map(({ sequence }) => sequence)).size).toBeGreaterThan(1);
    const { book, came } = await restored(publishing, snapshots);

    expect(came.map(({ id }) => id).sort()).toEqual([...randomMarketplaces].sort());
    expect(came.map(({ others }) => others)).toEqual(came.map(() => 0));
    for (const { id, stood } of came) expect(differing(stood, expected(id))).toEqual([]);
    for (const id of randomMarketplaces) expect(differing(standing(book, id), expected(id))).toEqual([]);
  });

  it('has all of them at once where there is no snapshot, from the whole tape', async () => {
    const { book, came } = await restored(publishing, none);

    expect(came).toEqual([]);
    for (const id of randomMarketplaces) expect(differing(standing(book, id), expected(id))).toEqual([]);
  });

  it.each(wheres)('publishes floors that a kill kept from being published, from %s', async (where) => {
    const before = new Book();
    const killed = await openPublishing({ book: before, now });
    const stamp = { marketplaceId: 26, source: 'events', at: now() - 1_000 };
    killed.publisher.publish(before.apply([inKeys('a'), inKeys('b')], stamp));
    await killed.recorder.flush();
    const stored = await snapshotOf(before, killed, where);
    const withdrawal = { kind: 'withdrawal', game: 'TF2', offerId: 'a', reason: 'sold' } as const;
    const added = { ...inKeys('c'), name: 'Another Captain' };
    // Floors come after everything else
    killed.publisher.publish(before.apply([withdrawal, added], stamp).filter(({ kind }) => kind !== 'floor'));
    await killed.recorder.flush();
    const { published } = await restored(killed, stored);
    await killed.close();

    const floors = published.map((change) => change.kind === 'floor' && [change.floor.name, change.floor.offerCount]);
    expect(floors.sort()).toEqual([
      ['Another Captain', 1],
      ['The Team Captain', 1],
    ]);
  });

  it.each(wheres)(
    'publishes the highest bid wherever a kill has cut off what was published, from %s',
    async (where) => {
      const stamp = { marketplaceId: 26, source: 'list', at: now() - 1_000 };
      const topsIn = (records: readonly TapeRecord[]) =>
        records.flatMap((record) => (record.what === 'topBid' ? [record.topBid.prices.USD] : []));
      const bidFor = (name: string, orderId: string, amount: number): NormalBuyOrder => ({
        kind: 'buyOrder',
        game: 'TF2',
        name,
        phase: null,
        orderId: `${name} ${orderId}`,
        price: { amount, currency: 'USD' },
        prices: { ...noPrices, USD: amount },
        quantity: 1,
      });
      for (let cut = 0, count = 1; cut <= count; cut += 1) {
        const [lower, higher] = [bidFor(`Cut at ${cut}`, 'a', 1_000), bidFor(`Cut at ${cut}`, 'b', 2_000)];
        const before = new Book();
        const [whole, killed] = [await openPublishing({ book: before, now }), await openPublishing({ now })];
        // Another bid is known from before
        killed.publisher.publish(before.apply([bidFor('Before', 'a', 500)], stamp));
        await killed.recorder.flush();
        const stored = await snapshotOf(before, killed, where);
        for (const one of [lower, higher]) whole.publisher.publish(before.apply([one], stamp));
        await whole.recorder.flush();
        const records = await recordsOn(whole);
        await whole.close();
        count = records.length;

        killed.recorder.add(records.slice(0, cut));
        await killed.recorder.flush();
        const { book, records: after } = await restored(killed, stored);
        await killed.close();
        book.apply([lower, higher], { ...stamp, at: now() });
        const taken = book.takeTopBids().map(({ prices }) => prices.USD);

        expect([...topsIn(records.slice(0, cut)), ...topsIn(after), ...taken].at(-1), `cut at ${cut}`).toBe(2_000);
      }
    },
  );

  it.each(wheres)('knows sales that were published before a start with a clock ahead, from %s', async (where) => {
    const before = new Book();
    const killed = await openPublishing({ book: before, now });
    const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };
    const about = { kind: 'sale', marketplaceId: 26, game: 'TF2', name: 'The Team Captain', saleId: 's' } as const;
    const price = { amount: 1_000, currency: 'USD' } as const;
    const sale = { ...about, ...unknown, soldAt: now() - 1_000, price, prices: noPrices };
    killed.publisher.publishSale(sale);
    await killed.recorder.flush();
    const { sales } = await restored(killed, await snapshotOf(before, killed, where), now() + 8 * 3_600_000);
    await killed.close();

    expect(sales.isNew(sale)).toBe(false);
    expect(sales.isNew({ ...sale, saleId: 'another' })).toBe(true);
  });

  it.each(wheres)('knows an offer that was removed before the start, if it returns, from %s', async (where) => {
    const before = new Book();
    const killed = await openPublishing({ book: before, now });
    const offer = pricedOffer('a', 2_000, { name: 'Returned' });
    const stampAt = (ago: number) => ({ marketplaceId: 26, source: 'events', at: now() - ago });
    const gone = { kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' } as const;
    killed.publisher.publish(before.apply([offer], stampAt(900_000)));
    killed.publisher.publish(before.apply([gone], stampAt(60_000)));
    await killed.recorder.flush();
    const { book } = await restored(killed, await snapshotOf(before, killed, where));
    await killed.close();

    expect(book.apply([offer], stampAt(0))[0]).toMatchObject({
      ...{ kind: 'updated', isReturned: true },
      offer: { foundAt: now() - 900_000 },
    });
  });

  it('publishes floors of which only the price had changed', async () => {
    const before = new Book();
    const killed = await openPublishing({ book: before, now });
    const stamp = { marketplaceId: 26, source: 'events', at: now() - 1_000 };
    const inDollars = (amount: number) => ({
      price: { amount, currency: 'USD' as const },
      prices: { ...noPrices, USD: amount },
    });
    const offerAt = (amount: number) => pricedOffer('a', 0, { name: 'Offered', ...inDollars(amount) });
    const quoteAt = (amount: number) => {
      const { price: lowest, prices } = inDollars(amount);
      const unknown = { phase: null, purchaseLink: null, marketplaceItemId: null, thumbnail: null };
      return {
        kind: 'quote' as const,
        game: 'CS2' as const,
        name: 'Quoted',
        offerCount: 3,
        lowest,
        prices,
        ...unknown,
      };
    };
    killed.publisher.publish(before.apply([offerAt(2_000), quoteAt(2_000)], stamp));
    const moved = before.apply([offerAt(1_000), quoteAt(1_000)], { ...stamp, at: now() - 500 });
    killed.publisher.publish(moved.filter(({ kind }) => kind !== 'floor'));
    await killed.recorder.flush();
    const { published } = await restored(killed, none);
    await killed.close();

    const floors = published.map((change) => change.kind === 'floor' && [change.floor.name, change.floor.prices.USD]);
    expect(floors.filter((floor) => floor !== false && /ed$/.test(String(floor[0]))).sort()).toEqual([
      ['Offered', 1_000],
      ['Quoted', 1_000],
    ]);
  });
});

describe('reconverted prices', () => {
  it('are on the tape as in the book, wherever a stop interrupts', async () => {
    const book = new Book();
    const offers = Array.from({ length: 6_000 }, (_, at) => inKeys(String(at)));
    book.apply(offers, { marketplaceId: 26, source: 'events', at: now() });
    const own = await openPublishing({ book, now });
    const toPrices = () => ({ ...noPrices, USD: 4_000 });
    const stopping = new AbortController();
    const publisher = {
      publish: own.publisher.publish.bind(own.publisher),
      ready: async () => stopping.abort(),
    };
    await publishReconverted(
      { book, rates: Object.assign(new ExchangeRates({ now }), { toPrices }), publisher: publisher as never },
      now,
      stopping.signal,
    );
    await own.recorder.flush();
    const published = new Set<string>();
    for await (const { bytes } of own.tape.read(1))
      for (const record of unpackRecords(bytes))
        if (record.what === 'change' && record.change.kind === 'updated') published.add(record.change.offer.offerId);
    const known = book.offers(26, 'TF2', 'The Team Captain').filter(({ prices }) => prices.USD !== null);
    await own.close();

    expect(known.length).toBeLessThan(6_000);
    expect([...published].sort()).toEqual(known.map(({ offerId }) => offerId).sort());
  });
});
