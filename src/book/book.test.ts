import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import type { SweepScope } from '../schema/index.ts';
import {
  type Change,
  type LiveOffer,
  type NormalBuyOrder,
  type NormalOffer,
  type NormalQuote,
  noPrices,
  type Prices,
} from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const name = 'AK-47 | Redline (Field-Tested)';
const stamp = (at: number, marketplaceId = 2) => ({ marketplaceId, source: 'list', at });
const usd = (amount: number): Prices => ({ ...noPrices, USD: amount });

const offer = (offerId: string, dollars: number, other: Partial<NormalOffer> = {}): NormalOffer => ({
  kind: 'offer',
  game: 'CS2',
  name,
  phase: null,
  offerId,
  price: { amount: dollars * 1000, currency: 'USD' },
  prices: usd(dollars * 1000),
  ...unknownTraits,
  purchaseLink: `https://market.example.com/item/${offerId}`,
  ...other,
});

const quote = (dollars: number | null, offerCount: number | null, other: Partial<NormalQuote> = {}): NormalQuote => ({
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: dollars === null ? null : { amount: dollars * 1000, currency: 'USD' },
  prices: dollars === null ? noPrices : usd(dollars * 1000),
  offerCount,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
  ...other,
});

const order = (orderId: string, dollars: number, other: Partial<NormalBuyOrder> = {}): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'CS2',
  name,
  phase: null,
  orderId,
  price: { amount: dollars * 1000, currency: 'USD' },
  prices: usd(dollars * 1000),
  quantity: 1,
  ...other,
});

const scope = (kinds: SweepScope['kinds'], seenBefore: number): SweepScope => ({
  marketplaceId: 2,
  game: 'CS2',
  kinds,
  seenBefore,
  at: seenBefore + 5,
});

/** Changes in short form: kind and subject. */
const brief = (changes: readonly Change[]): string[] =>
  changes.map((change) => {
    if (change.kind === 'floor') return `floor ${change.floor.prices.USD ?? 'none'} of ${change.floor.offerCount}`;
    if (change.kind === 'known') return `known ${change.floor.name}`;
    if (change.kind === 'quoted') return `quoted ${change.quote.lowest?.amount ?? 'none'}`;
    if ('buyOrder' in change) return `${change.kind} ${change.buyOrder.orderId}`;
    if (change.kind === 'removed') return `removed ${change.offer.offerId} ${change.reason}`;
    return `${change.kind} ${change.offer.offerId}${change.isNewFloor ? ' floor' : ''}`;
  });

const floorOf = (book: Book, of = name): string => {
  const summary = book.summary(2, 'CS2', of);
  return `${summary?.prices.USD ?? 'none'} of ${summary?.offerCount}`;
};

function bookWith(...readings: (readonly [at: number, ...records: BookRecord[]])[]): Book {
  const book = new Book();
  for (const [at, ...records] of readings) book.apply(records, stamp(at));
  return book;
}

