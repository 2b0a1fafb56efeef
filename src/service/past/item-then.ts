import { setTimeout as pause } from 'node:timers/promises';
import type { ItemThen, PastReader } from '../../api/past/past-reader.ts';
import type { Book } from '../../book/book.ts';
import { createBook } from '../../book/create-book.ts';
import type { Clock } from '../../clock.ts';
import { createExchangeRates } from '../../normalise/exchange-rates.ts';
import type { KnownFees } from '../../schema/index.ts';
import type { ItemStates, KeptBase, PastStates } from '../../store/store.ts';
import { usualDelayMs, type Writer } from '../../store/writer.ts';
import type { Recorder } from '../../tape/recorder.ts';

type PastParts = {
  readonly states: PastStates;
  readonly writer: Pick<Writer, 'stats'>;
  readonly recorder: Pick<Recorder, 'flush'>;
  readonly fees: KnownFees;
  /** Whether everything published since the last base is kept. */
  readonly isWhole: () => boolean;
  readonly keptDays: number;
  readonly now: Clock['now'];
};

const dayMs = 86_400_000;
/** Changes older than this are stored, unless nothing can be written. */
const storedMs = 10_000;
// The rows are written after their delay, and then take a moment
const patienceMs = usualDelayMs + 3_000;
const lookAgainMs = 10;

/** Answers requests for an item as of an instant, with a book that holds only this item. */
export function createPastReader({ states, writer, recorder, fees, isWhole, keptDays, now }: PastParts): PastReader {
  const keptBases = () => states.bases().filter(({ at }) => at >= now() - keptDays * dayMs);

  /** Waits until everything published so far is stored; returns false if that takes too long. */
  const isStored = async (): Promise<boolean> => {
    const deadline = performance.now() + patienceMs;
    await recorder.flush();
    const { pushed } = writer.stats();
    while (writer.stats().settled < pushed) {
      if (performance.now() > deadline) return false;
      await pause(lookAgainMs);
    }
    return true;
  };

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
      const { notWritingSince } = writer.stats();
      const isRecent = at > (notWritingSince ?? now()) - storedMs;
      if (isRecent && !(await isStored())) return { kind: 'late' };
      const base = baseOf(at);
      if ('kind' in base) return base;
      return { kind: 'kept', book: bookOf(await states.itemAt(base, game, name, at), fees, at) };
    },
  };
}

/** The book of a service that had been started at that instant, at the rates of that time. */
function bookOf(
  { offers, buyOrders, quotes, figures, readings, rates }: ItemStates,
  fees: KnownFees,
  at: number,
): Book {
  const { accept, toPrices } = createExchangeRates({ now: () => at });
  accept(rates);
  const book = createBook(fees);
  for (const rows of [quotes, offers, buyOrders]) book.restore(rows, toPrices);
  const having = new Set([...offers, ...buyOrders, ...quotes].map(({ marketplaceId }) => marketplaceId));
  for (const { marketplaceId, game, kinds, seenAt } of readings)
    if (having.has(marketplaceId)) book.confirm({ marketplaceId, game, kinds, at, asOf: seenAt });
  book.restoreFloors(figures);
  return book;
}
