import { describe, expect, it } from 'vitest';
import { ReadMarket } from '../../test/support/book/read-market.ts';
import { noPrices } from '../schema/index.ts';
import type { Mover, MoverQuery } from './best/find-movers.ts';
import { Book } from './book.ts';
import { columnChunkLength } from './memory/column.ts';

const game = 'CS2';
const hour = 3_600_000;
const everything = { direction: 'any', minUsd: 0, limit: 100, payout: 'any' } as const;

type Asks = ReadonlyMap<string, number>;

const askOf = (book: Book, name: string): number =>
  book.best(game, name, { marketplaceIds: null, unlockedAt: null, payout: 'any' })[0]?.ask?.prices.USD ?? 0;

const asksOf = ({ book, items }: ReadMarket): Asks => new Map(items.map(({ name }) => [name, askOf(book, name)]));

/** The asks before each step, by the instant of the step. */
function walk(market: ReadMarket, steps: number): Map<number, Asks> {
  const before = new Map<number, Asks>();
  for (let left = steps; left > 0; left -= 1) {
    const asks = asksOf(market);
    market.step();
    before.set(market.now, asks);
  }
  return before;
}

/** The movers, recomputed from every item. */
function counted(market: ReadMarket, previous: Asks, { direction, minUsd }: Omit<MoverQuery, 'at' | 'hours'>) {
  const moved = [...asksOf(market)].flatMap(([name, usd]) => {
    const previousUsd = previous.get(name) ?? 0;
    const isRightWay = direction === 'any' || usd > previousUsd === (direction === 'up');
    const isThere = usd > 0 && previousUsd > 0 && usd !== previousUsd && Math.max(usd, previousUsd) >= minUsd;
    return isRightWay && isThere ? [{ name, usd, previousUsd }] : [];
  });
  const shareOf = ({ usd, previousUsd }: { usd: number; previousUsd: number }) =>
    Math.abs(usd - previousUsd) / previousUsd;
  return moved.sort((a, b) => shareOf(b) - shareOf(a));
}

const figuresOf = ({ name, usd, previousUsd }: Mover) => ({ name, usd, previousUsd });