describe('applying offers', () => {
  it('reports them in order, and one floor per item at the end', () => {
    const book = new Book();

    const changes = book.apply([offer('a', 10), offer('b', 12), offer('c', 9)], stamp(100));

    expect(brief(changes)).toEqual(['added a floor', 'added b', 'added c floor', 'floor 9000 of 3']);
    expect(changes[0]).toMatchObject({ at: 100, offer: { foundAt: 100, changedAt: 100, seenAt: 100 } });
  });

  it('dates them by when the marketplace found them, but not later than now', () => {
    const book = bookWith([100, offer('a', 10, { foundAt: 60 }), offer('b', 11, { foundAt: 160 })]);

    expect(book.offers(2, 'CS2', name).map(({ foundAt }) => foundAt)).toEqual([60, 100]);
  });

  it('dates no change before the last one, nor before it was found, whichever of several sources is applied later', () => {
    const book = bookWith([100, offer('a', 10, { foundAt: 60 }), order('o', 5), quote(10, 3)]);
    const earlier = [offer('a', 9), order('o', 6), quote(9, 4)];
    const changes = book.apply(earlier, stamp(90));

    expect(brief(changes)).toEqual(['updated a floor', 'ordered o', 'quoted 9000', 'floor 9000 of 4']);
    expect(book.offers(2, 'CS2', name)).toMatchObject([{ price: { amount: 9_000 }, foundAt: 60, changedAt: 100 }]);
    expect(book.buyOrders(2, 'CS2', name)).toMatchObject([{ price: { amount: 6_000 }, changedAt: 100 }]);
    expect(book.quotes(2, 'CS2', name)).toMatchObject([{ offerCount: 4, changedAt: 100 }]);
    expect(book.summary(2, 'CS2', name)).toMatchObject({ changedAt: 100 });
    expect(changes.find(({ kind }) => kind === 'floor')).toMatchObject({ at: 100 });
  });

  it('only confirms what has not changed', () => {
    const book = bookWith([100, offer('a', 10)]);

    expect(book.apply([offer('a', 10)], stamp(200))).toEqual([]);
    expect(book.offers(2, 'CS2', name)[0]).toMatchObject({ foundAt: 100, changedAt: 100, seenAt: 200 });
  });

  it('takes new exchange rates without calling the offer updated', () => {
    const euro = { price: { amount: 9000, currency: 'EUR' as const } };
    const book = bookWith([100, offer('a', 10, { ...euro, prices: { ...usd(10_000), EUR: 9000 } })]);

    const changes = book.apply([offer('a', 10, { ...euro, prices: { ...usd(10_100), EUR: 9000 } })], stamp(200));

    expect(brief(changes)).toEqual(['floor 10100 of 1']);
    expect(book.offers(2, 'CS2', name)[0]).toMatchObject({ changedAt: 100, prices: { USD: 10_100 } });
  });

  it.each([
    ['purchaseLink', { purchaseLink: null }],
    ['inspectLink', { inspectLink: 'steam://run/730//+csgo_econ_action_preview%2000FF' }],
    ['float', { float: 0.1234567 }],
    ['paintIndex', { paintIndex: 282 }],
    ['paintSeed', { paintSeed: 0 }],
    ['stickers', { stickers: [] }],
    ['tradableAt', { tradableAt: 0 }],
    ['ownerId', { ownerId: '' }],
  ])('reports a change of %s', (_, other) => {
    const book = bookWith([100, offer('a', 10)]);

    expect(brief(book.apply([offer('a', 10, other)], stamp(200)))).toEqual(['updated a']);
    expect(book.apply([offer('a', 10, other)], stamp(300))).toEqual([]);
    expect(book.offers(2, 'CS2', name)).toMatchObject([{ ...other, changedAt: 200, seenAt: 300 }]);
  });

  it.each([
    ['purchaseLink', { purchaseLink: 'https://market.example.com/item/b' }],
    ['inspectLink', { inspectLink: 'steam://run/730//+csgo_econ_action_preview%2000FE' }],
    ['float', { float: 0.2 }],
    ['paintIndex', { paintIndex: 283 }],
    ['paintSeed', { paintSeed: 8 }],
    ['stickers', { stickers: [] }],
    ['tradableAt', { tradableAt: 2 }],
    ['ownerId', { ownerId: '76561198000000002' }],
  ])('reports another %s than the one it had', (_, other) => {
    const full = {
      inspectLink: 'steam://run/730//+csgo_econ_action_preview%2000FF',
      float: 0.1,
      paintIndex: 282,
      paintSeed: 7,
      stickers: [{ name: 'Crown (Foil)', wear: 0, slot: 1 }],
      tradableAt: 1,
      ownerId: '76561198000000001',
    };
    const book = bookWith([100, offer('a', 10, full)]);

    expect(book.apply([offer('a', 10, full)], stamp(150))).toEqual([]);
    expect(brief(book.apply([offer('a', 10, { ...full, ...other })], stamp(200)))).toEqual(['updated a']);
    expect(book.offers(2, 'CS2', name)).toMatchObject([{ ...full, ...other }]);
  });

  describe('an offer read by sources with more and with less detail', () => {
    const link = (owner: string, asset: string) =>
      `steam://rungame/730/1/+csgo_econ_action_preview%20${owner}A${asset}D77`;
    const rich = {
      phase: 'Ruby' as const,
      inspectLink: link('S1', '5'),
      float: 0.1234567,
      paintIndex: 415,
      paintSeed: 7,
      stickers: [],
      tradableAt: 1,
      ownerId: '76561198000000001',
    };

    it('keeps what is known of its asset, and reports nothing as the sources alternate', () => {
      const book = bookWith([100, offer('a', 10, rich)]);

      expect(book.apply([offer('a', 10)], stamp(200))).toEqual([]);
      expect(book.apply([offer('a', 10, { ...rich, stickers: null })], stamp(300))).toEqual([]);
      expect(book.apply([offer('a', 10, { inspectLink: link('S2', '5') })], stamp(400))[0]).toMatchObject({
        kind: 'updated',
        offer: { ...rich, inspectLink: link('S2', '5') },
        previous: { phase: 'Ruby', float: rich.float },
      });
      expect(brief(book.apply([offer('a', 11)], stamp(500)))).toContain('updated a floor');
      expect(book.offers(2, 'CS2', name)).toMatchObject([{ ...rich, inspectLink: link('S2', '5'), seenAt: 500 }]);
    });

    it('takes over details that only one of them has', () => {
      const book = bookWith([100, offer('a', 10, { float: 0.25 })]);
      book.apply([offer('a', 10, { paintSeed: 7, float: 0.2504 })], stamp(200));

      expect(book.offers(2, 'CS2', name)).toMatchObject([{ float: 0.2504, paintSeed: 7 }]);
    });

    it.each([
      ['name', { name: 'AK-47 | Redline (Well-Worn)' }],
      ['variant', { phase: 'Sapphire' as const }],
      ['paint index', { paintIndex: 416 }],
      ['pattern', { paintSeed: 8 }],
      ['float', { float: 0.125 }],
      ['asset in the inspect link', { inspectLink: link('S1', '6') }],
    ])('keeps nothing of an asset that is another by its %s', (_, other) => {
      const book = bookWith([100, offer('a', 10, rich)]);
      book.apply([offer('a', 10, other)], stamp(200));
      const { kind: __, name: item, ...poor } = offer('a', 10, other);

      expect(book.offers(2, 'CS2', item)).toMatchObject([poor]);
    });
  });

  it('tells stickers apart by name, wear and slot', () => {
    const sticker = { name: 'Crown (Foil)', wear: 0, slot: 0 };
    const book = new Book();
    const versions = [
      [sticker],
      [{ ...sticker, wear: 0.2 }],
      [{ ...sticker, slot: 3 }],
      [{ ...sticker, name: 'Howl' }],
      [sticker, sticker],
    ];
    for (const [at, stickers] of versions.entries()) {
      expect(book.apply([offer('a', 10, { stickers })], stamp(at + 1))[0]?.kind).toBe(at === 0 ? 'added' : 'updated');
      expect(book.offers(2, 'CS2', name)[0]?.stickers).toEqual(stickers);
      expect(book.apply([offer('a', 10, { stickers })], stamp(at + 1))).toEqual([]);
    }
  });

  it('calls a floor only what is strictly below all others', () => {
    const book = bookWith([100, offer('a', 10), offer('b', 12)]);

    expect(brief(book.apply([offer('c', 10)], stamp(200)))).toEqual(['added c', 'floor 10000 of 3']);
    expect(brief(book.apply([offer('b', 9)], stamp(300)))).toEqual(['updated b floor', 'floor 9000 of 3']);
    expect(brief(book.apply([offer('b', 8)], stamp(400)))).toEqual(['updated b floor', 'floor 8000 of 3']);
    expect(brief(book.apply([offer('b', 11)], stamp(500)))).toEqual(['updated b', 'floor 10000 of 3']);
  });

  it('moves an offer that turns out to be another item', () => {
    const book = bookWith([100, offer('a', 10), offer('b', 12)]);

    const changes = book.apply([offer('a', 10, { name: 'AWP | Asiimov (Field-Tested)' })], stamp(200));

    expect(brief(changes)).toEqual(['updated a floor', 'floor 12000 of 1', 'floor 10000 of 1']);
    expect(book.offers(2, 'CS2', name)).toHaveLength(1);
    expect(book.offers(2, 'CS2', 'AWP | Asiimov (Field-Tested)')).toMatchObject([{ foundAt: 100, changedAt: 200 }]);
  });

  it('keeps equal ids of two marketplaces and two games apart', () => {
    const book = bookWith([100, offer('a', 10), offer('a', 3, { game: 'Rust' })]);
    book.apply([offer('a', 7)], stamp(100, 3));

    expect(book.offers(2, 'CS2', name)[0]?.prices.USD).toBe(10_000);
    expect(book.offers(3, 'CS2', name)[0]?.prices.USD).toBe(7000);
    expect(book.offers(2, 'Rust', name)[0]?.prices.USD).toBe(3000);
  });

  it('removes what is withdrawn, with its reason, and ignores what it never had', () => {
    const book = bookWith([100, offer('a', 10), offer('b', 12)]);
    const gone = { kind: 'withdrawal', game: 'CS2', reason: 'sold' } as const;

    const changes = book.apply(
      [
        { ...gone, offerId: 'a' },
        { ...gone, offerId: 'x' },
      ],
      stamp(200),
    );

    expect(brief(changes)).toEqual(['removed a sold', 'floor 12000 of 1']);
    expect(book.counts(2, 'CS2')).toEqual({ itemCount: 1, offerCount: 1, buyOrderCount: 0 });
  });

  describe('a record with only a new price', () => {
    const repricing = (offerId: string, dollars: number) => {
      const { price, prices } = offer(offerId, dollars);
      return { kind: 'repricing', game: 'CS2', offerId, price, prices } as const;
    };

    it('changes the price, keeps everything else and moves the floor', () => {
      const traits = { float: 0.25, paintSeed: 7, inspectLink: 'steam://1', ownerId: 'w', tradableAt: 0 };
      const book = bookWith([100, offer('a', 10, traits), offer('b', 12)]);
      const [before] = book.offers(2, 'CS2', name);

      const changes = book.apply([repricing('b', 9)], stamp(200));

      expect(brief(changes)).toEqual(['updated b floor', 'floor 9000 of 2']);
      expect(changes[0]).toMatchObject({ previous: { prices: usd(12_000) }, offer: { foundAt: 100, changedAt: 200 } });
      book.apply([repricing('a', 11)], stamp(300));
      expect(book.offers(2, 'CS2', name)[1]).toEqual({
        ...before,
        price: { amount: 11_000, currency: 'USD' },
        prices: usd(11_000),
        changedAt: 300,
        seenAt: 300,
      });
    });

    it('confirms an offer whose price is the same, and ignores one that is not known', () => {
      const book = bookWith([100, offer('a', 10)]);

      expect(book.apply([repricing('a', 10), repricing('x', 1)], stamp(200))).toEqual([]);
      expect(book.offers(2, 'CS2', name)).toMatchObject([{ offerId: 'a', changedAt: 100, seenAt: 200 }]);
      expect(book.summary(2, 'CS2', name)?.seenAt).toBe(200);
    });
  });

  it('keeps long and odd texts exactly', () => {
    const odd = {
      offerId: '\ud83d\ude00\ud800',
      purchaseLink: `https://市場.example/${'x'.repeat(4096)}?a=%20#龍王`,
      inspectLink: '',
      ownerId: 'É'.repeat(300),
      stickers: [{ name: '★ ™ 龍王', wear: 0.123456789, slot: 4 }],
      price: { amount: Number.MAX_SAFE_INTEGER, currency: 'RUB' as const },
      prices: { USD: 2 ** 45, EUR: 1, CNY: null, RUB: Number.MAX_SAFE_INTEGER },
    };
    const { kind: _, ...values } = offer('', 1, odd);
    const book = bookWith([1_770_000_000_123, { kind: 'offer', ...values }]);

    const at = 1_770_000_000_123;
    expect(book.offers(2, 'CS2', name)).toEqual([
      { ...values, marketplaceId: 2, foundAt: at, changedAt: at, seenAt: at },
    ]);
  });

  it('finds the floors of a row of thousands whose prices all rise', () => {
    const count = 5000;
    const book = bookWith([1, ...Array.from({ length: count }, (_, at) => offer(String(at), at + 1))]);

    const changes = book.apply(
      Array.from({ length: count }, (_, at) => offer(String(at), at + 1 + count)),
      stamp(2),
    );

    // Only the last offer ends up below all others, since the rest have risen past it
    expect(changes.filter((change) => change.kind === 'updated' && change.isNewFloor)).toHaveLength(0);
    expect(brief(changes.slice(-1))).toEqual([`floor ${(count + 1) * 1000} of ${count}`]);
    expect(brief(book.apply([offer('7', count + 8, { paintSeed: 1 }), offer('0', count + 1.5)], stamp(3)))).toEqual([
      'updated 7',
      'updated 0 floor',
      `floor ${(count + 1.5) * 1000} of ${count}`,
    ]);
  });
});

