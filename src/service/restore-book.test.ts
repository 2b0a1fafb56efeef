import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RandomMarket, randomGames, randomMarketplaces } from '../../test/support/book/random-market.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { openPublishing } from '../../test/support/tape/publishing.ts';
import type { Book } from '../book/book.ts';
import { createBook } from '../book/create-book.ts';
import { createExchangeRates } from '../normalise/exchange-rates.ts';
import { type NormalBuyOrder, type NormalOffer, noPrices } from '../schema/index.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import type { StoredRow } from '../store/store.ts';
import { createWriter } from '../store/writer.ts';
import { unpackRecords } from '../tape/pack.ts';
import type { TapeRecord } from '../tape/record.ts';
import { publishReconverted, restoreBook } from './restore-book.ts';
import { changesOf } from './tape/replay.ts';
import { rowsOf } from './tape/rows-of.ts';

// Enough rows for more than one share of the store, even once those of the same offers are merged
const market = new RandomMarket(41, { names: 400, ids: 90_000 });
// A fixed time, so that nothing on the tape expires
const now = () => 1_790_000_000_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const rates = createExchangeRates({ now });
const silent = { push: () => {}, mark: () => {} };

const inKeys = (offerId: string): NormalOffer => {
  const about = { game: 'TF2', name: 'The Team Captain', purchaseLink: null } as const;
  return pricedOffer(offerId, 0, { ...about, price: { amount: 2e6, currency: 'TF2' }, prices: noPrices });
};

/** The state of a marketplace, without converted prices, which follow from current rates, and without `seenAt`, which is not published. */
function standing(book: Book, marketplaceId: number): string[] {
  return randomGames.flatMap((game) =>
    Array.from({ length: 400 }, (_, at) => market.nameOf(at)).flatMap((name) => {
      const offers = book.offers(marketplaceId, game, name);
      const orders = book.buyOrders(marketplaceId, game, name);
      const quotes = book.quotes(marketplaceId, game, name);
      const summary = book.summary(marketplaceId, game, name);
      if (summary === null) return [];
      // Whether a quote is below all offers, and thus of one more, depends on current rates too
      const least = quotes.some(({ lowest }) => lowest !== null) ? offers.length + 1 : 0;
      return [
        `${game} ${name} ${Math.max(summary.offerCount, least)}`,
        ...offers.map(({ prices: _, seenAt: __, changedAt: ___, ...offer }) => JSON.stringify(offer)).sort(),
        ...orders.map(({ prices: _, seenAt: __, changedAt: ___, ...order }) => JSON.stringify(order)).sort(),
        ...quotes.map(({ prices: _, seenAt: __, changedAt: ___, ...quote }) => JSON.stringify(quote)).sort(),
      ];
    }),
  );
}

/** Computed once for each marketplace, of a book that no longer changes. */
function standingOnce(book: Book): (marketplaceId: number) => string[] {
  const known = new Map<number, string[]>();
  return (id) => {
    const lines = known.get(id) ?? standing(book, id);
    known.set(id, lines);
    return lines;
  };
}

/** What of a quote the store does not keep: the next reading of its list tells it again. */
const withoutTradable = (line: string): string => line.replace(/,"tradableAmount":\d+/, '');

/** The first lines that only one of the two has, shortened. */
const differing = (one: readonly string[], other: readonly string[]): string[] => {
  const [ones, others] = [new Set(one.map(withoutTradable)), new Set(other.map(withoutTradable))];
  const lines = [...[...ones].filter((line) => !others.has(line)), ...[...others].filter((line) => !ones.has(line))];
  return lines.slice(0, 3).map((line) => line.slice(0, 200));
};

async function recordsOn({ tape }: Awaited<ReturnType<typeof openPublishing>>): Promise<TapeRecord[]> {
  const records: TapeRecord[] = [];
  for await (const { bytes } of tape.read(1)) records.push(...unpackRecords(bytes));
  return records;
}

