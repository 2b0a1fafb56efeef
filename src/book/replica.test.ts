import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { contradictions } from '../../test/support/book/head-and-list.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import type { Change, Currency, Money, NativeCurrency, Phase, Prices } from '../schema/index.ts';
import { noPrices } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const game = 'CS2';
const marketplaceIds = [2, 5];
const names = ['★ Karambit | Doppler', 'AWP | Asiimov (Field-Tested)'];
const phases: readonly (Phase | null)[] = [null, 'Ruby'];

/** Units per dollar; missing ones are unknown. */
type Rates = Readonly<Partial<Record<NativeCurrency, number>>>;

const pricesAt =
  (rates: Rates) =>
  (money: Money | null): Prices => {
    if (money === null) return noPrices;
    const { amount, currency } = money;
    const [native, dollars] = [rates[currency], rates.USD ?? 1];
    const into = (target: Currency): number | null => {
      if (target === currency) return amount;
      const rate = target === 'USD' ? dollars : rates[target];
      if (currency !== 'USD' && native === undefined) return null;
      return rate === undefined ? null : Math.max(1, Math.round((amount * rate) / (native ?? 1)));
    };
    return { USD: into('USD'), EUR: into('EUR'), CNY: into('CNY'), RUB: into('RUB') };
  };

const rates: fc.Arbitrary<Rates> = fc.record(
  { EUR: fc.constantFrom(0.8, 0.9), RUB: fc.constantFrom(79, 81, 95), TF2: fc.constantFrom(550, 560) },
  { requiredKeys: [] },
);
// No two currencies have prices equal in all conversions: another node could not tell which of two such prices a floor has
const money: fc.Arbitrary<Money> = fc.oneof(
  fc.record({
    amount: fc.integer({ min: 990, max: 1_010 }),
    currency: fc.constantFrom('USD' as const, 'EUR' as const),
  }),
  fc.record({ amount: fc.constantFrom(80_911, 80_975, 80_990, 81_033), currency: fc.constant('RUB' as const) }),
  fc.record({ amount: fc.constantFrom(730_000, 760_000), currency: fc.constant('TF2' as const) }),
);
const series = { game: fc.constant(game), name: fc.constantFrom(...names), phase: fc.constantFrom(...phases) };
const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };

type Unpriced = { readonly record: Record<string, unknown>; readonly price: Money | null };
const unpriced: fc.Arbitrary<Unpriced> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ ...series, offerId: fc.constantFrom('1', '2', '3', '4') })
      .chain(withPrice('offer', unknownTraits)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ ...series, orderId: fc.constantFrom('1', '2') })
      .chain(withPrice('buyOrder', { quantity: 1 })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ ...series, offerCount: fc.constantFrom(null, 0, 4) })
      .chain((about) =>
        fc.option(money).map((price) => ({ record: { kind: 'quote', ...about, ...texts, lowest: price }, price })),
      ),
  },
  fc
    .constantFrom('1', '2', '3')
    .map((offerId) => ({ record: { kind: 'withdrawal', game, offerId, reason: 'sold' }, price: null })),
  fc.constantFrom('1', '2').map((orderId) => ({ record: { kind: 'cancellation', game, orderId }, price: null })),
  fc
    .constantFrom('1', '2')
    .chain((offerId) => money.map((price) => ({ record: { kind: 'repricing', game, offerId, price }, price }))),
);

function withPrice(kind: string, rest: object) {
  return (about: object) => money.map((price) => ({ record: { kind, ...about, ...rest, price }, price }));
}

type Step =
  | { readonly records: readonly Unpriced[]; readonly marketplaceId: number }
  | {
      readonly swept: readonly ('offer' | 'buyOrder' | 'quote')[];
      readonly marketplaceId: number;
      readonly begun: number;
    }
  | { readonly rates: Rates; readonly isReceivedFirst: boolean };
const marketplaceId = fc.constantFrom(...marketplaceIds);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ records: fc.array(unpriced, { minLength: 1, maxLength: 4 }), marketplaceId }) },
  {
    weight: 2,
    arbitrary: fc.record({
      swept: fc.subarray(['offer' as const, 'buyOrder' as const, 'quote' as const]),
      marketplaceId,
      begun: fc.integer({ min: 0, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ rates, isReceivedFirst: fc.boolean() }) },
);

/** The answers of a book without the times of confirmations, which are not reported. */
const answersOf = (book: Book): string[] =>
  marketplaceIds.flatMap((id) =>
    names.flatMap((name) => {
      const unseen = ({ seenAt: _, ...rest }: { readonly seenAt: number }) => JSON.stringify(rest);
      const summary = book.summary(id, game, name);
      const asks = phases.map((phase) => JSON.stringify(book.askBasis(id, game, name, phase, 0)?.prices ?? null));
      return [
        `${id} ${name} ${summary === null ? null : unseen(summary)} ${asks}`,
        ...book.offers(id, game, name).map(unseen).sort(),
        ...book.buyOrders(id, game, name).map(unseen).sort(),
        ...book.quotes(id, game, name).map(unseen).sort(),
      ];
    }),
  );

/** A book, and one on another node that follows its changes and gets rates a little earlier or later. */
class Pair {
  readonly own = new Book();
  readonly other = new Book();
  #rates: Rates = { EUR: 0.9, RUB: 81, TF2: 550 };
  #receivedRates = this.#rates;
  #at = 10;

  run(one: Step): void {
    this.#at += 1;
    if ('records' in one)
      this.#publish(
        this.own.apply(
          one.records.map((record) => this.#priced(record)),
          this.#stamp(one),
        ),
      );
    else if ('swept' in one)
      this.#publish(
        allOf(this.own.sweep({ ...one, game, kinds: one.swept, seenBefore: this.#at - one.begun, at: this.#at })),
      );
    else if ('rates' in one) this.#move(one);
  }

  #stamp({ marketplaceId: id }: { readonly marketplaceId: number }) {
    return { marketplaceId: id, source: 's', at: this.#at };
  }

  #priced({ record, price }: Unpriced): BookRecord {
    return {
      ...record,
      ...('price' in record || 'lowest' in record ? { prices: pricesAt(this.#rates)(price) } : {}),
    } as never;
  }

  #move({ rates: moved, isReceivedFirst }: { readonly rates: Rates; readonly isReceivedFirst: boolean }): void {
    this.#rates = moved;
    if (isReceivedFirst) this.#receive();
    for (const changes of this.own.reconvert(() => this.#at, pricesAt(moved), true)) this.#publish(changes);
    if (!isReceivedFirst) this.#receive();
  }

  #receive(): void {
    this.#receivedRates = this.#rates;
    for (const _ of this.other.convert(pricesAt(this.#receivedRates)));
  }

  #publish(changes: readonly Change[]): void {
    this.other.replay(changes, pricesAt(this.#receivedRates));
  }
}

describe('a book that follows another at rates of its own', () => {
  it('answers the same once it has the same rates', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const pair = new Pair();
        for (const one of steps) {
          pair.run(one);
          expect(answersOf(pair.other)).toEqual(answersOf(pair.own));
          for (const book of [pair.own, pair.other])
            expect(contradictions(book, { marketplaceIds, game, names })).toEqual([]);
        }
      }),
      { numRuns: extent({ short: 150, long: 20_000 }) },
    );
  });
});
