import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import {
  type LiveOffer,
  type Money,
  type NormalBuyOrder,
  type NormalOffer,
  noPrices,
  type Prices,
} from '../schema/index.ts';
import { Book } from './book.ts';

const name = 'The Team Captain';
const stamp = { marketplaceId: 26, source: 'events', at: 100 };

/** Converts TF2 amounts to dollars at a price of a key in thousandths. */
const keysAt =
  (worth: number | null) =>
  (price: Money | null): Prices =>
    worth === null || price === null ? noPrices : { ...noPrices, USD: Math.floor(price.amount / 1e6) * worth };

const offer = (offerId: string, price: Money): NormalOffer => ({
  kind: 'offer',
  game: 'TF2',
  name,
  phase: null,
  offerId,
  price,
  prices: price.currency === 'TF2' ? noPrices : { ...noPrices, USD: price.amount },
  ...unknownTraits,
  tradableAt: 0,
});
const order = (orderId: string, keys: number): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'TF2',
  name,
  phase: null,
  orderId,
  price: { amount: keys * 1e6, currency: 'TF2' },
  prices: noPrices,
  quantity: 1,
});

const inKeys = (keys: number): Money => ({ amount: keys * 1e6, currency: 'TF2' });

function filled() {
  const book = new Book();
  const records = [offer('a', inKeys(3)), offer('b', inKeys(2)), offer('c', { amount: 4500, currency: 'USD' })];
  book.apply([...records, order('x', 1), order('y', 2)], stamp);
  const usd = () => book.offers(26, 'TF2', name).map(({ offerId, prices }) => [offerId, prices.USD]);
  return { book, usd };
}

const reconverted = (book: Book, at: number, toPrices: (price: Money | null) => Prices) =>
  [...book.reconvert(() => at, toPrices)].flat();

