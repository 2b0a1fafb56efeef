import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allAnswers } from '../../test/support/book/all-answers.ts';
import { pricesAt, RandomMarket, randomGames, randomMarketplaces } from '../../test/support/book/random-market.ts';
import { fees } from '../../test/support/book/read-market.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { type LiveBuyOrder, type LiveOffer, type LiveQuote, type Money, noPrices } from '../schema/index.ts';
import type { Book } from './book.ts';
import { createBook } from './create-book.ts';
import { DumpUnfit, dumpFormat } from './dump/part.ts';
import { headBytes, readHead } from './dump/part-blocks.ts';

const runs = extent({ short: 6, long: 2_000 });

const noTurn = async (): Promise<void> => {};

/** Copies of the blocks, whose memory is reused. */
const blocksIn = (book: Book): Uint8Array[] => Array.from(book.save(), (block) => Uint8Array.from(block));

const digestOf = (blocks: readonly Uint8Array[]): string =>
  blocks.reduce((hash, block) => hash.update(block), createHash('sha1')).digest('hex');

async function load(blocks: readonly Uint8Array[], book = createBook(fees)): Promise<Book> {
  const left = [...blocks];
  await book.load(async () => left.shift() ?? null, noTurn);
  return book;
}

type ReadPart = { readonly name: string; readonly text: string };

function* partsIn(blocks: readonly Uint8Array[]): Generator<ReadPart> {
  for (const block of blocks.map((one) => Buffer.from(one))) {
    for (let at = 0; at < block.length; ) {
      const head = readHead(block, at);
      if (head === null) throw new Error('a part is cut off');
      const start = at + headBytes(head.name);
      at = start + head.length;
      yield { name: head.name, text: block.toString('latin1', start, at) };
    }
  }
}