describe('a restored book', () => {
  const filled = createBook();
  const expected = standingOnce(filled);
  let folder: ReturnType<typeof temporaryFolder>;
  let store: OpenStore;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;

  /** Everything published up to a sequence. */
  async function storeUpTo(sequence: number, { tape } = publishing): Promise<void> {
    let rows: StoredRow[] = [];
    for await (const { first, bytes } of tape.read(1)) {
      rows.push(...rowsOf(unpackRecords(bytes).slice(0, Math.max(0, sequence - first + 1))));
      if (rows.length < 20_000) continue;
      await store.append(rows);
      rows = [];
    }
    await store.append(rows);
  }

  /** Restores a book; returns the order in which marketplaces were restored, and their state at that moment. */
  async function restored(storedTo: number, { tape } = publishing, startedAt = now()) {
    const book = createBook();
    const writer = createWriter({ store, now });
    const own = await openPublishing({ book, writer: silent, now });
    const came: { readonly ids: readonly number[]; readonly stood: readonly string[][]; readonly others: number }[] =
      [];
    const broughtBack = (ids: readonly number[]): void => {
      const missing = randomMarketplaces.filter((id) => came.every((one) => !one.ids.includes(id)));
      const others = missing.filter((id) => !ids.includes(id) && standing(book, id).length === 0);
      came.push({ ids, stood: ids.map((id) => standing(book, id)), others: others.length });
    };
    const { sales, publisher } = own;
    const quiet = { log: log as never, keepsStates: false, dump: null };
    await restoreBook({
      ...quiet,
      book,
      store,
      writer,
      sales,
      rates,
      now: () => startedAt,
      publisher,
      tape,
      storedTo,
      hub: { broughtBack },
    });
    await writer.stop();
    await own.recorder.flush();
    const records = await recordsOn(own);
    await own.close();
    return { book, came, published: changesOf(records), records, sales };
  }

  beforeAll(async () => {
    publishing = await openPublishing({ book: filled, writer: silent, now });
    for (let step = 0; step < 90; step += 1) {
      publishing.publisher.publish(market.reading(2_800)(filled));
      await publishing.publisher.ready();
    }
    await publishing.recorder.flush();
  });
  afterAll(() => publishing.close());
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore({ at: { folder: folder.path }, now });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('has marketplaces in sequence as published, while others are still missing', async () => {
    const { head } = publishing.tape;
    await storeUpTo(head - 20_000);
    const { book, came } = await restored(head - 20_000);

    expect(came.flatMap(({ ids }) => ids).sort()).toEqual([...randomMarketplaces].sort());
    expect(came.length).toBeGreaterThan(1);
    for (const { ids, stood } of came)
      for (const [at, id] of ids.entries()) expect(differing(stood[at] ?? [], expected(id))).toEqual([]);
    const left = came.map(
      (_, at) => randomMarketplaces.length - came.slice(0, at + 1).flatMap(({ ids }) => ids).length,
    );
    expect(came.map(({ others }) => others)).toEqual(left);
    for (const id of randomMarketplaces) expect(differing(standing(book, id), expected(id))).toEqual([]);
  });

  it('has all of them at once where the store lacks much, and completes the store', async () => {
    await storeUpTo(1_000);
    const { book, came } = await restored(1_000);

    expect(came).toEqual([]);
    for (const id of randomMarketplaces) expect(differing(standing(book, id), expected(id))).toEqual([]);

    // Also where the store has more than its mark says
    const again = await restored(publishing.tape.head - 20_000);
    expect(again.came.length).toBeGreaterThan(1);
    for (const id of randomMarketplaces) expect(differing(standing(again.book, id), expected(id))).toEqual([]);
  });

  it.each(['before', 'amid'])(
    'publishes floors that a kill kept from being published, where the store was %s',
    async (where) => {
      const before = createBook();
      const killed = await openPublishing({ book: before, writer: silent, now });
      const stamp = { marketplaceId: 26, source: 'events', at: now() - 1_000 };
      killed.publisher.publish(before.apply([inKeys('a'), inKeys('b')], stamp));
      const storedTo = killed.publisher.last;
      const withdrawal = { kind: 'withdrawal', game: 'TF2', offerId: 'a', reason: 'sold' } as const;
      const added = { ...inKeys('c'), name: 'Another Captain' };
      // Floors come after everything else
      killed.publisher.publish(before.apply([withdrawal, added], stamp).filter(({ kind }) => kind !== 'floor'));
      await killed.recorder.flush();
      const stored = where === 'before' ? storedTo : killed.tape.head;
      await storeUpTo(stored, killed);
      const { published } = await restored(stored, killed);
      await killed.close();

      const floors = published.map((change) => change.kind === 'floor' && [change.floor.name, change.floor.offerCount]);
      expect(floors.sort()).toEqual([
        ['Another Captain', 1],
        ['The Team Captain', 1],
      ]);
    },
  );

  it.each(['before', 'amid'])(
    'publishes the highest bid wherever a kill has cut off what was published, where the store was %s',
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
        const before = createBook();
        const whole = await openPublishing({ book: before, writer: silent, now });
        for (const one of [lower, higher]) whole.publisher.publish(before.apply([one], stamp));
        await whole.recorder.flush();
        const records = await recordsOn(whole);
        await whole.close();
        count = records.length;

        const killed = await openPublishing({ writer: silent, now });
        killed.recorder.add(records.slice(0, cut));
        await killed.recorder.flush();
        const stored = where === 'before' ? 0 : cut;
        await storeUpTo(stored, killed);
        const { book, records: after } = await restored(stored, killed);
        await killed.close();
        book.apply([lower, higher], { ...stamp, at: now() });
        const taken = book.takeTopBids().map(({ prices }) => prices.USD);

        expect([...topsIn(records.slice(0, cut)), ...topsIn(after), ...taken].at(-1), `cut at ${cut}`).toBe(2_000);
      }
    },
  );

  it('knows sales that were published before a start with a clock that runs ahead', async () => {
    const killed = await openPublishing({ writer: silent, now });
    const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };
    const about = { kind: 'sale', marketplaceId: 26, game: 'TF2', name: 'The Team Captain', saleId: 's' } as const;
    const price = { amount: 1_000, currency: 'USD' } as const;
    const sale = { ...about, ...unknown, soldAt: now() - 1_000, price, prices: noPrices };
    killed.publisher.publishSale(sale);
    await killed.recorder.flush();
    await storeUpTo(killed.tape.head, killed);
    const { sales } = await restored(killed.tape.head, killed, now() + 8 * 3_600_000);
    await killed.close();

    expect(sales.isNew(sale)).toBe(false);
    expect(sales.isNew({ ...sale, saleId: 'another' })).toBe(true);
  });

  it('knows an offer that was removed before the start, if it returns', async () => {
    const before = createBook();
    const killed = await openPublishing({ book: before, writer: silent, now });
    const offer = pricedOffer('a', 2_000, { name: 'Returned' });
    const stampAt = (ago: number) => ({ marketplaceId: 26, source: 'events', at: now() - ago });
    const gone = { kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' } as const;
    killed.publisher.publish(before.apply([offer], stampAt(900_000)));
    killed.publisher.publish(before.apply([gone], stampAt(60_000)));
    await killed.recorder.flush();
    await storeUpTo(killed.tape.head, killed);
    const { book } = await restored(killed.tape.head, killed);
    await killed.close();

    expect(book.apply([offer], stampAt(0))[0]).toMatchObject({
      ...{ kind: 'updated', isReturned: true },
      offer: { foundAt: now() - 900_000 },
    });
  });

  it('publishes floors of which only the price had changed', async () => {
    const before = createBook();
    const killed = await openPublishing({ book: before, writer: silent, now });
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
    await storeUpTo(killed.tape.head, killed);
    const { published } = await restored(killed.tape.head, killed);
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
    const book = createBook();
    const offers = Array.from({ length: 6_000 }, (_, at) => inKeys(String(at)));
    book.apply(offers, { marketplaceId: 26, source: 'events', at: now() });
    const own = await openPublishing({ book, writer: silent, now });
    const toPrices = () => ({ ...noPrices, USD: 4_000 });
    const stopping = new AbortController();
    const writer = { ready: async () => stopping.abort() };
    await publishReconverted(
      { book, rates: { ...rates, toPrices }, publisher: own.publisher, writer },
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
