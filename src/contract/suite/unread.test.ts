import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../../test/support/book/unknown-traits.ts';
import type { BuyOrder, MarketRecord, Offer, Quote } from '../../schema/index.ts';
import { type About, bulk, type ParseResult, type Source } from '../connector.ts';
import { holdsNothing } from '../holds-nothing.ts';
import { money, moneyOrNone } from '../money.ts';
import { memberOf } from '../rows.ts';
import { secondsTime } from '../time.ts';
import { required, Unreadable } from '../unreadable.ts';
import { type Fixture, receivedAt } from './fixtures.ts';
import { hollowFaults } from './hollow-faults.ts';
import { lackFaults } from './lack-faults.ts';
import { renamingFaults } from './renaming-faults.ts';
import { decidedKinds, unreadableFaults } from './unreadable-faults.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: receivedAt };

const common = { game: 'CS2', name: 'Case', phase: null } as const;

const offerOf = (price: Offer['price']): Offer => ({ kind: 'offer', ...common, ...unknownTraits, offerId: '1', price });

const quoteOf = (lowest: Quote['lowest'], offerCount: number | null): Quote => ({
  kind: 'quote',
  ...common,
  ...{ lowest, offerCount, purchaseLink: null, marketplaceItemId: null, thumbnail: null },
});

type Reading<Row> = { readonly row: Type.TSchema; readonly parse: (row: Row) => ParseResult } & Partial<
  Pick<Source, 'rowsAt' | 'mayLack'>
>;