describe('quotes', () => {
  it('are reported when something other than the rates changes', () => {
    const book = new Book();
    const euro = { lowest: { amount: 9000, currency: 'EUR' as const } };

    const runs = [
      quote(10, 5, { ...euro, prices: { ...usd(10_000), EUR: 9000 } }),
      quote(10, 5, { ...euro, prices: { ...usd(10_000), EUR: 9000 } }),
      quote(11, 5, { ...euro, prices: { ...usd(11_000), EUR: 9000 } }),
      quote(11, 6, { ...euro, prices: { ...usd(11_000), EUR: 9000 } }),
      quote(11, 6, { ...euro, prices: { ...usd(11_000), EUR: 9000 }, marketplaceItemId: '42' }),
    ].map((record, at) => brief(book.apply([record], stamp(at + 1))));

    expect(runs).toEqual([
      ['quoted 9000', 'floor 10000 of 5'],
      [],
      ['floor 11000 of 5'],
      ['quoted 9000', 'floor 11000 of 6'],
      ['quoted 9000'],
    ]);
    expect(book.marketplaceItemId(2, 'CS2', name)).toBe('42');
    expect(book.quotes(2, 'CS2', name)).toMatchObject([{ foundAt: 1, changedAt: 5, seenAt: 5 }]);
  });

  it('are what is known of an item on a marketplace', () => {
    const book = bookWith([1, quote(10, 5)]);
    const priced = book.known(2, 'CS2', name);
    book.apply([quote(null, 0)], stamp(2));

    expect(priced).toEqual({
      lowest: { amount: 10_000, currency: 'USD' },
      isOffered: true,
      isWanted: false,
      revision: expect.any(Number),
    });
    expect(book.known(2, 'CS2', name)).toBeNull();
    expect(book.known(3, 'CS2', name)).toBeNull();
  });

  it('keep every text, and a picture that many share once', () => {
    const thumbnail = `https://pictures.example.com/economy/image/${'aB3-_'.repeat(50)}`;
    const texts = { purchaseLink: 'https://x.example/ak?ref=1', marketplaceItemId: '33', thumbnail };
    const book = bookWith([1, quote(1, 1, texts)]);
    book.apply([quote(1, 1, texts)], stamp(1, 3));
    book.apply([quote(1, 1, { thumbnail: 'https://own.example/33.png' })], stamp(1, 4));
    book.apply([offer('a', 1)], stamp(1, 5));

    expect(book.quotes(2, 'CS2', name)).toMatchObject([texts]);
    expect(book.quotes(3, 'CS2', name)).toMatchObject([texts]);
    expect(book.summaries('CS2', name).map((summary) => summary.thumbnail)).toEqual([
      thumbnail,
      thumbnail,
      'https://own.example/33.png',
      thumbnail,
    ]);
    expect(book.apply([quote(1, 1, { thumbnail: 'https://own.example/33.png' })], stamp(2, 4))).toEqual([]);
  });

  it('lend a marketplace without pictures the same one, in whatever order they came', () => {
    const [first, second] = ['https://a.example/1.png', 'https://b.example/2.png'];
    const shown = (order: readonly (readonly [number, string])[]) => {
      const book = new Book();
      for (const [marketplaceId, thumbnail] of order) book.apply([quote(1, 1, { thumbnail })], stamp(1, marketplaceId));
      book.apply([offer('a', 1)], stamp(2, 9));
      return book.summary(9, 'CS2', name)?.thumbnail;
    };

    expect(
      shown([
        [3, first],
        [5, second],
      ]),
    ).toBe(first);
    expect(
      shown([
        [5, second],
        [3, first],
      ]),
    ).toBe(first);
  });

  it('count until a complete reading of offers overrules them', () => {
    const book = bookWith([100, offer('a', 9), offer('b', 12)], [200, quote(10, 40)]);
    expect(floorOf(book)).toBe('10000 of 40');

    book.apply([offer('c', 8)], stamp(300));
    expect(floorOf(book)).toBe('8000 of 40');

    book.apply([offer('a', 9), offer('b', 12), offer('c', 11)], stamp(400));
    book.sweepItem({ ...scope(['offer'], 400), name, isCut: true });
    expect(floorOf(book)).toBe('9000 of 40');

    book.sweepItem({ ...scope(['offer'], 400), name, isCut: false });
    expect(floorOf(book)).toBe('9000 of 3');

    book.sweepItem({ ...scope(['offer'], 350), name, isCut: true });
    expect(floorOf(book)).toBe('9000 of 3');

    book.apply([quote(10, null)], stamp(500));
    expect(floorOf(book)).toBe('10000 of 3');
  });

  it('are not overruled by a page full of offers of other items', () => {
    const book = bookWith([100, offer('a', 12)], [200, quote(10, 40)]);

    // A search by the beginning of names, as DMarket's: cheaper names that begin so fill its first page
    expect(brief(book.sweepItem({ ...scope(['offer'], 300), name, isCut: true }))).toEqual([]);
    expect(floorOf(book)).toBe('10000 of 40');

    book.apply([offer('told by a feed', 15)], stamp(310));
    expect(brief(book.sweepItem({ ...scope(['offer'], 305), name, isCut: true, records: 0 }))).toEqual([]);
    expect(floorOf(book)).toBe('10000 of 40');

    book.sweepItem({ ...scope(['offer'], 400), name, isCut: false });
    expect(floorOf(book)).toBe('none of 0');
  });

  it('still count if the reading of offers began at the same instant', () => {
    const book = bookWith([200, quote(10, 40)]);
    book.sweepItem({ ...scope(['offer'], 200), name, isCut: false });

    expect(brief(book.apply([offer('a', 12)], stamp(300)))).toEqual(['added a']);
  });

  it('count again when they are confirmed unchanged after a reading that found no offers', () => {
    const book = new Book();
    book.apply([quote(10, 40)], stamp(100), { ofRows: [7], basis: 1 });
    book.sweepItem({ ...scope(['offer'], 200), name, isCut: false });
    expect(floorOf(book)).toBe('none of 0');

    const seeing = book.seeAgain({ ...stamp(300), game: 'CS2' }, 1);
    expect(seeing.see(7)).toBe(true);
    expect(brief(seeing.end())).toEqual(['floor 10000 of 40']);
    expect(floorOf(book)).toBe('10000 of 40');
  });

  it('remove older offers that are cheaper than the quoted lowest price', () => {
    const book = bookWith([100, offer('a', 9), offer('b', 12), offer('c', 10)], [300, offer('d', 8)]);

    expect(brief(book.apply([quote(10, 40)], stamp(200)))).toEqual([
      'quoted 10000',
      'removed a unknown',
      'floor 8000 of 40',
    ]);
    expect(book.offers(2, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['d', 'c', 'b']);
  });

  it('that are older than offers, or than another quote, remove none of them', () => {
    const book = bookWith([100, offer('a', 9)], [100, quote(9, 1)]);

    expect(brief(book.apply([quote(10, 1)], stamp(90)))).toEqual(['quoted 10000']);
    expect(brief(book.apply([quote(10, 1)], stamp(100)))).toEqual([]);
  });

  it('of nothing on sale remove all older offers, and so does no longer being quoted', () => {
    const book = bookWith([100, offer('a', 9), offer('b', 12, { phase: 'Ruby' })]);
    expect(brief(book.apply([quote(null, 0)], stamp(200)))).toEqual([
      'quoted none',
      'removed a unknown',
      'removed b unknown',
      'floor none of 0',
      'floor none of 0',
    ]);

    book.apply([offer('c', 9)], stamp(300));
    expect(brief(allOf(book.sweep(scope(['quote'], 400))))).toEqual(['removed c unknown', 'floor none of 0']);
  });

  it('cover only their own variant, or all variants if none has a quote of its own', () => {
    const ruby = { phase: 'Ruby' } as const;
    const book = bookWith([100, offer('a', 9), offer('r', 9, ruby)], [200, quote(10, 1, ruby)]);
    expect(book.offers(2, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['a']);

    book.apply([offer('r', 9, ruby)], stamp(300));
    book.apply([quote(10, 1)], stamp(400));
    expect(book.offers(2, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['r']);
  });

  it('in another currency allow for rates and rounding', () => {
    const yuan = (amount: number, dollars: number) =>
      ({ price: { amount, currency: 'CNY' }, prices: { ...usd(dollars), CNY: amount } }) as const;
    const book = bookWith([
      100,
      offer('near', 1, yuan(70_000, 9_800)),
      offer('far', 1, yuan(60_000, 8_400)),
      offer('unknown', 1, { price: { amount: 5, currency: 'RUB' }, prices: noPrices }),
    ]);

    book.apply([quote(10, 3)], stamp(200));

    expect(book.offers(2, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['near', 'unknown']);
    expect(floorOf(book)).toBe('9800 of 3');
  });

  it('with a price but without a count are taken as at least one offer', () => {
    expect(floorOf(bookWith([100, quote(10, null)]))).toBe('10000 of 1');
    expect(floorOf(bookWith([100, quote(10, 0)]))).toBe('10000 of 1');
    expect(floorOf(bookWith([100, quote(10, 1)], [150, offer('b', 12), offer('c', 13)]))).toBe('10000 of 3');
  });

  it('that count fewer than are listed, seen before or since, hide no offer', () => {
    expect(floorOf(bookWith([100, quote(null, 0)], [200, offer('a', 9)]))).toBe('9000 of 1');
    expect(floorOf(bookWith([100, offer('a', 9), offer('b', 9)], [200, quote(9, 1)]))).toBe('9000 of 2');
  });

  it('cheaper than all that is listed are of an offer beside them', () => {
    const book = bookWith([100, offer('a', 9), offer('b', 9)], [200, quote(8, 2)]);
    expect(floorOf(book)).toBe('8000 of 3');

    book.apply([offer('c', 8)], stamp(300));
    expect(floorOf(book)).toBe('8000 of 3');
  });

  it('leave a list behind if they are cheaper, count fewer than it has, or count some where it has none', () => {
    const isBehind = (...readings: Parameters<typeof bookWith>) => bookWith(...readings).isListBehind(2, 'CS2', name);
    const listed = [100, offer('a', 9), offer('b', 10)] as const;

    expect(isBehind(listed)).toBe(false);
    expect(isBehind(listed, [200, quote(9, 2)])).toBe(false);
    expect(isBehind(listed, [200, quote(9, 34)])).toBe(false);
    expect(isBehind(listed, [200, quote(9, null)])).toBe(false);
    expect(isBehind(listed, [200, quote(9, 1)])).toBe(true);
    expect(isBehind(listed, [200, quote(8, 34)])).toBe(true);
    expect(isBehind([200, quote(8, 34)])).toBe(true);
    expect(isBehind([200, quote(null, 34)])).toBe(true);
    expect(isBehind([200, quote(null, 0)])).toBe(false);
  });

  it('do not leave a list behind that was read after them', () => {
    const book = bookWith([100, quote(8, 1)], [200, offer('a', 9), offer('b', 10)]);
    book.sweepItem({ ...scope(['offer'], 200), name, isCut: true });

    expect(book.isListBehind(2, 'CS2', name)).toBe(false);
  });

  it('that a complete reading no longer mentions become empty, and the item stays known', () => {
    const book = bookWith([100, quote(10, 40)]);

    expect(brief(allOf(book.sweep(scope(['quote'], 200))))).toEqual(['quoted none', 'floor none of 0']);
    expect(brief(allOf(book.sweep(scope(['quote'], 300))))).toEqual([]);
    expect(book.summary(2, 'CS2', name)).toMatchObject({ prices: noPrices, offerCount: 0, changedAt: 205 });
    expect([...book.floors()]).toEqual([]);
  });
});

describe('variants', () => {
  const knife = '★ Karambit | Doppler (Factory New)';
  const of = (phase: NormalOffer['phase']) => ({ name: knife, phase });

  it('have floors of their own, and the whole item has one over all of them', () => {
    const book = bookWith([
      100,
      offer('a', 900, of('Phase 2')),
      offer('b', 4000, of('Ruby')),
      offer('c', 800, of(null)),
    ]);

    const floors = Array.from(book.floors(), (floor) => [floor.phase, floor.prices.USD, floor.offerCount]);
    expect(floors.sort()).toEqual([
      [null, 800_000, 3],
      ['Phase 2', 900_000, 1],
      ['Ruby', 4_000_000, 1],
    ]);
    expect(book.offers(2, 'CS2', knife).map(({ phase }) => phase)).toEqual([null, 'Phase 2', 'Ruby']);
  });

  it('of which only some are quoted, or listed, add up too', () => {
    const book = bookWith([
      100,
      quote(900, 7, of('Phase 2')),
      quote(4000, 1, of('Ruby')),
      offer('a', 4100, of('Ruby')),
      offer('b', 800, of('Phase 1')),
      offer('c', 950, of(null)),
    ]);

    const floors = Array.from(book.floors(), (floor) => [floor.phase, floor.prices.USD, floor.offerCount]);
    expect(floors.sort()).toEqual([
      [null, 800_000, 10],
      ['Phase 1', 800_000, 1],
      ['Phase 2', 900_000, 7],
      ['Ruby', 4_000_000, 2],
    ]);
    expect(book.isListBehind(2, 'CS2', knife)).toBe(true);
  });

  it('quoted one by one add up', () => {
    const book = bookWith([100, quote(900, 7, of('Phase 2')), quote(4000, 2, of('Ruby')), quote(null, 0, of(null))]);

    expect(floorOf(book, knife)).toBe('900000 of 9');
    expect(book.quotes(2, 'CS2', knife)).toHaveLength(3);
    expect(book.counts(2, 'CS2')).toEqual({ itemCount: 1, offerCount: 9, buyOrderCount: 0 });
  });
});

describe('sweeping', () => {
  it('removes what was not seen since the reading began', () => {
    const book = bookWith([100, offer('a', 10), offer('b', 12), order('o', 5)], [200, offer('b', 12)]);

    expect(brief(allOf(book.sweep(scope(['offer'], 200))))).toEqual(['removed a swept', 'floor 12000 of 1']);
    expect(brief(allOf(book.sweep(scope(['buyOrder'], 200))))).toEqual(['orderRemoved o']);
    expect(book.counts(2, 'CS2').buyOrderCount).toBe(0);
  });

  it('removes what was seen, or is restored as seen, under a clock that ran ahead, one reading later', () => {
    const ahead = 1_000_000;
    const book = bookWith([ahead, offer('a', 10), order('o', 5)]);
    const restored = new Book();
    restored.restore([...book.offers(2, 'CS2', name), ...book.buyOrders(2, 'CS2', name)]);

    for (const one of [book, restored]) {
      allOf(one.sweep({ ...scope(['offer', 'buyOrder'], 200), at: 210 }));
      expect(one.offers(2, 'CS2', name)).toMatchObject([{ seenAt: 210 }]);
      allOf(one.sweep({ ...scope(['offer', 'buyOrder'], 300), at: 310 }));
      expect(one.counts(2, 'CS2')).toMatchObject({ offerCount: 0, buyOrderCount: 0 });
    }
  });

  it('corrects such instants for a sweep of one item and for a confirmation too', () => {
    const book = bookWith([1_000_000, offer('a', 10)]);
    book.confirm({ marketplaceId: 2, game: 'CS2', kinds: ['offer'], at: 150 });
    expect(book.offers(2, 'CS2', name)).toMatchObject([{ seenAt: 150 }]);
    book.apply([offer('b', 10)], stamp(1_000_000));
    for (const at of [210, 310]) book.sweepItem({ ...scope(['offer'], at - 10), at, name, isCut: false });

    expect(book.counts(2, 'CS2').offerCount).toBe(0);
  });

  it('lets a quote count, and an item be seen now, after its offers were read under a clock that ran ahead', () => {
    const ahead = 1_000_000;
    const book = bookWith([ahead, offer('a', 20)]);
    book.sweepItem({ ...scope(['offer'], ahead), at: ahead, name, isCut: false });
    allOf(book.sweep({ ...scope(['buyOrder'], 200), at: 210 }));
    expect(book.summary(2, 'CS2', name)?.seenAt).toBe(210);

    book.apply([quote(9, 3)], stamp(300));
    expect(floorOf(book)).toBe('9000 of 3');
  });

  it('touches no other marketplace and no other game', () => {
    const book = bookWith([100, offer('a', 10, { game: 'Rust' })]);
    book.apply([offer('a', 10)], stamp(100, 3));

    expect(allOf(book.sweep(scope(['offer'], 200)))).toEqual([]);
    expect(book.sweepItem({ ...scope(['offer'], 200), name: 'unknown', isCut: false })).toEqual([]);
  });

  it('by an answer cut at its page size keeps offers more expensive than its last one', () => {
    const book = bookWith([100, offer('a', 1), offer('b', 2), offer('c', 3), offer('d', 4)], [200, offer('c', 3)]);

    expect(brief(book.sweepItem({ ...scope(['offer'], 200), name, isCut: true }))).toEqual([
      'removed b swept',
      'removed a swept',
      'floor 3000 of 2',
    ]);
  });

  it('by a cut answer keeps offers beyond its own last one, however dear another source told one meanwhile', () => {
    const book = bookWith(
      [100, offer('a', 1), offer('b', 2), offer('c', 3), offer('d', 4), offer('e', 5)],
      [200, offer('b', 2), offer('c', 3)],
      [210, offer('new', 9)],
    );

    expect(brief(book.sweepItem({ ...scope(['offer'], 200), name, isCut: true, records: 2 }))).toEqual([
      'removed a swept',
      'floor 2000 of 5',
    ]);
  });

  it('by cut buy orders keeps those below the last one', () => {
    const book = bookWith([100, order('a', 5), order('b', 4), order('c', 3)], [200, order('b', 4)]);

    expect(brief(book.sweepItem({ ...scope(['buyOrder', 'quote'], 200), name, isCut: true }))).toEqual([
      'orderRemoved a',
    ]);
    expect(brief(book.sweepItem({ ...scope(['buyOrder'], 200), name, isCut: false }))).toEqual(['orderRemoved c']);
  });

  it('counts what was confirmed in between as seen', () => {
    const book = bookWith([100, offer('a', 10), order('o', 1), quote(10, 1, { name: 'Other' })]);

    const { seenBefore: _, ...unchanged } = scope(['offer', 'buyOrder', 'quote'], 300);
    expect(book.confirm(unchanged)).toEqual([]);

    expect(allOf(book.sweep(scope(['offer', 'buyOrder', 'quote'], 300)))).toEqual([]);
    expect(book.offers(2, 'CS2', name)[0]?.seenAt).toBe(305);
    expect(book.summary(2, 'CS2', name)?.seenAt).toBe(305);
  });

  it('counts what an unchanged answer about one item held as seen, and nothing that has changed since', () => {
    const book = bookWith([100, offer('a', 10), offer('b', 12), offer('x', 7, { name: 'Other' })]);
    book.apply([offer('b', 11), offer('c', 9)], { ...stamp(150), source: 'feed' });

    book.confirm({ marketplaceId: 2, game: 'CS2', kinds: ['offer'], source: 'list', at: 300, name, changedUntil: 105 });
    expect(book.offers(2, 'CS2', name).map(({ offerId, seenAt }) => [offerId, seenAt])).toEqual(
      [
        ['c', 150],
        ['a', 300],
        ['b', 150],
      ].sort(([one], [other]) => ['c', 'a', 'b'].indexOf(String(one)) - ['c', 'a', 'b'].indexOf(String(other))),
    );
    expect(book.offers(2, 'CS2', 'Other')[0]?.seenAt).toBe(100);
  });

  it('lets an unchanged answer about an item overrule a quote as a whole one does', () => {
    const book = bookWith([100, offer('a', 10)], [200, quote(8, 5)]);

    const unchanged = { marketplaceId: 2, game: 'CS2', kinds: ['offer'], source: 'items', name } as const;
    expect(brief(book.confirm({ ...unchanged, at: 300, changedUntil: 105 }))).toEqual(['floor 10000 of 1']);
  });

  it('removes long unconfirmed offers with the reason given', () => {
    const book = bookWith([100, offer('a', 10), quote(9, 3)]);

    expect(brief(allOf(book.expire(scope(['offer', 'quote'], 200), 'expired')))).toEqual(['removed a expired']);
    expect(floorOf(book)).toBe('9000 of 3');
  });
});

describe('restoring', () => {
  it('keeps all three instants, takes the last of equal ids, and reports no change when the same is read again', () => {
    const book = bookWith([1, offer('a', 10)]);
    const [stored] = book.offers(2, 'CS2', name) as [LiveOffer];
    const times = { foundAt: 5, changedAt: 6, seenAt: 7 };
    const fresh = new Book();

    fresh.restore([stored, { ...stored, ...times }]);

    expect(fresh.offers(2, 'CS2', name)).toEqual([{ ...stored, ...times }]);
    expect(fresh.summary(2, 'CS2', name)).toMatchObject({ offerCount: 1, changedAt: 6, seenAt: 7 });

    const [floor] = fresh.floors();
    if (floor !== undefined) fresh.replay([{ kind: 'floor', floor, at: 3 }]);
    expect(fresh.summary(2, 'CS2', name)).toMatchObject({ offerCount: 1, changedAt: 3 });
    expect(fresh.apply([offer('a', 10)], stamp(50))).toEqual([]);
  });

  it('knows items that nothing is left of', () => {
    const fresh = new Book();
    const floor = { game: 'CS2', name, marketplaceId: 2, prices: noPrices, offerCount: 0 } as const;
    fresh.replay([
      { kind: 'floor', at: 6, floor: { ...floor, phase: 'Ruby' } },
      { kind: 'floor', at: 5, floor: { ...floor, phase: null } },
    ]);

    expect(fresh.summary(2, 'CS2', name)).toMatchObject({ offerCount: 0, prices: noPrices, changedAt: 5 });
    expect(fresh.coverage(2, 'CS2')).toEqual({ itemCount: 0, knownCount: 1, loneCount: 1 });
    expect([...fresh.floors()]).toEqual([]);
  });

  it('reports a floor that was not stored once, with its date', () => {
    const fresh = new Book();
    fresh.restore(bookWith([8, offer('a', 10)]).offers(2, 'CS2', name));

    const floor = { game: 'CS2', name, phase: null, marketplaceId: 2, offerCount: 1, prices: offer('a', 10).prices };
    expect(fresh.apply([offer('a', 10)], stamp(50))).toEqual([{ kind: 'known', at: 8, floor }]);
    expect(fresh.apply([offer('a', 10)], stamp(60))).toEqual([]);
  });

  it('keeps a floor as it was reported if the replayed changes have no other, whether of a quote or of an offer', () => {
    const book = bookWith([10, quote(10, 21)], [20, offer('a', 10), offer('b', 11)]);
    const read = book.sweepItem({ ...scope(['offer'], 15), at: 25, name, isCut: false });
    expect(brief(read)).toEqual(['floor 10000 of 2']);
    const fresh = new Book();
    fresh.restore(book.quotes(2, 'CS2', name));
    fresh.restore(book.offers(2, 'CS2', name));
    fresh.replay(read);

    const repriced = book.apply([offer('b', 12)], stamp(30));
    expect(brief(repriced)).toEqual(['updated b']);
    fresh.replay(repriced);
    expect(floorOf(fresh)).toBe('10000 of 2');

    const gone = book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' }], stamp(40));
    expect(brief(gone)).toEqual(['removed a sold', 'floor 12000 of 1']);
    fresh.replay(gone);
    expect(floorOf(fresh)).toBe('12000 of 1');
  });

  it('shows the same offer for a floor on every node, whether it comes from a quote or an offer of that price', () => {
    const quoted = bookWith([10, offer('b', 10), offer('a', 10)], [20, quote(10, 21)]);
    const listed = bookWith([10, quote(10, 21)], [20, offer('b', 10), offer('a', 10)]);
    listed.sweepItem({ ...scope(['offer'], 15), at: 25, name, isCut: false });
    const again = new Book();
    again.restore(listed.offers(2, 'CS2', name));
    again.restore(listed.quotes(2, 'CS2', name));
    const bare = bookWith([10, quote(10, 21)]);
    const renewed = bookWith([10, offer('a', 10)], [20, offer('b', 10)]);

    for (const one of [quoted, listed, again]) {
      expect(one.askBasis(2, 'CS2', name, null, 30)).toMatchObject({
        offerId: 'a',
        phase: null,
        price: offer('a', 10).price,
      });
    }
    expect(renewed.askBasis(2, 'CS2', name, null, 30)).toMatchObject({ offerId: 'b' });
    expect(bare.askBasis(2, 'CS2', name, null, 30)).toMatchObject({ offerId: null, price: quote(10, 21).lowest });
  });

  it('restores the last floor from the offer it was made of, at current rates', () => {
    const inYuan = (amount: number, USD: number) => ({
      price: { amount, currency: 'CNY' as const },
      prices: { ...noPrices, CNY: amount, USD },
    });
    const quoted = quote(1, 7, { lowest: inYuan(7_000, 1_000).price, prices: inYuan(7_000, 1_000).prices });
    const book = bookWith(
      [10, quoted],
      [20, offer('a', 1, inYuan(14_000, 2_000)), offer('b', 1, inYuan(21_000, 3_000))],
    );
    const [last] = allOf(book.sweep({ ...scope(['offer'], 15), at: 25 }));
    expect(last).toMatchObject({ kind: 'floor', floor: { prices: { USD: 2_000 }, offerCount: 2 } });
    const fresh = new Book();
    fresh.restore(book.quotes(2, 'CS2', name));
    fresh.restore(book.offers(2, 'CS2', name).map((one) => ({ ...one, prices: inYuan(one.price.amount, 9).prices })));
    expect(floorOf(fresh)).toBe('9 of 7');

    if (last?.kind === 'floor') fresh.replay([last]);
    expect(fresh.summary(2, 'CS2', name)).toMatchObject({
      prices: { CNY: 14_000, USD: 9 },
      offerCount: 2,
      changedAt: 25,
    });
  });
});

describe('reading', () => {
  it('gives offers cheapest first, unknown prices last, then newest', () => {
    const unknown = { prices: noPrices };
    const book = bookWith(
      [100, offer('a', 10), offer('x', 1, unknown), offer('b', 9)],
      [200, offer('d', 10), offer('c', 10), offer('y', 2, unknown)],
    );

    expect(book.offers(2, 'CS2', name).map(({ offerId }) => offerId)).toEqual(['b', 'c', 'd', 'a', 'y', 'x']);
  });

  it('gives buy orders best first, unknown prices last, then last changed', () => {
    const book = bookWith(
      [100, order('a', 5), order('b', 6), order('x', 9, { prices: noPrices })],
      [200, order('d', 5), order('c', 5, { quantity: null })],
    );

    const orders = book.buyOrders(2, 'CS2', name);
    expect(orders.map(({ orderId }) => orderId)).toEqual(['b', 'c', 'd', 'a', 'x']);
    expect(orders.map(({ quantity }) => quantity)).toEqual([1, null, 1, 1, 1]);
  });

  it('reports a buy order when price, quantity or item change', () => {
    const book = bookWith([100, order('a', 5)]);
    const kindsAfter = (record: NormalBuyOrder) => brief(book.apply([record], stamp(200)));

    expect(kindsAfter(order('a', 5))).toEqual([]);
    expect(kindsAfter(order('a', 6))).toEqual(['ordered a']);
    expect(kindsAfter(order('a', 6, { quantity: 2 }))).toEqual(['ordered a']);
    expect(kindsAfter(order('a', 6, { quantity: 2, name: 'Other' }))).toEqual(['ordered a', 'known Other']);
    expect(book.buyOrders(2, 'CS2', 'Other')).toMatchObject([{ foundAt: 100, changedAt: 200 }]);
  });

  it('gathers the best buy orders over all items of the marketplaces asked for', () => {
    const book = bookWith(
      [100, order('a', 5), order('b', 9), order('c', 1, { name: 'Other' })],
      [200, order('d', 9, { name: 'Third' }), order('e', 8)],
    );
    book.apply([order('f', 7)], stamp(100, 3));
    book.apply([order('g', 100)], stamp(100, 4));
    book.apply([quote(1, 1)], stamp(100, 5));
    const best = (limit: number) => book.bestBuyOrders('CS2', [2, 3, 5], limit).map(({ orderId }) => orderId);

    expect(best(1)).toEqual(['d']);
    expect(best(3)).toEqual(['d', 'b', 'e']);
    expect(best(10)).toEqual(['d', 'b', 'e', 'f', 'a', 'c']);
  });

  it('answers with nothing about unknown items', () => {
    const book = bookWith([1, offer('a', 1)]);

    expect(book.summary(3, 'CS2', name)).toBeNull();
    expect(book.summary(2, 'CS2', 'unknown')).toBeNull();
    expect(book.summaries('Rust', name)).toEqual([]);
    expect(book.offers(3, 'CS2', name)).toEqual([]);
    expect(book.quotes(2, 'CS2', 'unknown')).toEqual([]);
    expect(book.buyOrders(2, 'Rust', name)).toEqual([]);
    expect(book.marketplaceItemId(2, 'CS2', name)).toBeNull();
    expect(book.counts(3, 'CS2')).toEqual({ itemCount: 0, offerCount: 0, buyOrderCount: 0 });
    expect(book.search('CS2', 'AK', [3], 5)).toEqual([]);
    expect(book.hasItem('CS2', name)).toBe(true);
    expect(book.hasItem('TF2', name)).toBe(false);
    expect([...book.names('CS2')]).toEqual([name]);
  });

  it('lists marketplaces in registry order, whatever the order of arrival', () => {
    const book = new Book();
    for (const id of [26, 3, 900, 800, 1]) book.apply([offer('a', 1)], stamp(1, id));

    expect(book.summaries('CS2', name).map(({ marketplaceId }) => marketplaceId)).toEqual([1, 3, 26, 800, 900]);
  });
});

describe('data that arrives late', () => {
  const late = (at: number, asOf: number) => ({ ...stamp(at), asOf });
  const idsOf = (book: Book) => book.offers(2, 'CS2', name).map(({ offerId }) => offerId);
  const order: NormalBuyOrder = {
    kind: 'buyOrder',
    game: 'CS2',
    name,
    phase: null,
    orderId: 'o',
    price: { amount: 4000, currency: 'USD' },
    prices: usd(4000),
    quantity: 2,
  };

  it('is dated by when it was made, and its changes by when it arrived', () => {
    const book = new Book();
    book.apply([offer('a', 5)], late(200, 80));

    expect(book.offers(2, 'CS2', name)).toMatchObject([{ seenAt: 80, foundAt: 200, changedAt: 200 }]);
    expect(book.summary(2, 'CS2', name)).toMatchObject({ seenAt: 80, changedAt: 200 });
  });

  it('does not change an offer, an order or a quote seen since', () => {
    const book = new Book();
    book.apply([offer('a', 5), order, quote(5, 1)], stamp(100));
    const changes = book.apply([offer('a', 9), { ...order, quantity: 7 }, quote(9, 3)], late(200, 80));

    expect(changes).toEqual([]);
    expect(book.offers(2, 'CS2', name)).toMatchObject([{ price: { amount: 5000 }, seenAt: 100 }]);
    expect(book.buyOrders(2, 'CS2', name)).toMatchObject([{ quantity: 2, seenAt: 100 }]);
    expect(book.quotes(2, 'CS2', name)).toMatchObject([{ offerCount: 1, seenAt: 100 }]);
  });

  it('removes no offer and no order seen since', () => {
    const book = new Book();
    book.apply([offer('a', 5), order], stamp(100));
    const gone = [
      { kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' },
      { kind: 'cancellation', game: 'CS2', orderId: 'o' },
    ] as const;

    expect(book.apply(gone, late(200, 80))).toEqual([]);
    expect(book.apply([offer('a', 5), order], late(210, 90))).toEqual([]);
    expect(book.apply(gone, late(220, 100)).map(({ kind }) => kind)).toEqual(['removed', 'orderRemoved', 'floor']);
  });

  it('changes and confirms older data', () => {
    const book = new Book();
    book.apply([offer('a', 5)], stamp(70));
    book.apply([offer('a', 9)], late(200, 80));

    expect(book.offers(2, 'CS2', name)).toMatchObject([{ price: { amount: 9000 }, seenAt: 80, changedAt: 200 }]);
  });

  it.each<[string, (book: Book) => void]>([
    [
      'withdrawn',
      (book) => book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' }], stamp(100)),
    ],
    [
      'found to be gone by a lookup',
      (book) =>
        book.sweepItem({
          marketplaceId: 2,
          game: 'CS2',
          kinds: ['offer'],
          name,
          seenBefore: 100,
          at: 100,
          isCut: false,
        }),
    ],
    ['disproved by a quote', (book) => book.apply([quote(null, 0)], stamp(100))],
  ])('does not bring back what was %s since, and what was made later does', (_, remove) => {
    const book = new Book();
    book.apply([offer('a', 5)], late(90, 60));
    remove(book);
    const gone = idsOf(book);
    book.apply([offer('a', 5)], late(200, 99));
    const stillGone = idsOf(book);
    book.apply([offer('a', 5)], late(210, 100));

    expect([gone, stillGone, idsOf(book)]).toEqual([[], [], ['a']]);
  });

  it('does not bring back an order cancelled since, nor confuse it with an offer of the same id', () => {
    const book = new Book();
    const ordersOf = () => book.buyOrders(2, 'CS2', name).map(({ orderId }) => orderId);
    book.apply([order], late(90, 60));
    book.apply([{ kind: 'cancellation', game: 'CS2', orderId: 'o' }], stamp(100));
    const gone = ordersOf();
    book.apply([order, offer('o', 5)], late(200, 99));
    const stillGone = ordersOf();
    book.apply([order], late(210, 100));

    expect([gone, stillGone, ordersOf(), idsOf(book)]).toEqual([[], [], ['o'], ['o']]);
  });

  it('does not bring back an offer withdrawn before it was ever seen', () => {
    const book = new Book();
    book.apply([offer('a', 5)], late(90, 60));
    book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: 'b', reason: 'sold' }], stamp(100));
    book.apply([offer('b', 5)], late(110, 60));

    expect(idsOf(book)).toEqual(['a']);
  });
});

describe('an offer that returns', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const gone = (at: number) =>
    [[{ kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' }], stamp(at)] as const;
  const found = (changes: readonly Change[]) =>
    changes.flatMap((change) => ('offer' in change ? [[change.kind, change.offer.foundAt]] : []));

  it.each<[string, Parameters<Book['apply']>[0][number], number, [string, number]]>([
    ['within minutes at its price is no new one', offer('a', 5), 14 * minute, ['updated', 100]],
    ['at another price is told as added, and was found before', offer('a', 6), minute, ['added', 100]],
    ['within hours is told as added, and was found before', offer('a', 5), 23 * hour, ['added', 100]],
    ['after a day is a new one', offer('a', 5), 25 * hour, ['added', 25 * hour + 200]],
  ])('%s', (_, record, later, expected) => {
    const book = new Book();
    book.apply([offer('a', 5), offer('b', 9)], stamp(100));
    book.apply(...gone(200));

    expect(found(book.apply([record], stamp(200 + later)))).toEqual([expected]);
  });

  it('is told as updated from what no reader was shown, and as no new floor', () => {
    const book = new Book();
    book.apply([offer('a', 5)], stamp(100));
    book.apply(...gone(200));
    const [returned] = book.apply([offer('a', 5)], stamp(300));

    expect(returned).toMatchObject({ kind: 'updated', isReturned: true, isSilent: false, isNewFloor: false });
    expect(returned).toMatchObject({ previous: { purchaseLink: null, prices: noPrices, usdRange: null } });
    expect(returned).toMatchObject({ offer: { foundAt: 100, changedAt: 300, seenAt: 300 } });
  });

  it('is known whatever removed it', () => {
    const removals: ((book: Book) => unknown)[] = [
      (book) => allOf(book.sweep(scope(['offer'], 200))),
      (book) => allOf(book.expire(scope(['offer'], 200), 'expired')),
      (book) => book.sweepItem({ ...scope(['offer'], 200), name, isCut: false }),
      (book) => book.apply([quote(null, 0)], stamp(200)),
    ];
    for (const remove of removals) {
      const book = new Book();
      book.apply([offer('a', 5)], stamp(100));
      remove(book);

      expect(book.offers(2, 'CS2', name)).toEqual([]);
      expect(found(book.apply([offer('a', 5)], stamp(300)))).toEqual([['updated', 100]]);
    }
  });

  it('is known after removals were replayed from the tape, and an older list does not bring it back', () => {
    const published: Change[] = [];
    const first = new Book();
    published.push(...first.apply([offer('a', 5)], stamp(100)), ...first.apply(...gone(200)));
    const restored = new Book();
    restored.replay(published);

    expect(restored.apply([offer('a', 5)], { ...stamp(250), asOf: 150 })).toEqual([]);
    expect(found(restored.apply([offer('a', 5)], stamp(300)))).toEqual([['updated', 100]]);
  });
});

describe('a reading', () => {
  const from = (source: string, at: number, earliest = at) => ({ ...stamp(at), source, earliest });
  const idsOf = (book: Book) => book.offers(2, 'CS2', name).map(({ offerId }) => offerId);

  it('removes at once what it has listed itself, and what others have listed when it cannot be older', () => {
    const book = new Book();
    book.apply([offer('own', 5)], from('list', 1_000, 700));
    book.apply([offer('other', 4)], from('feed', 1_100));
    const sweep = (at: number) =>
      allOf(book.sweep({ ...scope(['offer'], at), source: 'list', asOf: at, earliest: at - 300 }));

    sweep(1_300);
    const first = idsOf(book);
    sweep(1_600);
    expect([first, idsOf(book)]).toEqual([['other'], []]);
  });

  it('that confirms what another source listed makes it its own', () => {
    const book = new Book();
    book.apply([offer('a', 4)], from('feed', 1_100));
    book.apply([offer('a', 4)], from('list', 1_200, 900));
    allOf(book.sweep({ ...scope(['offer'], 1_250), source: 'list', asOf: 1_250, earliest: 950 }));

    expect(idsOf(book)).toEqual([]);
  });

  it('empties no quote that another source has confirmed since it can have been made', () => {
    const book = new Book();
    book.apply([quote(5, 1)], from('figures', 1_000));
    const sweep = (at: number) =>
      allOf(book.sweep({ ...scope(['quote'], at), source: 'list', asOf: at, earliest: at - 300 }));

    expect(brief(sweep(1_200))).toEqual([]);
    expect(brief(sweep(1_400))).toContain('quoted none');
  });
});
