import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restarted } from '../../test/support/book/restarted.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { isBetterSpelling, itemKey } from '../names/item-key.ts';
import { type Change, type NormalBuyOrder, type NormalOffer, noPrices, steamMarketId } from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const [lisSkins, skinPort] = [14, 3];
const collapsed = 'Sticker | Zero | Cologne 2026';
const own = 'Sticker | Zero  | Cologne 2026';
const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;
const pricesOf = (amount: number) => ({ ...noPrices, USD: amount });
const quote = (name: string, amount = 9_000): BookRecord => {
  const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
  const about = { kind: 'quote', game: 'CS2', name, phase: null } as const;
  return { ...about, lowest: usd(amount), prices: pricesOf(amount), offerCount: 2, ...texts };
};
const offer = (name: string, offerId: string): NormalOffer => ({
  ...{ kind: 'offer', game: 'CS2', name, phase: null, offerId, price: usd(8_000), prices: pricesOf(8_000) },
  ...unknownTraits,
});
const order = (name: string): NormalBuyOrder => ({
  ...{ kind: 'buyOrder', game: 'CS2', name, phase: null, orderId: 'o', price: usd(7_000) },
  ...{ prices: pricesOf(7_000), quantity: 1 },
});

type Told = readonly [marketplaceId: number, name: string];

/** A book that was told these names in this order, and everything that it reported. */
function bookOf(told: readonly Told[]): { readonly book: Book; readonly reported: readonly Change[] } {
  const book = new Book();
  const reported = told.flatMap(([marketplaceId, name], at) =>
    book.apply([quote(name)], { marketplaceId, source: 'list', at }),
  );
  return { book, reported };
}

/** The book of another node, built from the reported changes. */
function replicaOf(reported: readonly Change[]): Book {
  const book = new Book();
  for (const change of reported) book.replay([change]);
  return book;
}

const better = (one: string, other: string): string => (isBetterSpelling(other, one) ? other : one);
const shownBy = (book: Book): string[] => [...book.names('CS2')];

describe('two spellings of one item', () => {
  it.each([
    {
      order: 'the one with more blanks first',
      told: [
        [skinPort, own],
        [lisSkins, collapsed],
      ],
    },
    {
      order: 'the one with more blanks last',
      told: [
        [lisSkins, collapsed],
        [skinPort, own],
      ],
    },
  ] as const)('are one item, shown as Steam writes it: $order', ({ told }) => {
    const { book, reported } = bookOf(told);

    expect(shownBy(book)).toEqual([own]);
    for (const name of [own, collapsed]) {
      expect(book.ownName('CS2', name)).toBe(own);
      expect(book.summaries('CS2', name).map(({ marketplaceId }) => marketplaceId)).toEqual([skinPort, lisSkins]);
      expect(book.searchNames('CS2', name, { marketplaceIds: null, limit: 5 })).toEqual([{ name: own, isNear: false }]);
    }
    expect(shownBy(replicaOf(reported))).toEqual([own]);
  });

  it('are shown in what Steam tells, whatever others write before or after', () => {
    const padded = 'AK-47  | Redline (Field-Tested)';
    const steams = 'AK-47 | Redline (Field-Tested)';

    for (const told of [
      [
        [lisSkins, padded],
        [steamMarketId, steams],
      ],
      [
        [steamMarketId, steams],
        [lisSkins, padded],
      ],
      [
        [steamMarketId, padded],
        [steamMarketId, steams],
        [lisSkins, padded],
      ],
    ] as const)
      expect(shownBy(bookOf(told).book)).toEqual([steams]);
  });

  it('are one item in any order of arrival, under the same name here, on other nodes and after a restart', () => {
    const names = ['Zero  | A', 'Zero | A', 'Zero\u00a0| A', 'Chef&#39;s  Kiss', "Chef's  Kiss", 'Chef’s Kiss', 'B'];
    const told = fc.tuple(fc.constantFrom(lisSkins, skinPort, 5), fc.constantFrom(...names));
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 12 }), (all) => {
        const { book, reported } = bookOf(all);
        const met = all.map(([, name]) => name);
        const keys = [...new Set(met.map(itemKey))];
        const expected = keys.map((key) => met.filter((name) => itemKey(name) === key).reduce(better));
        expect(shownBy(book).sort()).toEqual(expected.sort());
        expect(shownBy(replicaOf(reported)).sort()).toEqual(expected.sort());
        expect(shownBy(restarted(book)).sort()).toEqual(expected.sort());
      }),
      { numRuns: extent({ short: 60, long: 1_000 }) },
    );
  });

  it('keep after a restart what Steam has told', () => {
    const { book } = bookOf([[steamMarketId, collapsed]]);
    const again = restarted(book);
    again.apply([quote(own)], { marketplaceId: skinPort, source: 'list', at: 9 });

    expect(shownBy(again)).toEqual([collapsed]);
  });
});

