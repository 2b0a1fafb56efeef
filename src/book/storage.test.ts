import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/support/arbitraries/any-letter.ts';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { isPublic, type Money, type NormalOffer, nativeCurrencies, noPrices, type Prices } from '../schema/index.ts';
import { Book } from './book.ts';
import { ByteArena } from './memory/byte-arena.ts';
import { ByteReader, ByteWriter } from './memory/byte-writer.ts';
import { Column } from './memory/column.ts';
import { IdIndex } from './memory/id-index.ts';
import { MoneyColumns } from './memory/money-columns.ts';
import type { Row, Slot } from './memory/numbers.ts';
import { isLink, readLink, writeLink } from './memory/offer-record.ts';
import { cheapestFirst, OrderTable } from './memory/order-table.ts';
import { matchText, ownText, readText, writeText } from './memory/packed-text.ts';
import { RankHeap } from './memory/rank-heap.ts';
import { StringPool } from './memory/string-pool.ts';
import { bestOf, nthLowest } from './search/best-of.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: anyLetter }),
  fc.stringMatching(/^[0-9]*$/),
  fc.stringMatching(/^[0-9A-F]*$/),
  fc.stringMatching(/^[\w-]*$/),
  fc.uuid(),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 9 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('', 'é', '\ud800', 'x'.repeat(5000), '0'.repeat(700), '-'.repeat(36)),
);

const readerOf = (writer: ByteWriter) => new ByteReader().open(writer.bytes, 0);

describe('a packed text', () => {
  it('reads back exactly and matches only itself', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const writer = new ByteWriter();
        writeText(writer, text);

        expect(readText(readerOf(writer))).toBe(text);
        expect(matchText(readerOf(writer), text, 0)).toBe(text.length);
        expect(matchText(readerOf(writer), `..${text}`, 2)).toBe(text.length + 2);
        expect(matchText(readerOf(writer), other, 0) === other.length).toBe(other === text);
        expect(ownText(text)).toBe(text);
      }),
    );
  });

  it('is written of a part of a text as of that part alone', () => {
    const bytesOf = (...args: [text: string, from?: number, to?: number]) => {
      const writer = new ByteWriter();
      writeText(writer, ...args);
      return writer.bytes.subarray(0, writer.at).toString('hex');
    };
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, text, rest) => {
        const [from, to] = [before.length, before.length + text.length];
        expect(bytesOf(before + text + rest, from, to)).toBe(bytesOf(text));
      }),
    );
  });

  it('takes half a byte a digit and 16 bytes a UUID', () => {
    const sizeOf = (text: string) => {
      const writer = new ByteWriter();
      writeText(writer, text);
      return writer.at;
    };

    expect(sizeOf('679718648830624407')).toBe(11);
    expect(sizeOf('S76561198312080885A35764903495D2344242939710818286')).toBe(27);
    expect(sizeOf('17f3de98-0a1b-4c2d-8e3f-0123456789ab')).toBe(18);
  });
});

describe('a link', () => {
  it('reads back exactly whether or not it holds the id or a shared start', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (start, id, rest) => {
        const starts = new StringPool();
        for (const link of [`${start}/${rest}`, start + id + rest, `${start}%20${rest}`, start]) {
          for (let time = 0; time < 3; time += 1) {
            const writer = new ByteWriter();
            writeLink(writer, link, id, starts, true);
            expect(readLink(readerOf(writer), id, starts)).toBe(link);
            expect(isLink(readerOf(writer), link, id, starts)).toBe(true);
            expect(isLink(readerOf(writer), `${link}x`, id, starts)).toBe(false);
            expect(isLink(readerOf(writer), `x${link}`, id, starts)).toBe(false);
          }
        }
      }),
    );
  });

  it('shares its start from the second occurrence on, and omits the id', () => {
    const starts = new StringPool();
    const sizes = ['123456789', '987654321', '555555555'].map((id) => {
      const writer = new ByteWriter();
      writeLink(writer, `https://market.example.com/item/${id}`, id, starts, true);
      return writer.at;
    });

    expect(starts.size).toBe(1);
    expect(sizes[0]).toBeGreaterThan(30);
    expect(sizes.slice(1)).toEqual([2, 2]);
  });
});