/** The name of a part, with the kind of a column or the members of an object. */
function wordsOf({ name, text }: ReadPart): string[] {
  const [kind] = /^\["(float64|int32|uint8)"/.exec(text) ?? [];
  if (text.startsWith('{"')) return [name, `${name} ${Object.keys(JSON.parse(text))}`];
  return kind === undefined ? [name] : [name, name + kind];
}

const few = { names: 12, ids: 30 };

const answersOf = (book: Book, market: RandomMarket, names: number) => {
  const some = Array.from({ length: names }, (_, at) => market.nameOf(at));
  const about = { games: randomGames, marketplaceIds: randomMarketplaces, names: some, at: market.now };
  // Texts are compared in a fraction of the time
  return Array.from(allAnswers(book, about), (one) => JSON.stringify(one));
};

/** A book with many blocks, created once: filling it takes longer than dumping it. */
const large = (() => {
  let made: { readonly market: RandomMarket; readonly book: Book; readonly blocks: readonly Uint8Array[] } | null =
    null;
  return () => {
    if (made !== null) return made;
    const market = new RandomMarket(3, { names: 20_000, ids: 30_000 });
    const book = createBook(fees);
    for (let step = 0; step < 20; step += 1) market.reading(3_000)(book);
    made = { market, book, blocks: blocksIn(book) };
    return made;
  };
})();

describe('a dump of the book', () => {
  it('gives the same answers as the book, and applies later records in the same way', async () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const market = new RandomMarket(seed, few);
      const book = createBook(fees);
      for (let step = 0; step < 60; step += 1) market.next()(book);
      // With and without taken top bids: those not taken yet must be taken later
      if (seed % 2 === 0) book.takeTopBids();

      const loaded = await load(blocksIn(book));

      expect(answersOf(loaded, market, few.names)).toEqual(answersOf(book, market, few.names));
      expect(digestOf(blocksIn(loaded))).toBe(digestOf(blocksIn(book)));
      for (let step = 0; step < 60; step += 1) {
        const happening = market.next();
        expect(happening(loaded)).toEqual(happening(book));
        expect(loaded.takeTopBids()).toEqual(book.takeTopBids());
      }
      expect(answersOf(loaded, market, few.names)).toEqual(answersOf(book, market, few.names));
    }
  });

  it('holds many blocks of every kind', async () => {
    const { market, book, blocks } = large();
    expect(blocks.length).toBeGreaterThan(10);

    const loaded = await load(blocks);

    expect(answersOf(loaded, market, 30)).toEqual(answersOf(book, market, 30));
    for (let step = 0; step < 10; step += 1) {
      const happening = market.reading(1_000);
      expect(happening(loaded)).toEqual(happening(book));
    }
    expect(answersOf(loaded, market, 30)).toEqual(answersOf(book, market, 30));
  });

  it('yields to other work while it is loaded', async () => {
    const left = [...large().blocks];
    let turns = 0;

    await createBook(fees).load(
      async () => left.shift() ?? null,
      async () => {
        turns += 1;
      },
    );

    expect(turns).toBeGreaterThan(2);
  });

  it('changes nothing if it ends too early, has too much, or is of another layout', async () => {
    const { blocks } = large();
    const other = createBook(fees);
    const market = new RandomMarket(8, few);
    market.reading(20)(other);
    const before = answersOf(other, market, 10);

    const renamed = blocks.map((block) => Uint8Array.from(block));
    (renamed[0] as Uint8Array)[5] = 0x78;
    const unfit = [
      ...blocks.map((_, at) => blocks.slice(0, at)),
      [...blocks, blocks[0] as Uint8Array],
      [...blocks.slice(1, 2), ...blocks.slice(0, 1), ...blocks.slice(2)],
      renamed,
      [(blocks[0] as Uint8Array).subarray(0, 40), ...blocks.slice(1)],
    ];
    for (const one of unfit) await expect(load(one, other)).rejects.toThrow(DumpUnfit);

    // Watches of the former book would never be called again
    const { close } = other.watchDeals('CS2', () => {});
    await expect(load(blocks, other)).rejects.toThrow('already being watched');
    close();
    expect(answersOf(other, market, 10)).toEqual(before);
  });

  it.each([9, 10])('has another format with every other layout, of a market by seed %i too', (seed) => {
    const market = new RandomMarket(seed, few);
    const book = createBook(fees);
    for (let step = 0; step < 200; step += 1) market.next()(book);

    const words = [...new Set([...partsIn(blocksIn(book))].flatMap(wordsOf))];

    const layout = createHash('sha1').update(words.sort().join('\n')).digest('hex').slice(0, 10);
    expect({ dumpFormat, layout }).toEqual({ dumpFormat: 10, layout: '5b227ad4bd' });
  });

  it('is converted at current rates like data restored from the store', async () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const market = new RandomMarket(seed, few);
      const book = createBook(fees);
      for (let step = 0; step < 40; step += 1) market.reading(12)(book);
      book.takeTopBids();
      const toPrices = pricesAt(seed % 5 === 0 ? null : 0.07);

      const loaded = await load(blocksIn(book));
      for (const _ of loaded.convert(toPrices));
      const restored = createBook(fees);
      restored.restore(liveIn(book, market), toPrices);

      expect(sorted(liveIn(loaded, market))).toEqual(sorted(liveIn(restored, market)));
      const reconverted = (one: Book) => [...one.reconvert(() => market.now, toPrices)].flat();
      // Which of several new prices is reported as the lowest depends on their order in memory
      const updatesOf = (one: Book) =>
        reconverted(one).flatMap((change) => (change.kind === 'updated' ? [[change.offer, change.former]] : []));
      expect(sorted(updatesOf(loaded))).toEqual(sorted(updatesOf(restored)));
      expect(sorted(liveIn(loaded, market))).toEqual(sorted(liveIn(restored, market)));
      expect(loaded.takeTopBids().length).toBe(0);
    }
  });

  it('reports a floor that another offer has since rates changed', async () => {
    const book = createBook();
    const name = 'AWP | Asiimov (Field-Tested)';
    const at = (euro: number) => (price: Money | null) => ({
      ...noPrices,
      USD: price === null ? null : Math.round(price.amount * (price.currency === 'EUR' ? euro : 1)),
    });
    const offerOf = (offerId: string, price: Money) =>
      pricedOffer(offerId, 0, { name, purchaseLink: null, price, prices: at(1)(price) });
    const [dollars, euros] = [
      { amount: 1_000, currency: 'USD' },
      { amount: 1_010, currency: 'EUR' },
    ] as const;
    book.apply([offerOf('a', dollars), offerOf('b', euros)], { marketplaceId: 2, source: 's', at: 1_000 });

    const loaded = await load(blocksIn(book), createBook());
    for (const _ of loaded.convert(at(0.9)));
    const reported = [...loaded.reportUnpublished(() => 2_000)].flat();

    expect(reported.map((change) => change.kind === 'floor' && change.floor.prices.USD)).toEqual([909]);
    expect([...loaded.reportUnpublished(() => 2_000)].flat()).toEqual([]);
  });

  it('keeps a floor on the same offer or quote when rates have changed', async () => {
    const book = createBook();
    const name = 'AWP | Asiimov (Field-Tested)';
    const at = 1_000;
    const about = { game: 'CS2' as const, name, phase: null };
    const money = (amount: number, currency: 'USD' | 'EUR') => ({
      price: { amount, currency },
      prices: pricesAt(0)({ amount, currency }),
    });
    const { price: lowest, prices } = money(1_000, 'EUR');
    const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    book.apply([{ kind: 'quote', ...about, lowest, prices, offerCount: 3, ...texts }], {
      marketplaceId: 2,
      source: 's',
      at,
    });
    const former = book.summary(2, 'CS2', name);

    const loaded = await load(blocksIn(book), createBook());
    for (const _ of loaded.convert(pricesAt(0.1)));

    expect(loaded.summary(2, 'CS2', name)).toEqual({ ...former, prices: pricesAt(0.1)(lowest) });
    expect(loaded.best('CS2', name, { marketplaceIds: null, unlockedAt: null, payout: 'any' })[0]?.ask?.prices).toEqual(
      pricesAt(0.1)(lowest),
    );
    expect([...loaded.reconvert(() => at, pricesAt(0.1))].flat()).toEqual([]);
  });
});

function liveIn(book: Book, market: RandomMarket): (LiveOffer | LiveQuote | LiveBuyOrder)[] {
  const names = Array.from({ length: few.names }, (_, at) => market.nameOf(at));
  return randomGames.flatMap((game) =>
    randomMarketplaces.flatMap((id) =>
      names.flatMap((name) => [
        ...book.offers(id, game, name),
        ...book.quotes(id, game, name),
        ...book.buyOrders(id, game, name),
      ]),
    ),
  );
}

const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