describe('an item that gets a better spelling', () => {
  it('is published again with all that is known of it, and its offers as updated ones', () => {
    const book = new Book();
    book.apply([quote(collapsed, 8_000), offer(collapsed, 'a'), order(collapsed)], {
      marketplaceId: lisSkins,
      source: 'l',
      at: 1,
    });
    const revision = () => book.known(lisSkins, 'CS2', own)?.revision ?? 0;
    const before = revision();
    const changes = book.apply([quote(own)], { marketplaceId: skinPort, source: 'l', at: 2 });

    const ofLisSkins = changes.flatMap((change) => {
      if (change.kind === 'updated') return [[change.kind, change.previous.name, change.offer.name]];
      if (change.kind === 'ordered') return [[change.kind, change.buyOrder.name]];
      return change.kind === 'floor' && change.floor.marketplaceId === lisSkins
        ? [[change.kind, change.floor.name]]
        : [];
    });
    expect(ofLisSkins).toEqual([
      ['updated', collapsed, own],
      ['ordered', own],
      ['floor', own],
    ]);
    expect(revision()).toBeGreaterThan(before);
    expect(book.apply([quote(collapsed, 8_000)], { marketplaceId: lisSkins, source: 'l', at: 3 })).toEqual([]);
  });

  it('is told to those who watch its best prices', () => {
    const book = new Book();
    book.apply([quote(collapsed)], { marketplaceId: lisSkins, source: 'l', at: 1 });
    const watch = book.watchBest('CS2', {
      marketplaceIds: null,
      payout: 'any',
      isWanted: () => true,
      touched: () => {},
    });
    book.apply([quote(own, 99_000)], { marketplaceId: skinPort, source: 'l', at: 2 });

    expect(watch.take(10).map(({ name }) => name)).toEqual([own]);
    watch.close();
  });
});

describe('a name without its star', () => {
  it('is the starred item where that is known, and is never shown', () => {
    const { book } = bookOf([
      [skinPort, '★ Karambit | Fade (Factory New)'],
      [lisSkins, 'Karambit | Fade (Factory New)'],
      [steamMarketId, '★ Karambit | Fade (Factory New)'],
      [lisSkins, 'AK-47 | Fade (Factory New)'],
    ]);

    expect(shownBy(book)).toEqual(['★ Karambit | Fade (Factory New)', 'AK-47 | Fade (Factory New)']);
    expect(book.ownName('CS2', 'Karambit | Fade (factory new)')).toBe('★ Karambit | Fade (Factory New)');
  });
});

describe('names that differ in case alone', () => {
  it('stay two items', () => {
    const { book } = bookOf([
      [skinPort, 'Sticker | NiKo | Paris 2023'],
      [skinPort, 'Sticker | niko  | Paris 2023'],
    ]);

    expect(book.ownName('CS2', 'Sticker | niko | Paris 2023')).toBe('Sticker | niko  | Paris 2023');
    expect(book.ownName('CS2', 'Sticker | NiKo | Paris 2023')).toBe('Sticker | NiKo | Paris 2023');
  });
});
