import { describe, expect, it } from 'vitest';
import { Book } from '../../book/book.ts';
import { type Money, marketplaceWithSlug, type NormalQuote, noPrices } from '../../schema/index.ts';
import { keyInDollars } from './key-in-dollars.ts';

const now = 1_000_000_000;

const quote = (usd: number | null, lowest: Money): NormalQuote => ({
  kind: 'quote',
  game: 'TF2',
  name: 'Mann Co. Supply Crate Key',
  phase: null,
  lowest,
  prices: { ...noPrices, USD: usd },
  offerCount: 5,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

/** A book in which each marketplace quotes a key in dollars. */
const bookOf = (quotes: Readonly<Record<string, number>>, at = now) => {
  const book = new Book();
  for (const [slug, dollars] of Object.entries(quotes)) {
    const amount = Math.round(dollars * 1000);
    const stamp = { marketplaceId: marketplaceWithSlug(slug).id, source: 'list', at };
    book.apply([quote(amount, { amount, currency: 'USD' })], stamp);
  }
  return book;
};

describe('a key in dollars', () => {
  it('is the lowest price that a second marketplace confirms', () => {
    expect(keyInDollars(bookOf({ dmarket: 1.9, skinport: 1.75, bitskins: 2.4 }), now)).toBe(1.75);
    expect(keyInDollars(bookOf({ dmarket: 1.9, skinport: 0.2, bitskins: 1.8 }), now)).toBe(1.8);
  });

  it('is the only price there is, and none where two contradict each other', () => {
    expect(keyInDollars(bookOf({ dmarket: 1.9 }), now)).toBe(1.9);
    expect(keyInDollars(bookOf({ dmarket: 1.9, skinport: 1.2 }), now)).toBeNull();
    expect(keyInDollars(new Book(), now)).toBeNull();
  });

  it("is neither Steam's, nor one in keys and metal, nor one of yesterday", () => {
    expect(keyInDollars(bookOf({ 'steam-market': 2.5 }), now)).toBeNull();
    expect(keyInDollars(bookOf({ dmarket: 1.9 }), now + 24 * 3_600_000 + 1)).toBeNull();

    const book = new Book();
    const stamp = { marketplaceId: marketplaceWithSlug('backpack-tf').id, source: 'list', at: now };
    book.apply([quote(1700, { amount: 1059, currency: 'TF2' })], stamp);
    expect(keyInDollars(book, now)).toBeNull();
  });
});
