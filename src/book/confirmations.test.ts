import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { createDice } from '../../test/support/book/read-market.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import type { Change, Confirmation, NormalBuyOrder, NormalOffer, NormalQuote } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const marketplaceId = 4;
const game = 'CS2';
const names = ['Case 1', 'Case 2', 'Case 3'];
const kinds = ['offer', 'buyOrder', 'quote'] as const;
/** Rows of the page that answers about an item are cut at. */
const pageSize = 4;
const begin = Date.UTC(2026, 0, 15);
/** No reading takes longer. */
const max = 2_000;

const money = (amount: number) => ({
  price: { amount, currency: 'USD' as const },
  prices: { USD: amount, EUR: null, CNY: null, RUB: null },
});
const offer = (name: string, offerId: string, amount: number): NormalOffer => ({
  ...{ kind: 'offer', game, name, phase: null, offerId, ...unknownTraits },
  ...money(amount),
});
const order = (name: string, orderId: string, amount: number): NormalBuyOrder => ({
  ...{ kind: 'buyOrder', game, name, phase: null, orderId, quantity: 1 },
  ...money(amount),
});
const quote = (name: string, amount: number): NormalQuote => ({
  ...{ kind: 'quote', game, name, phase: null, lowest: money(amount).price, prices: money(amount).prices },
  ...{ offerCount: 3, purchaseLink: null, marketplaceItemId: null, thumbnail: null },
});

type Row = NormalOffer | NormalBuyOrder | NormalQuote;

/** What is on sale, read in whole lists and in answers about one item; and a book that follows what is published. */
class Followed {
  readonly book = new Book();
  readonly follower = new Book();
  readonly #dice;
  #rows: Row[] = [];
  #now = begin;
  #next = 0;

  constructor(seed: number) {
    this.#dice = createDice(seed);
  }

  step(): void {
    this.#trade();
    this.#now += 60_000 * (1 + this.#dice(30));
    const what = this.#dice(6);
    if (what === 0) this.#list();
    else if (what === 1) this.#confirmAgain();
    else this.#item(names[this.#dice(names.length)] as string);
  }

  #trade(): void {
    this.#rows = this.#rows.filter(() => this.#dice(12) !== 0);
    for (let count = this.#dice(4); count > 0; count -= 1) {
      const name = names[this.#dice(names.length)] as string;
      this.#next += 1;
      const amount = 1_000 + this.#dice(40);
      const what = this.#dice(5);
      if (what < 3) this.#rows.push(offer(name, `o${this.#next}`, amount));
      else if (what < 4) this.#rows.push(order(name, `b${this.#next}`, amount));
      else this.#rows = [...this.#rows.filter((row) => row.kind !== 'quote' || row.name !== name), quote(name, amount)];
    }
  }

  #list(): void {
    const seenBefore = this.#now;
    this.#take(this.#rows);
    const scope = { marketplaceId, game, kinds, seenBefore, at: this.#now } as const;
    this.#publish(allOf(this.book.sweep(scope)));
    this.follower.takeConfirmations(this.book.confirmedBy(scope));
  }

  /** The answer to one item, cut at a page; in between, a feed may tell of another offer, dearer than all. */
  #item(name: string): void {
    const seenBefore = this.#now;
    const offers = this.#rows.filter((row): row is NormalOffer => row.kind === 'offer' && row.name === name);
    const cheapest = offers.toSorted((one, other) => one.price.amount - other.price.amount);
    const page = cheapest.slice(0, pageSize);
    if (this.#dice(3) === 0) {
      this.#next += 1;
      const told = offer(name, `o${this.#next}`, 2_000 + this.#next);
      this.#rows.push(told);
      this.#take([told]);
    }
    this.#take(page);
    const about = { marketplaceId, game, name, kinds: ['offer'], seenBefore, at: this.#now } as const;
    const scope = { ...about, isCut: page.length === pageSize, records: page.length };
    this.#publish(this.book.sweepItem(scope));
    this.follower.takeConfirmations(this.book.confirmedBy(scope));
  }

  /** A list whose bytes are the same as at the last reading: nothing was traded since, as far as it goes. */
  #confirmAgain(): void {
    this.#list();
    this.#now += max;
    const scope = { marketplaceId, game, kinds, at: this.#now } as const;
    this.#publish(this.book.confirm(scope));
    this.follower.takeConfirmations([{ ...scope, name: null, source: 'test', seenAt: scope.at, earliest: scope.at }]);
  }

  #take(records: readonly BookRecord[]): void {
    this.#now += this.#dice(max / 4);
    this.#publish(this.book.apply(records, { marketplaceId, source: 'test', at: this.#now }));
  }