describe('prices in keys and metal', () => {
  it('become known with the rates, are reported once, and keep what was paid in exactly', () => {
    const { book, usd } = filled();
    expect(book.summary(26, 'TF2', name)?.prices.USD).toBe(4500);

    const changes = reconverted(book, 200, keysAt(2000));

    expect(changes.map(({ kind }) => kind)).toEqual(['updated', 'updated', 'floor']);
    expect(changes).toMatchObject([
      { offer: { offerId: 'a', changedAt: 200 }, isNewFloor: false, previous: { prices: noPrices, usdRange: null } },
      { offer: { offerId: 'b' }, isNewFloor: true },
      {},
    ]);
    expect(usd()).toEqual([
      ['b', 4000],
      ['c', 4500],
      ['a', 6000],
    ]);
    expect(book.offers(26, 'TF2', name)[0]).toMatchObject({ price: inKeys(2), seenAt: 100 });
    expect(book.summary(26, 'TF2', name)?.prices.USD).toBe(4000);
    expect(book.buyOrders(26, 'TF2', name).map(({ orderId, prices }) => [orderId, prices.USD])).toEqual([
      ['y', 4000],
      ['x', 2000],
    ]);
  });

  it('follow a new rate, reporting only the floor, and are unknown again without one', () => {
    const { book, usd } = filled();
    reconverted(book, 200, keysAt(2000));

    expect(reconverted(book, 300, keysAt(2000))).toEqual([]);
    expect(reconverted(book, 300, keysAt(2100)).map(({ kind }) => kind)).toEqual(['floor']);
    expect(reconverted(book, 400, keysAt(null)).map(({ kind }) => kind)).toEqual(['updated', 'updated', 'floor']);
    expect(usd()).toEqual([
      ['c', 4500],
      ['a', null],
      ['b', null],
    ]);
  });

  it('are converted in portions, between which offers may come and go', () => {
    const book = new Book();
    book.apply(
      Array.from({ length: 5000 }, (_, at) => offer(String(at), inKeys(at + 2))),
      stamp,
    );

    let portions = 0;
    for (const changes of book.reconvert(() => 200, keysAt(2000))) {
      portions += 1;
      expect(changes.length).toBeLessThanOrEqual(2001);
      if (portions > 1) continue;
      book.apply([{ kind: 'withdrawal', game: 'TF2', offerId: '4999', reason: 'sold' }], stamp);
      book.apply([{ ...offer('new', inKeys(1)), prices: keysAt(2000)(inKeys(1)) }], stamp);
    }

    expect(portions).toBeGreaterThan(2);
    const offers = book.offers(26, 'TF2', name);
    expect(offers).toHaveLength(5000);
    expect(offers.every(({ prices }) => prices.USD !== null)).toBe(true);
    expect(book.summary(26, 'TF2', name)).toMatchObject({ prices: { USD: 2000 }, offerCount: 5000 });
  });

  it('are reconverted where the last quote is in keys', () => {
    const book = new Book();
    const floors = { offerCount: 3, purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    const quote = { kind: 'quote', game: 'TF2', name, phase: null, lowest: inKeys(5), prices: noPrices } as const;
    book.apply([{ ...quote, ...floors }], stamp);

    reconverted(book, 200, keysAt(2000));
    expect(book.summary(26, 'TF2', name)).toMatchObject({ prices: { USD: 10_000 }, offerCount: 3 });
  });
});

describe('a cancellation', () => {
  it('ends the buy order it names, and nothing else', () => {
    const { book } = filled();

    const changes = book.apply([{ kind: 'cancellation', game: 'TF2', orderId: 'y' }], { ...stamp, at: 200 });
    expect(changes.map(({ kind }) => kind)).toEqual(['orderRemoved']);
    expect(book.apply([{ kind: 'cancellation', game: 'TF2', orderId: 'a' }], { ...stamp, at: 200 })).toEqual([]);
    expect(book.buyOrders(26, 'TF2', name).map(({ orderId }) => orderId)).toEqual(['x']);
  });
});

describe('prices restored while their rates are too old', () => {
  const dollarsAt =
    (rate: number | null) =>
    (price: Money | null): Prices =>
      price === null ? noPrices : { ...noPrices, EUR: price.amount, USD: rate === null ? null : price.amount * rate };
  const euros = { amount: 900, currency: 'EUR' } as const;
  const { kind: _kind, ...record } = offer('a', euros);
  const storedPrices = { ...noPrices, EUR: 900, USD: 1000 };
  const stored: LiveOffer = { ...record, prices: storedPrices, marketplaceId: 26, foundAt: 1, changedAt: 1, seenAt: 1 };
  const usdOf = (book: Book) => book.offers(26, 'TF2', name)[0]?.prices.USD;

  it('are reported once as unknown, and again when they are known', () => {
    const book = new Book();
    book.restore([stored], dollarsAt(null));
    expect(usdOf(book)).toBe(1000);

    const [gone, ...floors] = reconverted(book, 200, dollarsAt(null));
    expect(gone).toMatchObject({
      kind: 'updated',
      at: 200,
      offer: { offerId: 'a' },
      previous: { prices: { USD: 1000 } },
    });
    expect(floors).toMatchObject([{ kind: 'floor', floor: { prices: { USD: null } } }]);
    expect(usdOf(book)).toBeNull();
    expect(reconverted(book, 201, dollarsAt(null))).toEqual([]);
    expect(reconverted(book, 202, dollarsAt(2))).toMatchObject([
      { kind: 'updated', offer: { prices: { USD: 1800 } } },
      { kind: 'floor', floor: { prices: { USD: 1800 } } },
    ]);
    expect(reconverted(book, 203, dollarsAt(3))).toEqual([]);
    expect(usdOf(book)).toBe(1800);
  });
});

describe('prices at rates that a bank has changed', () => {
  const dollarsAt = (rate: number) => (price: Money | null) =>
    price === null ? noPrices : { ...noPrices, EUR: price.amount, USD: Math.round(price.amount * rate) };
  const euros = (amount: number): Money => ({ amount, currency: 'EUR' });
  const pushed = (offerId: string, amount: number, rate: number): NormalOffer => ({
    ...offer(offerId, euros(amount)),
    prices: dollarsAt(rate)(euros(amount)),
  });
  const bid = { ...order('x', 1), price: euros(8_000), prices: dollarsAt(1.1)(euros(8_000)) };
  const unknown = { phase: null, purchaseLink: null, marketplaceItemId: null, thumbnail: null };
  const figures = { lowest: euros(500), offerCount: 1, prices: dollarsAt(1.1)(euros(500)) };
  const quote = { kind: 'quote', game: 'TF2', name: 'Quoted', ...figures, ...unknown } as const;

  it('are all reconverted, so that the lowest is not one at a former rate', () => {
    const book = new Book();
    book.apply([pushed('a', 10_000, 1.1), bid, quote], stamp);
    const toPrices = dollarsAt(1.12);
    const floors = [...book.reconvert(() => 150, toPrices, true)].flat();
    expect(floors).toMatchObject([
      { kind: 'floor', floor: { name, prices: { USD: 11_200 } } },
      { kind: 'floor', floor: { name: 'Quoted', prices: { USD: 560 } } },
    ]);
    expect(book.buyOrders(26, 'TF2', name)[0]?.prices.USD).toBe(8_960);

    const [added] = book.apply([pushed('b', 9_900, 1.12)], { ...stamp, at: 200 });
    expect(added).toMatchObject({ kind: 'added', isNewFloor: true });
    expect(book.summary(26, 'TF2', name)?.prices).toMatchObject({ EUR: 9_900, USD: 11_088 });
  });

  it('keep a floor on the same quote or offer, since the order of confirmations is not stored', () => {
    const seen = { marketplaceId: 26, foundAt: 1, changedAt: 1, seenAt: 1 };
    const { kind: _kind, ...record } = { ...pushed('a', 500, 1.1), name: 'Quoted' };
    const { kind: _, ...quoted } = quote;
    const book = new Book();
    book.restore([
      { ...quoted, ...seen },
      { ...record, ...seen },
    ]);
    const series = { game: 'TF2', name: 'Quoted', phase: null, marketplaceId: 26 } as const;
    const floor = { ...series, prices: dollarsAt(1.1)(euros(500)), offerCount: 12 };
    book.replay([{ kind: 'floor', at: 2, floor }]);

    const floors = [...book.reconvert(() => 150, dollarsAt(1.12), true)].flat();
    expect(floors).toMatchObject([{ kind: 'floor', floor: { prices: { USD: 560 }, offerCount: 12 } }]);
  });

  it('is the lowest price, also with a quote, once others become known as bank rates change', () => {
    const book = new Book();
    const dollars = (amount: number) => ({ ...noPrices, USD: amount });
    const about = {
      game: 'TF2',
      name,
      phase: null,
      purchaseLink: null,
      marketplaceItemId: null,
      thumbnail: null,
    } as const;
    const lowest = { amount: 4_500, currency: 'USD' } as const;
    book.apply([{ kind: 'quote', ...about, lowest, prices: dollars(4_500), offerCount: 1 }], stamp);
    book.apply([offer('a', inKeys(2))], stamp);
    const toPrices = (price: Money | null) =>
      price?.currency === 'USD' ? dollars(price.amount) : keysAt(1_000)(price);
    expect(book.summary(26, 'TF2', name)?.prices.USD).toBe(4_500);

    const reported = [...book.reconvert(() => 200, toPrices, true)].flat();

    expect(book.summary(26, 'TF2', name)?.prices.USD).toBe(2_000);
    expect(reported).toContainEqual(expect.objectContaining({ kind: 'floor', at: 200 }));
  });
});
