import { Book } from '../../../src/book/book.ts';
import type { CollectorOptions } from '../../../src/collect/collector-options.ts';
import type { Sink } from '../../../src/collect/sink.ts';
import { ExchangeRates } from '../../../src/normalise/exchange-rates.ts';
import { createIntake } from '../../../src/service/sources/intake.ts';
import { createRecordingSink, type RecordingSink } from './collecting.ts';
import { unpublished } from './unpublished.ts';

/** A sink that puts what it receives into a book, with what a collector asks of that book. */
export function createBookSink(
  now: () => number,
  perUsd: Readonly<Partial<Record<'EUR' | 'CNY' | 'RUB', number>>> = {},
  recording = createRecordingSink(),
): {
  readonly sink: RecordingSink & { readonly seeAgain: NonNullable<Sink['seeAgain']> };
  readonly book: Book;
  readonly asked: Pick<Required<CollectorOptions>, 'names' | 'hasItem' | 'valueOf' | 'marketplaceItemId' | 'knownAt'>;
} {
  const book = new Book();
  const rates = new ExchangeRates({ now });
  rates.accept(
    Object.entries(perUsd).map(([currency, one]) => ({
      currency: currency as 'EUR',
      perUsd: one,
      ratedAt: now(),
      source: 'ecb',
    })),
  );
  const intake = createIntake({ book, rates, publisher: unpublished(), writer: { pushUnlessFull: () => {} } });
  const sink = {
    ...recording,
    seeAgain: intake.seeAgain,
    take: async (...[records, stamp, digests]: Parameters<Sink['take']>) => {
      await recording.take(records, stamp, digests);
      await intake.take(records, stamp, digests);
    },
    sweep: async (scope: Parameters<Sink['sweep']>[0]) => {
      await recording.sweep(scope);
      await intake.sweep(scope);
    },
    sweepItem: async (scope: Parameters<Sink['sweepItem']>[0]) => {
      await recording.sweepItem(scope);
      await intake.sweepItem(scope);
    },
    confirm: async (scope: Parameters<Sink['confirm']>[0]) => {
      await recording.confirm(scope);
      await intake.confirm(scope);
    },
  };
  return {
    sink,
    book,
    asked: {
      names: (game) => book.names(game),
      hasItem: (...item) => book.hasItem(...item),
      valueOf: (...item) => book.highestAskUsd(...item),
      marketplaceItemId: (...item) => book.marketplaceItemId(...item),
      knownAt: (...item) => book.known(...item),
    },
  };
}