describe('a string pool', () => {
  it('stores neither texts met once, nor long texts, nor more than its limit', () => {
    const book = new StringPool(2);
    const meet = (phrase: string) => [book.numberOf(phrase, true), book.numberOf(phrase, true)];

    expect(book.numberOf('a', false)).toBe(0);
    expect([meet('a'), meet('x'.repeat(200)), meet('b'), meet('c')]).toEqual([
      [0, 1],
      [0, 0],
      [0, 2],
      [0, 0],
    ]);
    expect([book.phrase(1), book.phrase(2)]).toEqual(['a', 'b']);
  });

  const expectKnown = (book: StringPool, phrase: string, others: readonly string[]): void => {
    const number = book.numberOf(phrase, false);
    for (const other of others)
      if (other.startsWith(phrase)) expect(book.numberOf(other, false, phrase.length)).toBe(number);
    if (number === 0) return;
    expect(book.phrase(number)).toBe(phrase);
    expect([book.is(number, phrase), book.is(number, `${phrase}x`)]).toEqual([true, false]);
    for (const other of others) expect(book.matched(number, other)).toBe(other.startsWith(phrase) ? phrase.length : -1);
  };

  it('finds a phrase alone and at the beginning of a text, and recognises texts that begin with it', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), anyText, (met, rest) => {
        const book = new StringPool();
        for (const phrase of met) book.numberOf(phrase, true);
        for (const phrase of met) book.numberOf(phrase + rest, true, phrase.length);
        const others = met.flatMap((phrase) => [phrase, phrase + rest]);
        for (const phrase of met) expectKnown(book, phrase, others);
      }),
    );
  });

  it('decodes more phrases than its cache holds', () => {
    const book = new StringPool();
    const phrases = Array.from({ length: 10_000 }, (_, at) => `phrase ${at}`);
    for (const phrase of [...phrases, ...phrases]) book.numberOf(phrase, true);

    const known = phrases.filter((phrase) => book.numberOf(phrase, false) !== 0);
    expect(known.length).toBeGreaterThan(5_000);
    for (const phrase of [...known, ...known]) expect(book.phrase(book.numberOf(phrase, false))).toBe(phrase);
  });
});

describe('a packed number', () => {
  it('reads back exactly', () => {
    const numbers = fc.oneof(fc.double(), fc.float(), fc.nat(), fc.maxSafeInteger(), fc.constantFrom(0.09, 0.00001, 1));
    fc.assert(
      fc.property(fc.array(numbers), (values) => {
        const writer = new ByteWriter();
        for (const value of values) writer.number(value);

        const reader = readerOf(writer);
        expect(values.map(() => reader.number() + 0)).toEqual(values.map((value) => value + 0));
      }),
    );
  });
});