const sourceOf = <Row>({ rowsAt = 'items', ...reading }: Reading<Row>): Source =>
  bulk({
    name: 'list',
    yields: ['offer', 'quote', 'buyOrder', 'sale', 'pastPrice'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'api',
    everySeconds: 60,
    request: () => ({ url: 'https://market.example/' }),
    rowsAt,
    ...reading,
    parse: reading.parse as never,
  });

const pathsIn = (faults: readonly string[]): string[] => [...new Set(faults.map((fault) => fault.split(':')[0] ?? ''))];

/** A parser that gives null where it should throw. */
function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

describe('unreadableFaults', () => {
  const row = Type.Object({ price: Type.Any() });

  it('find none where an offer whose price cannot be read is rejected', () => {
    const source = sourceOf<{ price: unknown }>({ row, parse: ({ price }) => offerOf(money(price, 'USD')) });

    expect(unreadableFaults(source, [{ price: '12.50' }, { price: 7 }], about)).toEqual([]);
  });

  it('find the price that makes an offer vanish', () => {
    const parse = ({ price }: { price: unknown }) => {
      const read = orNothing(() => money(price, 'USD'));
      return read && offerOf(read);
    };

    expect(unreadableFaults(sourceOf({ row, parse }), [{ price: '12.50' }], about)).toEqual([
      'row 0, price with separators: the row is not rejected, but gives no offer',
      'row 0, price with a blank and a comma: the row is not rejected, but gives no offer',
      'row 0, price with a currency sign: the row is not rejected, but gives no offer',
      'row 0, price turned to NaN: the row is not rejected, but gives no offer',
      'row 0, price negated: the row is not rejected, but gives no offer',
      'row 0, price emptied: the row is not rejected, but gives no offer',
      'row 0, price nulled: the row is not rejected, but gives no offer',
    ]);
    const numbers = sourceOf({ row: Type.Object({ price: Type.Number() }), parse });
    expect(pathsIn(unreadableFaults(numbers, [{ price: 12.5 }], about))).toEqual(['row 0, price negated']);
  });

  it('find the price that is read as another one', () => {
    const parse = ({ price }: { price: string }) => offerOf(money(Number.parseFloat(price), 'USD'));
    const source = sourceOf({ row: Type.Object({ price: Type.String() }), parse });

    expect(unreadableFaults(source, [{ price: '12.50' }], about)).toEqual([
      'row 0, price with separators: the row is not rejected, but gives another record',
      'row 0, price with a blank and a comma: the row is not rejected, but gives another record',
    ]);
  });

  it('let null alone mean that nothing is on sale', () => {
    const told = sourceOf<{ price: unknown }>({ row, parse: ({ price }) => quoteOf(moneyOrNone(price, 'USD'), null) });
    const guessed = sourceOf<{ price: unknown }>({
      row,
      parse: ({ price }) =>
        quoteOf(
          orNothing(() => moneyOrNone(price, 'USD')),
          null,
        ),
    });

    expect(unreadableFaults(told, [{ price: 5 }], about)).toEqual([]);
    expect(pathsIn(unreadableFaults(guessed, [{ price: 5 }], about))).toContain('row 0, price with separators');
  });

  it('let a row without a price be of no interest only where the source says why', () => {
    const parse = ({ price }: { price: unknown }) => {
      const read = moneyOrNone(price, 'USD');
      return read && offerOf(read);
    };

    expect(unreadableFaults(sourceOf({ row, parse }), [{ price: 5 }], about)).toHaveLength(1);
    const mayLack = { price: 'the item can only be had in a trade' };
    expect(unreadableFaults(sourceOf({ row, parse, mayLack }), [{ price: 5 }], about)).toEqual([]);
  });

  it('find the time of a sale, the currency and the price of every kind of record', () => {
    type Row = { at: unknown; paid: unknown; code: string; bid: unknown; median: unknown };
    const priceIn = (value: unknown, code: string) => orNothing(() => money(value, code));
    const all = ({ at, paid, code, bid, median }: Row): MarketRecord[] => {
      const soldAt = secondsTime(at);
      const [price, order, past] = [priceIn(paid, code), priceIn(bid, 'USD'), priceIn(median, 'USD')];
      const unknown = { float: null, paintIndex: null, paintSeed: null, stickers: null };
      return [
        ...(soldAt && price ? [{ kind: 'sale', ...common, saleId: 's', soldAt, price, ...unknown } as const] : []),
        ...(order ? [{ kind: 'buyOrder', ...common, orderId: 'o', price: order, quantity: 1 } as const] : []),
        ...(past ? [{ kind: 'pastPrice', ...common, at: 1, median: past, saleCount: 1 } as const] : []),
      ];
    };
    const any = Type.Any();
    const source = sourceOf<Row>({
      row: Type.Object({ at: any, paid: any, code: Type.String(), bid: any, median: any }),
      parse: all,
    });
    const faults = unreadableFaults(
      source,
      [{ at: 1_760_000_000, paid: 5, code: 'EUR', bid: '4', median: '3.5' }],
      about,
    );

    for (const field of ['at', 'paid', 'bid', 'median'])
      expect(pathsIn(faults)).toContain(`row 0, ${field} with separators`);
    expect(pathsIn(faults)).toContain('row 0, code turned to an unknown currency');
    const rows = [{ at: 1_760_000_000, paid: 5, code: 'EUR', bid: '4', median: 0 }];
    expect([...new Set(decidedKinds(source, rows, about))].sort()).toEqual(['buyOrder', 'sale']);
  });

  it('find none where the time of a sale is required', () => {
    const parse = ({ at }: { at: unknown }) => ({
      ...{ kind: 'pastPrice' as const, ...common, at: required(secondsTime(at), 'at', at) },
      ...{ median: money(5, 'USD'), saleCount: null },
    });

    expect(
      unreadableFaults(sourceOf({ row: Type.Object({ at: Type.Any() }), parse }), [{ at: 1_760_000_000 }], about),
    ).toEqual([]);
  });
});

describe('hollowFaults', () => {
  type Row = { lowest: number; count: number; bids: number[] };
  const row = Type.Object({
    lowest: Type.Number({ minimum: 0 }),
    count: Type.Integer(),
    bids: Type.Array(Type.Number()),
  });
  const orderOf = (price: number): BuyOrder => ({
    ...{ kind: 'buyOrder', ...common, orderId: String(price) },
    ...{ price: money(price, 'USD'), quantity: 1 },
  });
  const full: Row = { lowest: 5, count: 3, bids: [4, 3] };

  it('find none where a hollow row is rejected, or says that there is nothing', () => {
    const parse = ({ lowest, count, bids }: Row) => [quoteOf(moneyOrNone(lowest, 'USD'), count), ...bids.map(orderOf)];

    expect(hollowFaults(sourceOf({ row, parse }), [full], about)).toEqual([]);
  });

  it('find what a hollow row makes up', () => {
    const parse = ({ lowest }: Row) => [quoteOf(moneyOrNone(lowest, 'USD'), 7)];

    expect(hollowFaults(sourceOf({ row, parse }), [full], about)).toEqual([
      expect.stringMatching(/^row 0 with all numbers 0: gives \{.*"lowest":null,"offerCount":7/),
      expect.stringMatching(/^row 0 with all numbers 0 and all lists empty: gives /),
    ]);
  });
});

describe('renamingFaults', () => {
  const row = Type.Object({ price: Type.Number() });
  const parse = ({ price }: { price: number }) => offerOf(money(price, 'USD'));
  const payload = { shop: { items: [{ price: 5 }] } };

  it('find none where a list with another name is noticed', () => {
    expect(renamingFaults(sourceOf({ row, parse, rowsAt: 'shop.items' }), payload, about)).toEqual([]);
  });

  it('find the keys on the way to the rows without which a list is taken for empty', () => {
    const rowsAt = (answer: unknown) => {
      const items = memberOf(memberOf(answer, 'shop'), 'items');
      return Array.isArray(items) ? items : [];
    };

    expect(pathsIn(renamingFaults(sourceOf({ row, parse, rowsAt }), payload, about))).toEqual([
      'shop renamed',
      'shop.items renamed',
    ]);
  });

  it('find the key without which a row has another price', () => {
    const reading: Reading<{ usd?: number; price: number }> = {
      row: Type.Object({ usd: Type.Optional(Type.Number()), price: Type.Number() }),
      parse: ({ usd, price }) => offerOf(money(usd ?? price, 'USD')),
    };

    expect(pathsIn(renamingFaults(sourceOf(reading), { items: [{ usd: 5, price: 36 }] }, about))).toEqual([
      'items.0.usd renamed',
    ]);
  });

  it('find the list that is missing within a row, unless the source says why it can be', () => {
    const deep = Type.Object({ offers: Type.Optional(Type.Array(row)) });
    const reading: Reading<{ offers?: { price: number }[] }> = {
      row: deep,
      parse: ({ offers }) => (offers ?? []).map(parse),
    };
    const answer = { items: [{ offers: [{ price: 5 }] }] };

    expect(pathsIn(renamingFaults(sourceOf(reading), answer, about))).toEqual(['items.0.offers renamed']);
    const mayLack = { offers: 'nothing is on sale' };
    expect(renamingFaults(sourceOf({ ...reading, mayLack }), answer, about)).toEqual([]);
  });

  it('leave keys alone that are names of items', () => {
    const rowsAt = (answer: unknown) => {
      const listed = memberOf(answer, 'Case');
      return Array.isArray(listed) ? listed : [];
    };

    expect(renamingFaults(sourceOf({ row, parse, rowsAt }), { Case: [{ price: 5 }] }, about)).toEqual([]);
  });
});

describe('lackFaults', () => {
  const fixture: Fixture = {
    ...{ file: 'list-1.json', source: 'list', kind: 'synthetic', about, outcome: 'read', rejects: 0 },
    text: '{"items":[{"price":5}]}',
  };
  const sourceThat = (mayLack: Readonly<Record<string, string>>) =>
    sourceOf<{ price?: number | null }>({
      row: Type.Object({ price: Type.Optional(Type.Union([Type.Number(), Type.Null()])) }),
      parse: ({ price }) => (price == null ? null : offerOf(money(price, 'USD'))),
      mayLack,
    });

  it('find none where a field has a reason and an effect', () => {
    expect(lackFaults(sourceThat({ price: 'not for sale' }), [fixture])).toEqual([]);
  });

  it('find a field without a reason, and one that changes nothing', () => {
    expect(lackFaults(sourceThat({ price: ' ', cost: 'not for sale' }), [fixture])).toEqual([
      'mayLack gives no reason for "price"',
      'mayLack names "cost", without which no fixture gives other records',
    ]);
  });
});

describe('holdsNothing', () => {
  it('knows the records that say no more than that there is nothing', () => {
    const price = money(5, 'USD');

    expect(holdsNothing([])).toBe(true);
    expect(holdsNothing([quoteOf(null, 0)])).toBe(true);
    expect(holdsNothing([quoteOf(null, null)])).toBe(true);
    expect(holdsNothing([quoteOf(null, 3)])).toBe(false);
    expect(holdsNothing([quoteOf(price, null)])).toBe(false);
    expect(holdsNothing([quoteOf(null, 0), offerOf(price)])).toBe(false);
    expect(holdsNothing([{ kind: 'withdrawal', game: 'CS2', offerId: '1', reason: 'unknown' }])).toBe(false);
  });
});
