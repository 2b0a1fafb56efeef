import { messageEncoder } from '../../src/api/wire/stream-message.ts';
import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { createRowReader, createRowTally } from '../../src/collect/decode/row-reader.ts';
import { bulk } from '../../src/contract/connector.ts';
import { createExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { normalise } from '../../src/normalise/normalise.ts';
import { type Change, marketplaces, type NormalOffer, noAttributes, Offer } from '../../src/schema/index.ts';
import { EntryTexts } from '../../src/stream/log/entry-texts.ts';
import { createRandom, madeUpNames, madeUpOffer, type Random } from '../made-up/made-up-items.ts';

/** Marketplaces, each with an equal part of the changes. */
export const sharers = marketplaces.slice(0, 10);

const names = madeUpNames(1_000);

const bare = {
  game: 'Rust',
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
} as const;

/** An offer whose message is about 300 bytes long and whose link ends in its number. */
function numberedOffer(number: number, random: Random): NormalOffer {
  const offer = madeUpOffer(names[number % names.length] ?? '', 0, random);
  const offerId = String(1e9 + number);
  return { ...offer, ...bare, offerId, purchaseLink: `https://first.example.com/item/${offerId}` };
}

export const numberIn = (link: string): number => Number(link) - 1e9;

// In thousandths of a dollar
const firstAsk = 10_000_000;
const lessEach = 10;

/** The number of the offer with this price in dollars, of offers that are each cheaper than all before. */
export const numberAsking = (price: string): number => Math.round((firstAsk - Number(price) * 1000) / lessEach);

/** Puts an offer into the book, from each marketplace in turn. */
function putOffer(book: Book, number: number, random: Random): readonly Change[] {
  // Floors are not published on the channel `offers`
  return book.apply([numberedOffer(number, random)], stampOf(number)).filter(({ kind }) => kind === 'added');
}

const stampOf = (number: number) => ({
  marketplaceId: sharers[number % sharers.length]?.id ?? 1,
  source: 'bench',
  at: Date.now(),
});

// Rows of the payloads are already records, so that no parser of a marketplace is measured
const source = bulk({
  name: 'offers',
  yields: ['offer'],
  evidence: 'documented',
  permission: 'documented',
  budget: 'any',
  everySeconds: 60,
  request: () => ({ url: 'https://first.example.com/' }),
  rowsAt: 'rows',
  row: Offer,
  parse: (row: Offer) => row,
});
const reader = createRowReader(source, (text) => text);
const rates = createExchangeRates({ now: Date.now });
const ratedAt = Date.now();
rates.accept([
  { currency: 'EUR', perUsd: 0.86, ratedAt, source: 'ecb' },
  { currency: 'CNY', perUsd: 7.1, ratedAt, source: 'ecb' },
  { currency: 'RUB', perUsd: 81, ratedAt, source: 'cbr' },
]);

/** A new offer as a fetched payload of one row. */
export function payloadOf(number: number, random: Random): string {
  const { prices: _, ...offer } = numberedOffer(number, random);
  return JSON.stringify({ rows: [offer] });
}

/** The same for an offer that is cheaper than all before, and so the best of its item. */
export function bestPayloadOf(number: number, random: Random): string {
  const { prices: _, ...offer } = numberedOffer(number, random);
  return JSON.stringify({ rows: [{ ...offer, price: { amount: firstAsk - number * lessEach, currency: 'USD' } }] });
}

/** The changes that the book reports for such a payload, processed as any other. */
export function putPayload(book: Book, payload: string, number: number): readonly Change[] {
  const stamp = stampOf(number);
  const { rows }: { rows: unknown[] } = JSON.parse(payload);
  const about = { game: bare.game, item: null, marketplaceItemId: null, at: stamp.at };
  const offers = reader.read(rows, about, createRowTally()).flatMap((record) => {
    const normal = normalise(record, stamp, rates);
    return normal.kind === 'offer' ? [normal] : [];
  });
  return book.apply(offers, stamp).filter(({ kind }) => kind === 'added');
}

/** `count` new offers as the book reports them, from each marketplace in turn. */
export function madeUpChanges(count: number): Change[] {
  const book = createBook();
  const random = createRandom(5);
  return Array.from({ length: count }, (_, number) => putOffer(book, number, random)).flat();
}

export type Message = { readonly marketplaceId: number; readonly text: string };

const texts = new EntryTexts(messageEncoder(() => noAttributes));

/** The stream messages of new offers. */
export const messagesOf = (changes: readonly Change[]): Message[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'added') return [];
    const { writer, idLength } = texts.ofOffer(change.offer, change.at);
    const text = `{"type":"offer","eventType":"Added"${writer.take().toString('utf8', idLength)}`;
    return [{ marketplaceId: change.offer.marketplaceId, text }];
  });