  #publish(changes: readonly Change[]): void {
    this.follower.replay(changes);
  }
}

const rowsOf = (book: Book) =>
  names.flatMap((name) => [
    ...book.offers(marketplaceId, game, name).map((row) => [row.offerId, row.seenAt] as const),
    ...book.buyOrders(marketplaceId, game, name).map((row) => [row.orderId, row.seenAt] as const),
    ...book.quotes(marketplaceId, game, name).map((row) => [row.name, row.seenAt] as const),
  ]);

describe('what readings confirm', () => {
  it('makes a book that follows another as old as that one, but for the time that a reading takes', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const market = new Followed(seed);
      for (let step = 0; step < 80; step += 1) {
        market.step();
        const [rows, followed] = [rowsOf(market.book), new Map(rowsOf(market.follower))];
        expect(followed.size).toBe(rows.length);
        for (const [id, seenAt] of rows) {
          const older = seenAt - (followed.get(id) ?? 0);
          expect(older, `seed ${seed}, step ${step}: ${id}`).toBeGreaterThanOrEqual(0);
          expect(older, `seed ${seed}, step ${step}: ${id}`).toBeLessThanOrEqual(max);
        }
        for (const name of names)
          expect(market.follower.summary(marketplaceId, game, name)?.prices).toEqual(
            market.book.summary(marketplaceId, game, name)?.prices,
          );
      }
    }
  });
});

describe('a feed', () => {
  it('confirms what it tells again without a change, in one record, wherever that is read', () => {
    const [book, follower] = [new Book(), new Book()];
    const rows = [offer('Case 1', 'a', 1_000), offer('Case 1', 'b', 1_100), order('Case 1', 'c', 900)];
    const told = [...rows, quote('Case 1', 1_000), quote('Case 2', 1_000)];
    const stampAt = (at: number) => ({ marketplaceId, source: 'feed', at, isFed: true });
    const take = (records: readonly BookRecord[], at: number): Confirmation[] => {
      follower.replay(book.apply(records, stampAt(at)));
      const confirmations = book.takeRetold();
      follower.takeConfirmations(confirmations);
      return confirmations;
    };
    expect(take(told, begin)).toEqual([]);
    const again = [...told.slice(1, 4), offer('Case 1', 'a', 1_010)];
    const confirmed = take(again, begin + 1_000);

    const only = { offers: ['b'], orders: ['c'], quotes: [['Case 1', null]] };
    const about = { marketplaceId, game, name: null, kinds: [], source: 'feed' };
    const times = { seenAt: begin + 1_000, earliest: begin + 1_000, at: begin + 1_000 };
    expect(confirmed).toEqual([{ ...about, ...times, only }]);
    expect(rowsOf(follower)).toEqual(rowsOf(book));
    expect(new Map(rowsOf(follower)).get('Case 2')).toBe(begin);
    // What is newer stays
    follower.takeConfirmations(confirmed.map((one) => ({ ...one, seenAt: begin + 500 })));
    expect(rowsOf(follower)).toEqual(rowsOf(book));
  });

  it('confirms nothing of what was gone in between', () => {
    const [book, follower] = [new Book(), new Book()];
    const stamp = { marketplaceId, source: 'feed', at: begin, isFed: true };
    book.apply([offer('Case 1', 'a', 1_000)], stamp);
    book.apply([offer('Case 1', 'a', 1_000)], { ...stamp, at: begin + 1 });
    follower.takeConfirmations(book.takeRetold());
    expect(rowsOf(follower)).toEqual([]);
  });
});

