import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import type { Change, NormalBuyOrder, Phase } from '../schema/index.ts';
import { Book } from './book.ts';

const name = '★ Karambit | Doppler (Factory New)';
const order = (orderId: string, usd: number, phase: Phase | null = null): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'CS2',
  name,
  phase,
  orderId,
  price: { amount: usd, currency: 'USD' },
  prices: { USD: usd, EUR: null, CNY: null, RUB: null },
  quantity: 1,
});
const stamp = (at: number) => ({ marketplaceId: 2, source: 'test', at });
const brief = (book: Book) =>
  book.takeTopBids().map(({ phase, prices, orderCount, at }) => [phase, prices.USD, orderCount, at]);

describe('changed top bids of a book', () => {
  it('are those with another price, once each, with the current values when taken', () => {
    const book = new Book();
    book.apply([order('a', 500), order('b', 700)], stamp(10));
    expect(brief(book)).toEqual([[null, 700, 2, 10]]);
    expect(brief(book)).toEqual([]);

    book.apply([order('c', 600)], stamp(20));
    expect(brief(book)).toEqual([]);

    book.apply([{ kind: 'cancellation', game: 'CS2', orderId: 'b' }], stamp(30));
    book.apply([order('a', 650)], stamp(40));
    expect(brief(book)).toEqual([[null, 650, 2, 30]]);

    allOf(book.sweep({ marketplaceId: 2, game: 'CS2', kinds: ['buyOrder'], seenBefore: 50, at: 55 }));
    expect(brief(book)).toEqual([[null, null, 0, 55]]);
  });

  it('are not dated before their last change, whichever of several sources is applied later', () => {
    const book = new Book();
    book.apply([order('a', 500)], stamp(20));
    expect(brief(book)).toEqual([[null, 500, 1, 20]]);

    book.apply([order('b', 700)], stamp(10));
    expect(brief(book)).toEqual([[null, 700, 2, 20]]);
  });

  it('are separate for a variant and for the whole item', () => {
    const book = new Book();
    book.apply([order('any', 500), order('ruby', 900, 'Ruby')], stamp(10));

    expect(brief(book).sort()).toEqual([
      [null, 500, 1, 10],
      ['Ruby', 900, 1, 10],
    ]);
    expect(Array.from(book.topBids(), ({ phase, prices }) => [phase, prices.USD])).toEqual([
      [null, 500],
      ['Ruby', 900],
    ]);
  });

  it('exclude restored ones, and include those that change afterwards', () => {
    const reported: Change[] = new Book().apply([order('a', 500)], stamp(10));
    const book = new Book();
    book.replay(reported);
    expect(brief(book)).toEqual([]);

    book.apply([order('b', 800)], stamp(20));
    expect(brief(book)).toEqual([[null, 800, 2, 20]]);
  });
});
