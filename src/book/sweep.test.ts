import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { type Change, type NormalOffer, type NormalQuote, noPrices } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const game = 'CS2';
const marketplaceId = 3;
const itemCount = 6_000;
const usd = (cents: number) => ({
  amount: cents * 10,
  prices: { ...noPrices, USD: cents * 10 },
});

const offerOf = (item: number): NormalOffer => ({
  ...{ kind: 'offer', game, name: `Case ${item}`, phase: null, offerId: `${item}` },
  ...{ price: { amount: usd(500).amount, currency: 'USD' }, prices: usd(500).prices },
  ...unknownTraits,
});
const quoteOf = (item: number): NormalQuote => ({
  ...{ kind: 'quote', game, name: `Case ${item}`, phase: null, offerCount: 9 },
  ...{ lowest: { amount: usd(300).amount, currency: 'USD' }, prices: usd(300).prices },
  ...{ purchaseLink: null, marketplaceItemId: null, thumbnail: null },
});
const items = Array.from({ length: itemCount }, (_, item) => item);

function bookOf(records: readonly BookRecord[], at: number) {
  const book = new Book();
  book.apply(records, { marketplaceId, source: 'list', at });
  return book;
}

const kindsIn = (changes: readonly Change[]): ReadonlySet<string> => new Set(changes.map(({ kind }) => kind));

describe('portions of a sweep', () => {
  const scope = { marketplaceId, game, seenBefore: 200, at: 300, source: 'list' } as const;

  it('remove at most two hundred offers each, with the floors that follow', () => {
    const book = bookOf(items.map(offerOf), 100);
    const portions = [...book.sweep({ ...scope, kinds: ['offer'] })];

    const counts = portions.map((changes) => changes.filter(({ kind }) => kind === 'removed').length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(200);
    expect(counts.reduce((sum, count) => sum + count)).toBe(itemCount);
    expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(400);
    expect(kindsIn(portions.flat())).toEqual(new Set(['removed', 'floor']));
  });

  it('empty at most two hundred quotes each', () => {
    const book = bookOf(items.map(quoteOf), 100);
    const portions = [...book.sweep({ ...scope, kinds: ['quote'] })];

    expect(portions.flat()).toHaveLength(2 * itemCount);
    expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(400);
  });

  it('are more with more offers where nothing is gone, and have nothing', () => {
    const portionsOf = (count: number) => {
      const book = bookOf(items.slice(0, count).map(offerOf), 250);
      return [...book.sweep({ ...scope, kinds: ['offer'] })];
    };

    expect(portionsOf(itemCount).flat()).toEqual([]);
    expect(portionsOf(itemCount).length - portionsOf(1).length).toBeGreaterThanOrEqual(1);
  });

  it('leave what comes between them as it is', () => {
    const book = bookOf(items.map(offerOf), 100);
    const seen = items.slice(-5);
    let isFirst = true;
    for (const _ of book.sweep({ ...scope, kinds: ['offer'] })) {
      if (isFirst) book.apply(seen.map(offerOf), { marketplaceId, source: 'feed', at: 310 });
      isFirst = false;
    }

    expect(book.counts(marketplaceId, game).offerCount).toBe(seen.length);
    expect(book.summary(marketplaceId, game, `Case ${itemCount - 1}`)?.offerCount).toBe(1);
    expect(book.summary(marketplaceId, game, 'Case 1')?.offerCount).toBe(0);
  });
});

describe('portions of a confirmation', () => {
  it('change at most five hundred floors each, where the offers are now newer than the quotes', () => {
    const book = bookOf([...items.map(offerOf), ...items.map(quoteOf)], 100);
    const scope = { marketplaceId, game, kinds: ['offer'], at: 300, asOf: 300, source: 'list' } as const;
    const portions = [...book.confirming(scope)];

    const changes = portions.flat();
    expect(kindsIn(changes)).toEqual(new Set(['floor']));
    expect(changes).toHaveLength(itemCount);
    expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(500);
    expect(bookOf([...items.map(offerOf), ...items.map(quoteOf)], 100).confirm(scope)).toEqual(changes);
  });
});