describe('a reading that lacks what another source has seen', () => {
  it('confirms no more than that it may still be there', () => {
    const [book, follower] = [new Book(), new Book()];
    const at = begin + 60_000;
    const list = { marketplaceId, source: 'list', at, earliest: begin };
    const published = [
      ...book.apply([offer('Case 1', 'told', 1_000)], { marketplaceId, source: 'feed', at: at - 30_000 }),
      ...book.apply([offer('Case 1', 'listed', 1_100), quote('Case 1', 1_000)], list),
    ];
    const scope = { ...list, game, kinds, seenBefore: at } as const;
    published.push(...allOf(book.sweep(scope)));
    follower.replay(published);
    follower.takeConfirmations(book.confirmedBy(scope));

    expect(new Map(rowsOf(follower))).toEqual(
      new Map([
        ['told', at - 30_000],
        ['listed', at],
        ['Case 1', at],
      ]),
    );
  });

  it('lets a book that takes it over know which source has seen what, so that the next reading removes what it lacks', () => {
    const [book, restored] = [new Book(), new Book()];
    const at = begin + 60_000;
    const list = { marketplaceId, source: 'list', at, earliest: begin };
    const published = book.apply([offer('Case 1', 'a', 1_000), offer('Case 1', 'b', 1_100)], list);
    const scope = { ...list, game, kinds: ['offer'], seenBefore: at } as const;
    published.push(...allOf(book.sweep(scope)));
    restored.replay(published);
    const next = { ...scope, at: at + 10, seenBefore: at + 10, earliest: begin + 10 };
    restored.apply([offer('Case 1', 'b', 1_100)], { ...list, at: at + 10, earliest: begin + 10 });

    expect(allOf(restored.sweep(next)).filter(({ kind }) => kind === 'removed')).toEqual([]);
    restored.takeConfirmations([{ ...scope, name: null, seenAt: at - 1 }]);
    restored.takeConfirmations(book.confirmedBy({ ...scope, seenBefore: at + 5, earliest: at + 1 }));
    expect(allOf(restored.sweep(next)).filter(({ kind }) => kind === 'removed')).toHaveLength(1);
  });
});

describe('a book that has not received what another process has', () => {
  const at = begin;
  const stamp = { marketplaceId, source: 'test', at };
  const rows = [
    offer('Case 1', 'a', 1_000),
    offer('Case 1', 'b', 1_100),
    order('Case 1', 'c', 900),
    quote('Case 1', 1_000),
  ];
  const left = (book: Book): string[] => rowsOf(book).map(([id]) => id);
  const restored = (until: number): Book => {
    const book = new Book();
    book.apply(rows, stamp);
    book.receivedElsewhereUntil(until);
    return book;
  };
  const later = at + 3_600_000;
  /** The kinds of changes; which source a floor comes from may change. */
  const kindsOf = (changes: readonly Change[]) => changes.map(({ kind }) => kind).filter((kind) => kind !== 'floor');

  it('removes nothing because a reading that had begun before lacks it', () => {
    const book = restored(later);
    const scope = { marketplaceId, game, kinds, seenBefore: later, at: later + 1 } as const;
    expect(kindsOf(allOf(book.sweep(scope)))).toEqual([]);
    expect(kindsOf(book.sweepItem({ ...scope, name: 'Case 1', isCut: false }))).toEqual([]);
    expect(kindsOf(allOf(book.expire(scope, 'expired')))).toEqual([]);
    expect(left(book)).toHaveLength(4);
    expect(book.confirmedBy(scope)).toEqual([]);
  });

  it('removes no offer because an older quote is above it', () => {
    const book = restored(later);
    const quoted = { ...quote('Case 1', 1_050), offerCount: 1 };
    book.apply([quoted], { ...stamp, at: later + 60_000, asOf: later });
    expect(left(book)).toContain('a');
    book.apply([{ ...quoted, offerCount: 2 }], { ...stamp, at: later + 120_000, asOf: later + 60_000 });
    expect(left(book)).not.toContain('a');
  });

  it('removes what a reading lacks that has begun since', () => {
    const book = restored(later);
    book.apply(rows.slice(1), { ...stamp, at: later + 1 });
    const scope = { marketplaceId, game, kinds, seenBefore: later + 1, at: later + 2 } as const;
    expect(kindsOf(allOf(book.sweep(scope)))).toContain('removed');
    expect(left(book)).not.toContain('a');
    expect(book.confirmedBy(scope)).toEqual([
      { marketplaceId, game, source: '', name: null, kinds, seenAt: later + 1, earliest: later + 1, at: later + 2 },
    ]);
  });
});
