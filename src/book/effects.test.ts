import { describe, expect, it } from 'vitest';
import { abduction, burningFlames, nutsNBolts } from '../../test/support/book/effects.ts';
import { everyDeal, fees, idOf } from '../../test/support/book/read-market.ts';
import type { Variant } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const game = 'TF2';
const at = 1_790_000_000_000;
const name = 'Unusual Team Captain';
const [backpack, skinport, dmarket] = [idOf('backpack-tf'), idOf('skinport'), idOf('dmarket')];
const anywhere = { marketplaceIds: null, unlockedAt: null, payout: 'any' } as const;

const priced = (amount: number) => ({
  price: { amount, currency: 'USD' as const },
  prices: { USD: amount, EUR: amount, CNY: amount, RUB: amount },
});

const offerOf = (offerId: string, phase: Variant | null, amount: number, more: Partial<BookRecord> = {}): BookRecord =>
  ({
    ...{ kind: 'offer', game, name, phase, offerId, ...priced(amount), purchaseLink: null, inspectLink: null },
    ...{ float: null, paintIndex: null, paintSeed: null, stickers: null, tradableAt: 0, ownerId: null },
    ...more,
  }) as BookRecord;

const orderOf = (orderId: string, amount: number): BookRecord => ({
  ...{ kind: 'buyOrder', game, name, phase: null, orderId, ...priced(amount), quantity: 1 },
});

const put = (book: Book, marketplaceId: number, ...records: BookRecord[]) =>
  book.apply(records, { marketplaceId, source: 'test', at });

/** A hat of 60 keys and one of 310, and a marketplace that does not say which hat it sells. */
function hats(): Book {
  const book = new Book(fees);
  put(book, backpack, offerOf('1', burningFlames, 310_000), offerOf('2', nutsNBolts, 60_000));
  put(book, skinport, offerOf('3', null, 200_000));
  put(book, dmarket, offerOf('4', nutsNBolts, 90_000), offerOf('5', abduction, 100_000), orderOf('6', 80_000));
  return book;
}

describe('unusual items of one name', () => {
  it('have a lowest ask for each effect, whichever was met first', () => {
    const best = hats().best(game, name, anywhere);

    expect(best.map(({ phase, ask, offerCount }) => [phase, ask?.marketplaceId, ask?.prices.USD, offerCount])).toEqual([
      [null, backpack, 60_000, 5],
      ['Abduction', dmarket, 100_000, 1],
      ['Burning Flames', backpack, 310_000, 1],
      ["Nuts n' Bolts", backpack, 60_000, 2],
    ]);
  });

  it('are put on sale at the price of their own effect alone', () => {
    const deals = hats().deals(game, { ...everyDeal, at });

    expect(
      deals.map(({ phase, buy, sell }) => [phase, buy.prices.USD, buy.marketplaceId, sell.way, sell.prices.USD]),
    ).toEqual([
      ["Nuts n' Bolts", 60_000, backpack, 'list', 90_000],
      [null, 60_000, backpack, 'bid', 80_000],
      ["Nuts n' Bolts", 60_000, backpack, 'bid', 80_000],
    ]);
  });

  it('of which no marketplace says the effect are not compared', () => {
    const book = new Book(fees);
    put(book, skinport, offerOf('1', null, 60_000));
    put(book, dmarket, offerOf('2', null, 310_000), orderOf('3', 70_000));
    const deals = book.deals(game, { ...everyDeal, at });

    expect(book.hasVariants(game, name)).toBe(true);
    expect(deals.map(({ buy, sell }) => [sell.way, buy.flags])).toEqual([
      ['bid', expect.arrayContaining(['variantUnknown'])],
    ]);
  });

  it('keep their effect and traits when another source omits them', () => {
    const book = new Book(fees);
    const tf2 = { quality: 'Unusual', elevatedQuality: 'Strange', craftNumber: 42, crateSeries: null };
    put(book, backpack, offerOf('1', burningFlames, 310_000, { tf2 } as Partial<BookRecord>));
    put(book, backpack, offerOf('1', null, 300_000));

    expect(book.offers(backpack, game, name)).toMatchObject([
      { phase: burningFlames, tf2, price: { amount: 300_000 } },
    ]);
  });
});
