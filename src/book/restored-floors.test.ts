import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { burningFlames } from '../../test/support/book/effects.ts';
import { contradictions } from '../../test/support/book/head-and-list.ts';
import { restarted } from '../../test/support/book/restarted.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import {
  type Change,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  noPrices,
  type Prices,
  type Variant,
} from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const game = 'CS2' as const;
const names = ['★ Karambit | Doppler', 'AWP | Asiimov (Field-Tested)'];
const phaseChoices: readonly (Variant | null)[] = [null, 'Ruby', burningFlames];
const marketplaceIds = [2, 5];

/** The last state of everything that a book has reported. */
class Keeper {
  readonly #live = new Map<string, LiveOffer | LiveBuyOrder | LiveQuote>();
  readonly #floors = new Map<string, FloorChange>();

  keep(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'added' || change.kind === 'updated') this.#live.set(offerKey(change.offer), change.offer);
      else if (change.kind === 'removed') this.#live.delete(offerKey(change.offer));
      else if (change.kind === 'ordered') this.#live.set(orderKey(change.buyOrder), change.buyOrder);
      else if (change.kind === 'orderRemoved') this.#live.delete(orderKey(change.buyOrder));
      else if (change.kind === 'quoted') this.#live.set(seriesKey(change.quote), change.quote);
      else this.#floors.set(seriesKey(change.floor), change);
    }
  }

  restored(): Book {
    const book = new Book();
    // In a different order from that of arrival
    book.restore([...this.#live.values()].reverse());
    book.replay([...this.#floors.values()]);
    return book;
  }
}

type FloorChange = Extract<Change, { readonly floor: unknown }>;

type Series = { marketplaceId: number; name: string; phase: Variant | null };
const offerKey = ({ marketplaceId, offerId }: LiveOffer) => `offer ${marketplaceId} ${offerId}`;
const orderKey = ({ marketplaceId, orderId }: LiveBuyOrder) => `order ${marketplaceId} ${orderId}`;
const seriesKey = ({ marketplaceId, name, phase }: Series) => `series ${marketplaceId} ${name} ${phase}`;

/** Rouble prices, two of which give the same dollars. */
const pricesOf = (amount: number): Prices => ({ ...noPrices, USD: Math.ceil(amount / 2), RUB: amount });
const thumbnail = fc.constantFrom(null, 'https://a.example/1.png', 'https://a.example/2.png');
const amount = fc.integer({ min: 1, max: 6 });
const priced = (value: number) => ({ price: { amount: value, currency: 'RUB' as const }, prices: pricesOf(value) });

/** How many of the items, variants and marketplaces above are used. */
type Extent = { readonly items: number; readonly variants: number; readonly marketplaces: number };

const recordIn = ({ items, variants }: Extent): fc.Arbitrary<BookRecord> => {
  const name = fc.constantFrom(...names.slice(0, items));
  const series = { game: fc.constant(game), name, phase: fc.constantFrom(...phaseChoices.slice(0, variants)) };
  const quoted = { ...series, lowest: fc.option(amount), offerCount: fc.constantFrom(null, 0, 4), thumbnail };
  return fc
    .oneof(
      { weight: 4, arbitrary: fc.record({ ...series, offerId: fc.constantFrom('1', '2', '3', '4'), amount }) },
      { weight: 3, arbitrary: fc.record(quoted) },
      { weight: 2, arbitrary: fc.record({ ...series, orderId: fc.constantFrom('1', '2'), amount }) },
      { weight: 2, arbitrary: fc.record({ withdrawn: fc.constantFrom('1', '2', '3') }) },
      { weight: 1, arbitrary: fc.record({ cancelled: fc.constantFrom('1', '2') }) },
    )
    .map((one): BookRecord => {
      if ('withdrawn' in one) return { kind: 'withdrawal', game, offerId: one.withdrawn, reason: 'sold' };
      if ('cancelled' in one) return { kind: 'cancellation', game, orderId: one.cancelled };
      if ('offerCount' in one) {
        const { lowest, ...rest } = one;
        const texts = { purchaseLink: null, marketplaceItemId: null };
        const money =
          lowest === null ? { lowest, prices: noPrices } : { lowest: priced(lowest).price, prices: pricesOf(lowest) };
        return { kind: 'quote', ...rest, ...money, ...texts };
      }
      const { amount: value, ...rest } = one;
      if ('offerId' in rest) return { kind: 'offer', ...rest, ...priced(value), ...unknownTraits };
      return { kind: 'buyOrder', ...rest, ...priced(value), quantity: 1 };
    });
};

/** Random steps; a complete reading begins some steps before it ends. */
const stepIn = (extent: Extent) => {
  const scope = {
    marketplaceId: fc.constantFrom(...marketplaceIds.slice(0, extent.marketplaces)),
    game: fc.constant(game),
    kinds: fc.subarray(['offer' as const, 'buyOrder' as const, 'quote' as const]),
  };
  const begun = fc.integer({ min: 0, max: 5 });
  const item = fc.constantFrom(...names.slice(0, extent.items));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ records: fc.array(recordIn(extent), { maxLength: 6 }), ...scope }) },
    { weight: 2, arbitrary: fc.record({ begun, ...scope }) },
    { weight: 1, arbitrary: fc.record({ confirmed: fc.constant(true), ...scope }) },
    { weight: 3, arbitrary: fc.record({ begun, item, isCut: fc.boolean(), ...scope }) },
  );
};
type Step = ReturnType<typeof stepIn> extends fc.Arbitrary<infer One> ? One : never;

