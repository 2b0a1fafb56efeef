import type { PastReader } from '../../api/as-of/past-reader.ts';
import type { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ItemStates, PastStates, StoredSpan } from '../../store/store.ts';
import type { AcceptedReads } from './accepted-reads.ts';

type PastParts = {
  readonly states: Pick<PastStates, 'spans' | 'isOpen'>;
  readonly reads: Pick<AcceptedReads, 'itemAt'>;
  readonly emptyBook: () => Book;
  /** Waits until everything published before the call is pushed to the writer; false if that takes too long. */
  readonly untilPushed: () => Promise<boolean>;
  readonly retentionDays: number;
  readonly now: Clock['now'];
};

const dayMs = 86_400_000;

/** Answers requests for an item as of an instant, with a book that holds only this item. */
export function createPastReader({ states, reads, emptyBook, untilPushed, retentionDays, now }: PastParts): PastReader {
  // The database drops them then
  const storedSpans = () => states.spans().filter(({ base }) => base >= now() - (retentionDays + 1) * dayMs);

  return {
    earliest: () => storedSpans()[0]?.since ?? null,
    async at(game, name, at) {
      const isPushed = at <= (storedSpans().at(-1)?.keptTo ?? at) || (await untilPushed());
      const spans = storedSpans();
      const [first] = spans;
      if (first === undefined || at < first.since) return { kind: 'before', earliest: first?.since ?? null };
      const index = spans.findLastIndex((one) => one.since <= at);
      const span = spans[index] as StoredSpan;
      const next = spans[index + 1] ?? null;
      const isStored = at <= span.keptTo || (next === null && states.isOpen() && isPushed);
      if (!isStored) return { kind: 'hole', from: span.keptTo, to: next?.since ?? null };
      return { kind: 'kept', book: bookOf(await reads.itemAt(span, game, name, at), emptyBook(), at) };
    },
  };
}

/** The book of a service that had been started at that instant, at the rates of that time. */
function bookOf({ offers, buyOrders, quotes, figures, readings, rates }: ItemStates, book: Book, at: number): Book {
  const ratesThen = new ExchangeRates({ now: () => at });
  ratesThen.accept(rates);
  for (const rows of [quotes, offers, buyOrders]) book.restore(rows, ratesThen.toPrices);
  const having = new Set([...offers, ...buyOrders, ...quotes].map(({ marketplaceId }) => marketplaceId));
  for (const { marketplaceId, game, kinds, seenAt } of readings)
    if (having.has(marketplaceId)) book.confirm({ marketplaceId, game, kinds, at, asOf: seenAt });
  book.replay(figures.map(({ at: since, ...floor }) => ({ kind: 'floor', at: since, floor })));
  return book;
}
