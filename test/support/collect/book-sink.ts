import type { BookRecord } from '../../../src/book/book.ts';
import { createBook } from '../../../src/book/create-book.ts';
import type { CollectorOptions } from '../../../src/collect/collector-options.ts';
import { createExchangeRates } from '../../../src/normalise/exchange-rates.ts';
import { normalise } from '../../../src/normalise/normalise.ts';
import { createKeptSink, type KeptSink } from './collecting.ts';

const isOfBook = (record: { readonly kind: string }): record is BookRecord =>
  record.kind !== 'sale' && record.kind !== 'pastPrice';

/** A sink that puts what it receives into a book, with what a collector asks of that book. */
export function createBookSink(
  now: () => number,
  perUsd: Readonly<Partial<Record<'EUR' | 'CNY' | 'RUB', number>>> = {},
  kept = createKeptSink(),
): {
  readonly sink: KeptSink;
  readonly book: ReturnType<typeof createBook>;
  readonly asked: Pick<Required<CollectorOptions>, 'names' | 'hasItem' | 'valueOf' | 'marketplaceItemId' | 'knownAt'>;
} {
  const book = createBook();
  const rates = createExchangeRates({ now });
  rates.accept(
    Object.entries(perUsd).map(([currency, one]) => ({
      currency: currency as 'EUR',
      perUsd: one,
      ratedAt: now(),
      source: 'ecb',
    })),
  );
  const sink: KeptSink = {
    ...kept,
    take: async (records, stamp, digests = []) => {
      await kept.take(records, stamp, digests);
      const normal = records.map((record) => normalise(record, stamp, rates)).filter(isOfBook);
      book.apply(normal, stamp);
    },
    sweep: async (scope) => {
      await kept.sweep(scope);
      for (const _ of book.sweep(scope));
    },
    sweepItem: async (scope) => {
      await kept.sweepItem(scope);
      book.sweepItem(scope);
    },
    confirm: async (scope) => {
      await kept.confirm(scope);
      book.confirm(scope);
    },
  };
  const { names, hasItem, marketplaceItemId } = book;
  return { sink, book, asked: { names, hasItem, valueOf: book.highestAskUsd, marketplaceItemId, knownAt: book.known } };
}