function run(book: Book, one: Step, at: number): Change[] {
  if ('records' in one) return book.apply(one.records, { marketplaceId: one.marketplaceId, source: 's', at });
  if ('confirmed' in one) return book.confirm({ ...one, at });
  const scoped = { ...one, at, seenBefore: at - one.begun * 10 };
  return 'item' in one ? book.sweepItem({ ...scoped, name: one.item, isCut: one.isCut }) : allOf(book.sweep(scoped));
}

const stepsOf = (extent: Extent) => fc.array(stepIn(extent), { maxLength: 25 });
/** Few series, so that much happens to each. */
const fewSeries = { items: 1, variants: 2, marketplaces: 1 };
const manySeries = { items: 2, variants: 3, marketplaces: 2 };

/** Batches that end anywhere, as when a tape is read. */
const batches = fc.array(fc.nat(6));
const cut = (changes: readonly Change[], sizes: readonly number[]): Change[][] => {
  const rest = [...changes];
  return [...sizes.map((size) => rest.splice(0, size)), rest];
};

const answersOf = (book: Book) => ({
  items: marketplaceIds.flatMap((id) =>
    names.map((name) => {
      // The time of the last confirmation is neither stored nor reported
      const { seenAt: _, ...summary } = book.summary(id, game, name) ?? { seenAt: 0 };
      return summary;
    }),
  ),
  found: book.search(game, 'a', null, 10).map(({ marketplaceId, name }) => [marketplaceId, name]),
  counts: marketplaceIds.map((id) => ({ ...book.counts(id, game), ...book.coverage(id, game) })),
});

const contradictionsIn = (book: Book) => contradictions(book, { marketplaceIds, game, names });

const unreportedIn = (book: Book) => [...book.reportUnpublished(() => 3_000)].flat();

const runAll = (book: Book, steps: readonly Step[]) => steps.map((one, index) => run(book, one, 1000 + index * 10));

describe('a book restored from its reported changes', () => {
  it('answers as before, whether its floors are of quotes or offers and whether anything is left of them', () => {
    fc.assert(
      fc.property(stepsOf(manySeries), (steps) => {
        const book = new Book();
        const keeper = new Keeper();
        for (const changes of runAll(book, steps)) keeper.keep(changes);

        const again = keeper.restored();
        expect(answersOf(again)).toEqual(answersOf(book));
        expect(contradictionsIn(again)).toEqual([]);
        expect(unreportedIn(again)).toEqual([]);
      }),
      { numRuns: extent({ short: 150, long: 5_000 }) },
    );
  });

  it('answers as before if changes are replayed, of which some are in it', () => {
    fc.assert(
      fc.property(stepsOf(fewSeries), fc.nat(25), fc.nat(25), batches, (steps, retained, known, sizes) => {
        const book = new Book();
        const before = runAll(book, steps.slice(0, retained));
        const again = restarted(book);
        const after = steps.slice(retained).map((one, index) => run(book, one, 2000 + index * 10));
        const behind = [...before.slice(known), ...after].flat();

        for (const changes of cut(behind, sizes)) again.replay(changes);
        expect(answersOf(again)).toEqual(answersOf(book));
        expect(unreportedIn(again)).toEqual([]);
      }),
      { numRuns: extent({ short: 150, long: 5_000 }) },
    );
  });

  it('keeps a floor that stays although its offer is now of another item', () => {
    const at = (time: number) => ({ marketplaceId: 2, source: 's', at: time });
    const offer = (name: string) => ({
      kind: 'offer' as const,
      game,
      name,
      phase: null,
      offerId: '1',
      ...unknownTraits,
    });
    const [one = '', other = ''] = names;
    const quote = { kind: 'quote' as const, game, name: one, phase: null, offerCount: 1, thumbnail: null };
    const texts = { purchaseLink: null, marketplaceItemId: null };
    const { price: lowest, prices } = priced(4);
    const [book, following] = [new Book(), new Book()];
    const steps: readonly BookRecord[][] = [
      [{ ...offer(one), ...priced(4) }],
      [
        { ...offer(other), ...priced(4) },
        { ...quote, ...texts, lowest, prices },
      ],
      [{ kind: 'withdrawal', game, offerId: '1', reason: 'sold' }],
    ];
    for (const [index, records] of steps.entries()) following.replay(book.apply(records, at(1_000 + index)));

    expect(book.summary(2, game, one)?.prices).toEqual(prices);
    expect(answersOf(following)).toEqual(answersOf(book));
  });

  it('answers like the reporting book for as long as it follows', () => {
    fc.assert(
      fc.property(stepsOf(fewSeries), fc.nat(10), fc.nat(10), batches, (steps, retained, known, sizes) => {
        const book = new Book();
        const before = runAll(book, steps.slice(0, retained));
        const following = restarted(book);
        // Changes that were already stored come again if the position was noted late
        for (const changes of cut(before.slice(known).flat(), sizes)) following.replay(changes);

        for (const [index, one] of steps.slice(retained).entries()) {
          for (const changes of cut(run(book, one, 2000 + index * 10), sizes)) following.replay(changes);
          expect(answersOf(following)).toEqual(answersOf(book));
          expect(contradictionsIn(following)).toEqual([]);
        }
      }),
      { numRuns: extent({ short: 300, long: 15_000 }) },
    );
  });
});
