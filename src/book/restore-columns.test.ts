import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOffer } from '../../test/support/book/all-answers.ts';
import { columnsOf } from '../../test/support/book/kept-columns.ts';
import { isPublic, type LiveOffer, type Money, nativeCurrencies, noPrices, phases } from '../schema/index.ts';
import { createBook } from './create-book.ts';
import { ByteWriter } from './memory/byte-writer.ts';
import { writeBytes, writeText } from './memory/packed-text.ts';
import { StringPool } from './memory/string-pool.ts';
import type { OfferQuery } from './offers/offer-query.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.stringMatching(/^[\w-]{0,20}$/),
  fc.stringMatching(/^[0-9A-F]{0,20}$/),
  fc.uuid(),
  fc.constantFrom('-'.repeat(36), 'é', '"', '\\', 'x'.repeat(200)),
);
const ids = fc.oneof(text, fc.integer({ min: 0, max: 20 }).map(String));
const link = fc
  .tuple(fc.constantFrom('https://a.example/é/', 'https://a.example/?id=', 'steam://x%20', ''), text, fc.boolean())
  .map(([start, rest, isOwn]) => ({ start, rest, isOwn }));
const names = ['AK-47 | Redline (Field-Tested)', '★ Karambit | Doppler (Factory New)', 'M4A4 | 龍王 (Minimal Wear)'];
const sticker = fc.record({
  name: fc.oneof(fc.constantFrom('Sticker | Crown (Foil)', 'Sticker | Müll', 'a "b"'), text),
  wear: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1e-9)),
  slot: fc.integer({ min: 0, max: 9 }),
});
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 });
const amount = fc.oneof(fc.integer({ min: 1, max: 1e7 }), fc.constantFrom(2 ** 31, 2 ** 32 + 7, 2 ** 40, 2 ** 45));
const price = fc.record({ amount, currency: fc.constantFrom(...nativeCurrencies) });

const pricesOf = ({ amount: of, currency }: Money, isKnown: boolean) =>
  isKnown ? { USD: of, EUR: of + 1, CNY: of + 2, RUB: null, ...(isPublic(currency) && { [currency]: of }) } : noPrices;

const everything: OfferQuery = { ...anyOffer, at: 1_790_000_000_000, sort: 'price', limit: 100 };

const offer: fc.Arbitrary<LiveOffer> = fc
  .record({
    marketplaceId: fc.integer({ min: 1, max: 3 }),
    game: fc.constantFrom('CS2', 'TF2'),
    name: fc.constantFrom(...names),
    phase: fc.constantFrom(null, ...phases),
    offerId: ids,
    price,
    isKnown: fc.boolean(),
    purchase: fc.option(link),
    inspect: fc.option(link),
    float: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    paintIndex: fc.option(fc.nat(2000)),
    paintSeed: fc.option(fc.nat(100_000)),
    stickers: fc.option(fc.array(sticker, { maxLength: 7 })),
    ownerId: fc.option(text),
    tradableAt: fc.option(instant),
    foundAt: instant,
    changedAt: instant,
    seenAt: instant,
  })
  .map(({ isKnown, purchase, inspect, ...rest }) => {
    const linkOf = (of: typeof purchase) =>
      of === null ? null : `${of.start}${of.isOwn ? rest.offerId : ''}${of.rest}`;
    const prices = pricesOf(rest.price as Money, isKnown);
    return { ...rest, prices, purchaseLink: linkOf(purchase), inspectLink: linkOf(inspect) } as LiveOffer;
  });

describe('offers restored from columns', () => {
  it('are the same in the book as offers restored from objects', () => {
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 40 }), fc.boolean(), (offers, isConverted) => {
        const toPrices = isConverted ? (of: Money | null) => pricesOf(of as Money, true) : undefined;
        const [byColumn, byObject] = [createBook(), createBook()];
        const columns = columnsOf(offers);
        byColumn.restoreOffers(columns, 0, offers.length >> 1, toPrices);
        byColumn.restoreOffers(columns, offers.length >> 1, offers.length, toPrices);
        byObject.restore(offers, toPrices);

        for (const { marketplaceId, game, name } of offers) {
          expect(byColumn.offers(marketplaceId, game, name)).toEqual(byObject.offers(marketplaceId, game, name));
          expect(byColumn.counts(marketplaceId, game)).toEqual(byObject.counts(marketplaceId, game));
          expect(byColumn.summaries(game, name)).toEqual(byObject.summaries(game, name));
        }
        expect([...byColumn.floors()]).toEqual([...byObject.floors()]);
      }),
    );
  });

  it('are found by the columns that searches filter by', () => {
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 40 }), (offers) => {
        const last = offers.at(-1) as LiveOffer;
        const { game, offerId, marketplaceId, float, paintSeed, stickers, tradableAt } = last;
        fc.pre(last.prices.USD !== null);
        const book = createBook();
        book.restoreOffers(columnsOf(offers), 0, offers.length);
        const found = book.findOffers(game, {
          ...everything,
          minFloat: float,
          maxFloat: float,
          paintSeeds: paintSeed === null ? null : [paintSeed],
          stickers: (stickers ?? []).map(({ name }) => name),
          tradableBy: tradableAt,
        });
        expect(found.some((one) => one.offer.offerId === offerId && one.offer.marketplaceId === marketplaceId)).toBe(
          true,
        );
      }),
    );
  });
});

describe('a text in bytes', () => {
  it('is written like the same text', () => {
    fc.assert(
      fc.property(text, fc.nat(9), (written, before) => {
        const [writer, plain] = [new ByteWriter(), new ByteWriter()];
        const bytes = Buffer.from(`${'.'.repeat(before)}${written}..`);
        writeBytes(writer, bytes, before, bytes.length - 2);
        writeText(plain, written);
        expect(writer.bytes.subarray(0, writer.at)).toEqual(plain.bytes.subarray(0, plain.at));
      }),
    );
  });

  it('is the same phrase as the text', () => {
    const pool = new StringPool();
    const phrases = Array.from({ length: 1000 }, (_, at) => `phrase é ${at}`.slice(at % 2 === 0 ? 0 : 9));
    for (let round = 0; round < 2; round += 1) {
      for (const phrase of phrases) {
        const bytes = Buffer.from(phrase);
        pool.numberOfBytes(bytes, 0, bytes.length, true);
      }
    }
    expect(pool.size).toBe(1000);
    for (const phrase of phrases) {
      const number = pool.numberOf(phrase, false);
      expect(pool.phrase(number)).toBe(phrase);
      expect(pool.numberOfBytes(Buffer.from(phrase), 0, Buffer.byteLength(phrase), false)).toBe(number);
      // An empty phrase has no number, whatever was looked up before
      expect(pool.numberOfBytes(Buffer.from(`${phrase}"`), phrase.length, phrase.length, true)).toBe(0);
    }
    expect(pool.numberOf('', true)).toBe(0);
  });
});