describe('the arena', () => {
  const payload = (length: number, fill: number) => Buffer.alloc(length, fill);
  const stored = (arena: ByteArena, ref: number, length: number) => {
    const { bytes, at } = arena.open(ref, new ByteReader());
    return Buffer.from(bytes.subarray(at, at + length));
  };

  it('equals a plain map under random puts, replacements and frees', () => {
    const length = fc.oneof(fc.nat(60), fc.nat(5000), fc.integer({ min: 4080, max: 4100 }));
    const steps = fc.array(fc.record({ length, key: fc.nat(20), isFreed: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const arena = new ByteArena();
        const model = new Map<number, { ref: number; bytes: Buffer }>();
        for (const [fill, step] of all.entries()) {
          const previous = model.get(step.key);
          const bytes = payload(step.length, fill & 255);
          if (previous !== undefined && step.isFreed) {
            arena.free(previous.ref);
            model.delete(step.key);
          } else if (previous === undefined) model.set(step.key, { ref: arena.put(bytes, bytes.length), bytes });
          else model.set(step.key, { ref: arena.replace(previous.ref, bytes, bytes.length), bytes });
        }

        for (const { ref, bytes } of model.values()) expect(stored(arena, ref, bytes.length).equals(bytes)).toBe(true);
      }),
    );
  });

  it('does not grow while cells of like sizes come and go', () => {
    const arena = new ByteArena();
    const refs = Array.from({ length: 20_000 }, (_, at) => arena.put(payload(60 + (at % 40), 1), 60 + (at % 40)));
    const reserved = arena.reservedBytes;

    for (let round = 0; round < 5; round += 1) {
      for (const ref of refs) arena.free(ref);
      for (let at = 0; at < refs.length; at += 1) refs[at] = arena.put(payload(60 + (at % 40), 2), 60 + (at % 40));
    }

    expect(arena.reservedBytes).toBe(reserved);
  });

  it('finds by what a payload starts with, in a cell or beyond', () => {
    const arena = new ByteArena();
    for (const length of [20, 9000]) {
      const ref = arena.put(payload(length, 7), length);
      expect(arena.startsWith(ref, payload(10, 7), 10)).toBe(true);
      expect(arena.startsWith(ref, payload(10, 8), 10)).toBe(false);
      expect(arena.startsWith(ref, payload(length + 1, 7), length + 1)).toBe(false);
    }
  });
});

describe('the entries', () => {
  it('reuse the slots of removed ones', () => {
    const arena = new ByteArena();
    const table = new OrderTable(arena, cheapestFirst);
    const times = { foundAt: 1, changedAt: 1, seenAt: 1 };
    const fill = () =>
      Array.from({ length: 3000 }, (_, at) => {
        const writer = new ByteWriter();
        writeText(writer, `offer ${at}`);
        return table.add((at % 7) as Row, { amount: at + 1, currency: 'USD' }, noPrices, times, writer, writer.at);
      });
    fill();
    const reserved = arena.reservedBytes;

    for (let round = 0; round < 3; round += 1) {
      for (const slot of table.slots()) table.remove(slot);
      expect([table.size, table.best(0 as Row), table.first(0 as Row)]).toEqual([0, -1, -1]);
      expect(Math.max(...fill())).toBe(2999);
    }

    expect(arena.reservedBytes).toBe(reserved);
    expect(table.rank(table.best(3 as Row))).toBe(4);
  });
});

describe('a column', () => {
  it('keeps each number where it was set and reads 0 elsewhere', () => {
    const column = new Column('int32');
    for (const row of [3, 100_000, 5, 9000]) column.set(row, row * 2);
    column.set(200_000, 0);

    expect([3, 4, 5, 9000, 9001, 100_000, 200_000, 300_000].map((row) => column.get(row))).toEqual([
      6, 0, 10, 18_000, 0, 200_000, 0, 0,
    ]);
  });
});