describe('movers', () => {
  it('equal a comparison of every item then and now, within five minutes of the requested time', () => {
    const market = new ReadMarket();
    const before = walk(market, 4_000);
    let found = 0;
    for (let round = 0; round < 40; round += 1) {
      for (const [at, asks] of walk(market, 17)) before.set(at, asks);
      for (const query of [
        everything,
        { ...everything, direction: 'up' as const },
        { ...everything, minUsd: 30_000 },
      ]) {
        const { since, movers } = market.book.movers(game, { ...query, at: market.now, hours: 1 });
        expect(Math.abs((since ?? 0) - (market.now - hour))).toBeLessThanOrEqual(150_000);
        expect(movers.map(figuresOf)).toEqual(counted(market, before.get(since ?? 0) ?? new Map(), query));
        found += movers.length;
      }
      const [first, second] = market.book.movers(game, { ...everything, at: market.now, hours: 1 }).movers;
      const two = market.book.movers(game, { ...everything, at: market.now, hours: 1, limit: 2 }).movers;
      expect(two.map(figuresOf)).toEqual([first, second].flatMap((one) => (one === undefined ? [] : figuresOf(one))));
    }
    expect(found).toBeGreaterThan(200);
  });

  it('are compared with the earliest known asks after a start, and none exist before', () => {
    const market = new ReadMarket();
    expect(market.book.movers(game, { ...everything, at: market.now, hours: 24 })).toEqual({ since: null, movers: [] });
    walk(market, 400);
    const { since } = market.book.movers(game, { ...everything, at: market.now, hours: 24 });
    expect(market.now - (since ?? 0)).toBeGreaterThan(300_000);
    expect(market.now - (since ?? 0)).toBeLessThanOrEqual(400_000);
  });

  it('take no more memory however long it goes on', () => {
    const { book, items, now } = new ReadMarket();
    const name = items[0]?.name ?? '';
    const read = (at: number) => {
      const amount = 1_000 + (at % 7_000);
      const prices = { USD: amount, EUR: null, CNY: null, RUB: null };
      const rest = { phase: null, offerCount: 1, purchaseLink: null, marketplaceItemId: null, thumbnail: null };
      const lowest = { amount, currency: 'USD' } as const;
      book.apply([{ kind: 'quote', game, name, lowest, prices, ...rest }], { marketplaceId: 1, source: 'test', at });
    };
    const sizes: number[] = [];
    for (let minute = 0; minute < 3 * 24 * 60; minute += 1) {
      read(now + minute * 60_000);
      if (minute % 60 === 0) sizes.push(book.memory().past);
    }
    const at = now + 3 * 24 * hour;
    expect(Math.max(...sizes)).toBeLessThanOrEqual(42 * 8);
    expect(sizes.at(-1)).toBeGreaterThanOrEqual(36 * 8);
    for (const hours of [1, 2, 5, 24]) {
      const { since } = book.movers(game, { ...everything, at, hours });
      expect(Math.abs((since ?? 0) - (at - hours * hour))).toBeLessThanOrEqual(hours === 1 ? 5 * 60_000 : hour);
    }
  });

  const at = 1_790_000_000_000;
  const minute = 60_000;
  const quotesAt = (book: Book, amounts: Readonly<Record<string, number | null>>, when: number): void => {
    const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    const quotes = Object.entries(amounts).map(([name, amount]) => ({
      ...({ kind: 'quote', game, name, phase: null, ...texts } as const),
      lowest: amount === null ? null : { amount, currency: 'USD' as const },
      prices: { ...noPrices, USD: amount },
      offerCount: amount === null ? 0 : 1,
    }));
    book.apply(quotes, { marketplaceId: 2, source: 's', at: when });
  };
  const quoteAt = (book: Book, amount: number, when: number): void => quotesAt(book, { Case: amount }, when);
  const sinceOf = (book: Book, when: number): number | null =>
    book.movers(game, { ...everything, at: when, hours: 1 }).since;

  it('are still compared with past asks after a clock that ran ahead', () => {
    const book = new Book();
    quoteAt(book, 5_000, at);
    quoteAt(book, 6_000, at + 48 * hour);
    quoteAt(book, 7_000, at + 49 * hour);
    for (let minutes = 1; minutes <= 70; minutes += 1) quoteAt(book, 8_000 + minutes, at + minutes * minute);

    const { since, movers } = book.movers(game, { ...everything, at: at + 70 * minute, hours: 1 });
    expect(Math.abs((since ?? 0) - (at + 10 * minute))).toBeLessThanOrEqual(300_000);
    expect(movers).toMatchObject([{ usd: 8_070 }]);
  });

  it('are compared with asks from before a list that arrived late by less than an hour', () => {
    const book = new Book();
    for (const minutes of [0, 5, 10, 60, 65]) quoteAt(book, 5_000 + minutes, at + minutes * minute);
    quoteAt(book, 6_000, at + 6 * minute);

    expect(sinceOf(book, at + 125 * minute)).toBe(at + 65 * minute);
    expect(sinceOf(book, at + 70 * minute)).toBe(at + 10 * minute);
  });

  it('are compared with asks of no later time than the clock that was set right', () => {
    const book = new Book();
    for (const minutes of [0, 5, 10, 75]) quoteAt(book, 5_000 + minutes, at + minutes * minute);
    quoteAt(book, 6_000, at + 12 * minute);
    expect(sinceOf(book, at + 75 * minute)).toBe(at + 10 * minute);
    quoteAt(book, 7_000, at + 15 * minute);

    expect(sinceOf(book, at + 75 * minute)).toBe(at + 15 * minute);
  });

  it('do not overflow where an ask is dearer than two million dollars', () => {
    const book = new Book();
    quoteAt(book, 3_000_000_000, at);
    quoteAt(book, 1_000_000_000, at + 10 * minute);

    const { movers } = book.movers(game, { ...everything, at: at + 10 * minute, hours: 1 });
    expect(movers).toMatchObject([{ usd: 1_000_000_000, previousUsd: 2_147_483_647 }]);
  });

  describe('of a few among many', () => {
    const book = new Book();
    const later = at + 10 * minute;
    const others = Array.from({ length: columnChunkLength }, (_, index) => [`Other ${index}`, 1_000]);
    quotesAt(
      book,
      { Early: 1_000, Gone: 1_000, Back: null, ...Object.fromEntries(others), Late: 1_000, Dear: 8_000 },
      at,
    );
    quotesAt(book, { Early: 1_500, Gone: null, Back: 1_000, Late: 1_500, Dear: 4_000, New: 9_000 }, later);
    const namesFor = (query: Partial<MoverQuery>) =>
      book.movers(game, { ...everything, at: later, hours: 1, ...query }).movers.map(({ name }) => name);

    it('list what was on sale then and still is, by share and then by name', () => {
      expect(namesFor({})).toEqual(['Dear', 'Early', 'Late']);
      expect(namesFor({ direction: 'up' })).toEqual(['Early', 'Late']);
      expect(namesFor({ direction: 'down' })).toEqual(['Dear']);
      expect(namesFor({ limit: 1 })).toEqual(['Dear']);
    });

    it('count what was or is worth exactly the minimum', () => {
      expect(namesFor({ minUsd: 1_500 })).toEqual(['Dear', 'Early', 'Late']);
      expect(namesFor({ minUsd: 1_501 })).toEqual(['Dear']);
      expect(namesFor({ minUsd: 8_000 })).toEqual(['Dear']);
      expect(namesFor({ minUsd: 8_001 })).toEqual([]);
    });
  });
});
