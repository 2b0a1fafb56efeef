import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { type Change, type Money, type NormalBuyOrder, type NormalOffer, noPrices } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

// At this rate about eighty different amounts of roubles are the same thousandth of a dollar
const perUsd = 81;
const name = 'AK-47 | Redline (Field-Tested)';
const about = { game: 'CS2', name, phase: null } as const;
const stamp = (at: number) => ({ marketplaceId: 5, source: 'list', at });
const pricesOf = ({ amount }: Money) => ({ ...noPrices, USD: Math.round(amount / perUsd), RUB: amount });
const inRoubles = (amount: number) => {
  const price = { amount, currency: 'RUB' } as const;
  return { price, prices: pricesOf(price) };
};
const offer = (offerId: string, amount: number): NormalOffer => ({
  kind: 'offer',
  ...about,
  offerId,
  ...inRoubles(amount),
  ...unknownTraits,
});
const order = (orderId: string, amount: number): NormalBuyOrder => ({
  kind: 'buyOrder',
  ...about,
  orderId,
  ...inRoubles(amount),
  quantity: 1,
});
const quote = (amount: number, offerCount = 1): BookRecord => {
  const { price: lowest, prices } = inRoubles(amount);
  const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
  return { kind: 'quote', ...about, lowest, prices, offerCount, ...texts };
};
const lowest = (book: Book) => book.summary(5, 'CS2', name)?.prices.RUB;
const floorsIn = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.kind === 'floor' ? [[change.floor.prices.RUB, change.floor.offerCount]] : []));
const newFloors = (changes: readonly Change[]) =>
  changes.flatMap((change) => ('isNewFloor' in change ? [change.isNewFloor] : []));

/** The book of another node, built from the reported changes. */
function replica(reported: readonly (readonly Change[])[]): Book {
  const book = new Book();
  for (const changes of reported) book.replay(changes);
  return book;
}

describe('among prices that equal the same thousandth of a dollar', () => {
  it('the lowest is the lowest in the original currency, in any order of arrival', () => {
    for (const amounts of [
      [99_990, 99_920],
      [99_920, 99_990],
    ]) {
      const book = new Book();
      for (const [at, amount] of amounts.entries()) book.apply([offer(String(amount), amount)], stamp(at + 1));
      expect(book.offers(5, 'CS2', name).map(({ prices }) => prices.USD)).toEqual([1_234, 1_234]);
      expect(lowest(book)).toBe(99_920);
      expect(book.askBasis(5, 'CS2', name, null, 9)?.offerId).toBe('99920');
    }
  });

  it('a lower one is a new floor, and is reported as one', () => {
    const book = new Book();
    const first = book.apply([offer('a', 99_990)], stamp(1));
    const lower = book.apply([offer('b', 99_920)], stamp(2));
    const between = book.apply([offer('c', 99_950)], stamp(3));
    const moved = book.apply([offer('b', 99_930)], stamp(4));

    expect([first, lower, between, moved].map(newFloors)).toEqual([[true], [true], [false], [true]]);
    expect([first, lower, between, moved].map(floorsIn)).toEqual([
      [[99_990, 1]],
      [[99_920, 2]],
      [[99_920, 3]],
      [[99_930, 3]],
    ]);
  });

  it('an offer undercuts a quote, also on a node that reads the tape', () => {
    const book = new Book();
    const reported = [book.apply([quote(99_990)], stamp(1)), book.apply([offer('a', 99_920)], stamp(1))];

    expect(lowest(book)).toBe(99_920);
    expect(lowest(replica(reported))).toBe(99_920);
  });

  it('the highest bid is the highest in the original currency, and is reported when it changes', () => {
    const book = new Book();
    book.apply([order('a', 99_920), order('b', 99_990), order('c', 99_950)], stamp(1));
    expect(book.takeTopBids().map(({ prices }) => prices.RUB)).toEqual([99_990]);

    book.apply([{ kind: 'cancellation', game: 'CS2', orderId: 'b' }], stamp(2));
    expect(book.takeTopBids().map(({ prices }) => prices.RUB)).toEqual([99_950]);
  });

  it('a cut page covers nothing beyond its most expensive offer', () => {
    const book = new Book();
    book.apply([offer('a', 99_920), offer('b', 99_990), offer('c', 99_915)], stamp(1));
    book.apply([offer('a', 99_920)], stamp(11));
    const scope = { marketplaceId: 5, game: 'CS2', name, kinds: ['offer'], isCut: true } as const;
    book.sweepItem({ ...scope, seenBefore: 10, at: 12 });

    expect(book.offers(5, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['a', 'b']);
  });

  it('the lowest of very many is found whichever are removed', () => {
    const amount = fc.integer({ min: 99_915, max: 99_993 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 70, maxLength: 90 }), fc.array(fc.nat(89)), (amounts, leaving) => {
        const book = new Book();
        const left = new Map(amounts.map((one, at) => [String(at), one]));
        const reported = [
          book.apply(
            [...left].map(([id, one]) => offer(id, one)),
            stamp(1),
          ),
        ];
        for (const [at, id] of leaving.map(String).entries()) {
          if (!left.delete(id)) continue;
          reported.push(book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: id, reason: 'sold' }], stamp(at + 2)));
          const min = left.size === 0 ? undefined : Math.min(...left.values());
          expect(lowest(book)).toBe(min ?? null);
        }
        expect(lowest(replica(reported))).toBe(lowest(book));
        const gone = { marketplaceId: 5, game: 'CS2', kinds: ['offer'], seenBefore: 500, at: 501 } as const;
        expect(floorsIn(allOf(book.sweep(gone)))).toEqual(left.size === 0 ? [] : [[null, 0]]);
      }),
      { numRuns: extent({ short: 20, long: 500 }) },
    );
  });
});