describe('money in columns', () => {
  const amount = fc.oneof(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
  const maybe = fc.option(amount, { nil: null });
  const prices: fc.Arbitrary<Prices> = fc.record({ USD: maybe, EUR: maybe, CNY: maybe, RUB: maybe });
  const price: fc.Arbitrary<Money | null> = fc.option(
    fc.record({ amount, currency: fc.constantFrom(...nativeCurrencies) }),
    { nil: null },
  );

  it('reads back exactly, whether the price is one of its conversions or not', () => {
    const row = fc.tuple(fc.nat(3), price, prices, fc.boolean());
    fc.assert(
      fc.property(fc.array(row), (all) => {
        const money = new MoneyColumns();
        const model = new Map<number, { price: Money | null; prices: Prices }>();
        for (const [at, one, converted, isExact] of all) {
          const known =
            one !== null && isPublic(one.currency) && isExact
              ? { ...converted, [one.currency]: one.amount }
              : converted;
          money.set(at, one, known);
          model.set(at, { price: one, prices: known });
        }

        const inTf2 = [...model.values()].filter((one) => one.price?.currency === 'TF2');
        expect(money.tf2Count).toBe(inTf2.length);
        for (const [at, expected] of model) {
          expect({ price: money.price(at), prices: money.prices(at) }).toEqual(expected);
          expect(money.usd(at)).toBe(expected.prices.USD ?? 0);
          expect(money.amount(at)).toBe(expected.price?.amount ?? 0);
          expect(money.isPrice(at, expected.price)).toBe(true);
          expect(money.isPrice(at, null)).toBe(expected.price === null);
          expect(money.isPrice(at, { amount: 123.5, currency: 'USD' })).toBe(false);
          money.clear(at);
          expect([money.price(at), money.prices(at)]).toEqual([null, noPrices]);
          expect(money.isTf2(at)).toBe(false);
        }
      }),
    );
  });
});

describe('the index of ids', () => {
  it('finds every slot in it and no removed one, with many equal hashes', () => {
    const hashOf = (slot: Slot) => Math.imul(slot % 40, 0x9e3779b1);
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 400 }), (slots) => {
        const index = new IdIndex(hashOf);
        const model = new Set<number>();
        for (const slot of slots as Slot[]) {
          if (model.delete(slot)) index.remove(slot);
          else {
            index.add(slot);
            model.add(slot);
          }
        }

        for (let slot = 0 as Slot; slot <= 300; slot = (slot + 1) as Slot) {
          expect(index.find(hashOf(slot), (one) => one === slot)).toBe(model.has(slot) ? slot : -1);
        }
      }),
    );
  });
});

describe('picking the first few', () => {
  it('is the start of the sorted whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(20), (values, limit) => {
        const compare = (a: number, b: number) => (values[a] as number) - (values[b] as number) || a - b;

        expect(bestOf(values.length, limit, compare)).toEqual([...values.keys()].sort(compare).slice(0, limit));
      }),
    );
  });

  it('finds the nth lowest number', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 20 }), (values, nth) => {
        const sorted = [...values].sort((a, b) => a - b);

        expect(nthLowest(values, nth)).toBe(sorted[nth - 1] ?? Number.POSITIVE_INFINITY);
      }),
    );
  });
});

describe('the heap of ranks', () => {
  it('gives slots by rank, then by their own, lowest first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(3))), (ranks) => {
        const heap = new RankHeap();
        for (const [slot, [rank, ownRank]] of ranks.entries()) heap.push(slot as Slot, rank, ownRank);

        const taken: [number, number][] = [];
        while (heap.size > 0) {
          expect(ranks[heap.topSlot]).toEqual([heap.topRank, heap.topOwnRank]);
          taken.push([heap.topRank, heap.topOwnRank]);
          heap.pop();
        }
        expect(taken).toEqual([...ranks].sort(([a, ownA], [b, ownB]) => a - b || ownA - ownB));
      }),
    );
  });
});

describe('the memory of a book', () => {
  it('is counted by part, and grows with what is added to each', () => {
    const book = new Book();
    const before = book.memory();
    const offers = Array.from({ length: 20_000 }, (_, at) => ({
      ...offerOf(`offer-${at}-${'x'.repeat(50)}`),
      name: `Name ${at % 1000}`,
    }));
    book.apply(offers, { marketplaceId: 2, source: 'bulk', at: 1 });
    const after = book.memory();
    const grown = (part: keyof typeof after) => after[part] - before[part];

    // 20,000 texts of about 70 bytes in blocks of 1 MiB; columns of as many slots and a thousand rows
    expect(grown('arena')).toBe(2 * 2 ** 20);
    expect(grown('columns')).toBeGreaterThan(20_000 * 50);
    expect(grown('columns')).toBeLessThan(20_000 * 100);
    expect(grown('index')).toBe((32_768 + 64) * 4);
    expect(grown('best')).toBeGreaterThan(1000 * 9);
    expect(grown('search')).toBeGreaterThan(1000 * 4 * 4);
  });
});

const offerOf = (offerId: string): NormalOffer => ({
  kind: 'offer',
  game: 'CS2',
  name: 'Name',
  phase: null,
  offerId,
  price: { amount: 1000, currency: 'USD' },
  prices: { ...noPrices, USD: 1000 },
  ...unknownTraits,
});
