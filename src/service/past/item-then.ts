import type { ItemThen, PastReader } from '../../api/past/past-reader.ts';
import type { Book } from '../../book/book.ts';
import type { Clock } from '../../clock.ts';
import { createExchangeRates } from '../../normalise/exchange-rates.ts';
import type { ItemStates, KeptBase, PastStates } from '../../store/store.ts';
import type { Recorder } from '../../tape/recorder.ts';
import type { AcceptedReads } from './accepted-reads.ts';

type PastParts = {
  readonly states: Pick<PastStates, 'bases'>;
  readonly reads: Pick<AcceptedReads, 'itemAt'>;
  readonly recorder: Pick<Recorder, 'flush'>;
  readonly emptyBook: () => Book;
  /** Whether everything published since the last base is kept. */
  readonly isWhole: () => boolean;
  readonly keptDays: number;
  readonly now: Clock['now'];
};

const dayMs = 86_400_000;
/** Changes older than this are published and pushed to the writer. */
const publishedMs = 10_000;

/** Answers requests for an item as of an instant, with a book that holds only this item. */
export function createPastReader({
  states,
  reads,
  recorder,
  emptyBook,
  isWhole,
  keptDays,
  now,
}: PastParts): PastReader {
  const keptBases = () => states.bases().filter(({ at }) => at >= now() - keptDays * dayMs);

  const baseOf = (at: number): KeptBase | Exclude<ItemThen, { readonly kind: 'kept' }> => {
    const bases = keptBases();
    const [first] = bases;
    if (first === undefined || at < first.at) return { kind: 'before', earliest: first?.at ?? null };
    const place = bases.findLastIndex((one) => one.at <= at);
    const base = bases[place] as KeptBase;
    const next = bases[place + 1] ?? null;
    const isKept = at <= base.keptTo || (next === null && isWhole());
    return isKept ? base : { kind: 'hole', from: base.keptTo, to: next?.at ?? null };
  };

  return {
    earliest: () => keptBases()[0]?.at ?? null,
    async at(game, name, at) {
      if (at > now() - publishedMs) await recorder.flush();
      const base = baseOf(at);
      if ('kind' in base) return base;
      return { kind: 'kept', book: bookOf(await reads.itemAt(base, game, name, at), emptyBook(), at) };
    },
  };
}

/** The book of a service that had been started at that instant, at the rates of that time. */
function bookOf({ offers, buyOrders, quotes, figures, readings, rates }: ItemStates, book: Book, at: number): Book {
  const { accept, toPrices } = createExchangeRates({ now: () => at });
  accept(rates);
  for (const rows of [quotes, offers, buyOrders]) book.restore(rows, toPrices);
  const having = new Set([...offers, ...buyOrders, ...quotes].map(({ marketplaceId }) => marketplaceId));
  for (const { marketplaceId, game, kinds, seenAt } of readings)
    if (having.has(marketplaceId)) book.confirm({ marketplaceId, game, kinds, at, asOf: seenAt });
  book.replay(figures.map(({ at: since, ...floor }) => ({ kind: 'floor', at: since, floor })));
  return book;
}
