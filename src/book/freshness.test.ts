import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { type NormalOffer, type NormalQuote, noPrices } from '../schema/index.ts';
import { Book } from './book.ts';

const priced = { price: { amount: 100, currency: 'USD' }, prices: { ...noPrices, USD: 100 } } as const;
const offer = (number: number): NormalOffer => ({
  kind: 'offer',
  game: 'CS2',
  name: `Case ${number % 10}`,
  phase: null,
  offerId: String(number),
  ...priced,
  ...unknownTraits,
});
const quote = (name: string, offerCount: number): NormalQuote => ({
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: offerCount === 0 ? null : priced.price,
  prices: offerCount === 0 ? noPrices : priced.prices,
  offerCount,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});
const stamp = (at: number) => ({ marketplaceId: 2, source: 's', at });

describe('the age of what a marketplace said', () => {
  it('is how long ago it was confirmed, not when it was found', () => {
    const book = new Book();
    for (let number = 1; number <= 100; number += 1) book.apply([offer(number)], stamp(1000 * number));

    expect(book.ages(2, 'CS2', 'offer', 100_000)).toEqual({ p50: 49_000, p95: 94_000 });
    book.confirm({ marketplaceId: 2, game: 'CS2', kinds: ['offer'], at: 200_000 });
    expect(book.ages(2, 'CS2', 'offer', 201_000)).toEqual({ p50: 1000, p95: 1000 });
  });

  it('is separate by kind, and unknown if nothing is held', () => {
    const book = new Book();
    book.apply([quote('Case 1', 3)], stamp(5000));
    book.apply([offer(1)], stamp(9000));
    book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: '1', reason: 'sold' }], stamp(9500));

    expect(book.ages(2, 'CS2', 'quote', 10_000)).toEqual({ p50: 5000, p95: 5000 });
    expect(book.ages(2, 'CS2', 'offer', 10_000)).toBeNull();
    expect(book.ages(2, 'CS2', 'buyOrder', 10_000)).toBeNull();
    expect(book.ages(3, 'CS2', 'quote', 10_000)).toBeNull();
  });

  it('is estimated within a tenth in large books', () => {
    const book = new Book();
    for (let number = 0; number < 50_000; number += 500) {
      const batch = Array.from({ length: 500 }, (_, index) => offer(number + index));
      book.apply(batch, stamp(number));
    }
    const ages = book.ages(2, 'CS2', 'offer', 50_000);

    expect(Math.abs((ages?.p50 ?? 0) - 25_000)).toBeLessThan(2500);
    expect(Math.abs((ages?.p95 ?? 0) - 47_500)).toBeLessThan(2500);
  });
});

describe('the share of the catalogue that a marketplace has', () => {
  it('counts items with a price or an offer, of all that any marketplace knows', () => {
    const book = new Book();
    book.apply([quote('Case 1', 3), quote('Case 2', 0)], stamp(1000));
    book.apply([offer(3), offer(4)], { ...stamp(1000), marketplaceId: 3 });
    const before = [book.coverage(2, 'CS2'), book.coverage(3, 'CS2'), book.coverage(5, 'CS2')];
    book.apply([quote('Case 1', 0)], stamp(2000));

    expect(before).toEqual([
      { itemCount: 1, knownCount: 4, loneCount: 2 },
      { itemCount: 2, knownCount: 4, loneCount: 2 },
      { itemCount: 0, knownCount: 4, loneCount: 0 },
    ]);
    expect(book.coverage(2, 'CS2')).toEqual({ itemCount: 0, knownCount: 4, loneCount: 2 });
    book.apply([quote('Case 1', 2)], { ...stamp(3000), marketplaceId: 5 });
    expect([2, 3, 5].map((id) => book.coverage(id, 'CS2').loneCount)).toEqual([1, 2, 0]);
    expect(book.coverage(2, 'Rust')).toEqual({ itemCount: 0, knownCount: 0, loneCount: 0 });
  });
});
