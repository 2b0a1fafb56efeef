import {
  type Change,
  type ConfirmScope,
  type ItemSweepScope,
  isQuoteKind,
  type QuoteKind,
  type RemovalReason,
  type SweepScope,
} from '../schema/index.ts';
import { removeBuyOrder } from './apply-buy-order.ts';
import { removeOffer } from './apply-offer.ts';
import { emptyQuote } from './apply-quote.ts';
import { confirmationOf, takeConfirmation } from './confirmations.ts';
import type { MarketBook } from './market/market-book.ts';
import type { RecordTime } from './market/record-time.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { IsGone, OrderTable } from './memory/order-table.ts';

// After a complete reading, everything it covers that was not seen since it began is gone, and a complete reading of
// offers overrules any earlier quote. The caller decides whether a reading can be trusted.

type Kinds = SweepScope['kinds'];

/** Steps of work by their cost, in about a microsecond; work can be interrupted after each of them. */
type Work = Iterable<number>;

/** The cost of a portion, a millisecond or two with what follows from it. */
const portion = 1_000;
const removal = 5;
const recomputed = 2;
/** So many rows or entries are looked at in one step. */
const lookedAt = 1_000;
const look = 100;

/** Works in portions, between which other work can run; a portion can be without changes. */
export function* sweepMarketBook(marketBook: MarketBook, scope: SweepScope): Generator<Change[]> {
  const { kinds, seenBefore, asOf = seenBefore, datedUntil, at } = scope;
  const read = readOf(marketBook, scope);
  const changes: Change[] = [];
  function* work(): Work {
    if (datedUntil !== undefined) {
      for (const table of tablesOf(marketBook, kinds)) yield* redate(table, datedUntil, seenBefore - 1);
    }
    yield* correctMarketBook(marketBook, at);
    yield* removeUnseen(marketBook, kinds, read, 'swept', changes);
    for (const kind of kinds.filter(isQuoteKind)) yield* emptyQuotes(marketBook, kind, read, changes);
    yield* noteReading(marketBook, kinds, asOf, at);
  }
  yield* inPortions(marketBook, work(), changes, at);
}

/** Removes entries whose absence proves nothing by itself but has lasted too long; in portions too. */
export function* expireMarketBook(
  marketBook: MarketBook,
  scope: SweepScope,
  reason: RemovalReason,
): Generator<Change[]> {
  const { kinds, at } = scope;
  const changes: Change[] = [];
  function* work(): Work {
    yield* correctMarketBook(marketBook, at);
    yield* removeUnseen(marketBook, kinds, readOf(marketBook, scope), reason, changes);
  }
  yield* inPortions(marketBook, work(), changes, at);
}

/** Yields the changes of each portion of the work, and of the rest. */
function* inPortions(marketBook: MarketBook, work: Work, changes: Change[], at: number): Generator<Change[]> {
  let spent = 0;
  for (const cost of work) {
    spent += cost;
    if (spent < portion) continue;
    spent = 0;
    marketBook.recompute(at, changes);
    yield changes.splice(0);
  }
  marketBook.recompute(at, changes);
  yield changes;
}

/**
 * Confirms everything that a payload with unchanged bytes covers, in portions too. Floors can change, since offers and quotes
 * age apart.
 */
export function* confirmMarketBook(marketBook: MarketBook, scope: ConfirmScope): Generator<Change[]> {
  const { name, kinds, at, asOf = at } = scope;
  const changes: Change[] = [];
  function* work(): Work {
    if (name !== undefined) {
      takeConfirmation(marketBook, confirmationOf(scope));
      markItemDirty(marketBook, name);
      return;
    }
    yield* correctMarketBook(marketBook, at);
    for (const table of tablesOf(marketBook, kinds)) yield* confirmAll(marketBook, table, asOf);
    for (const kind of kinds.filter(isQuoteKind)) yield* confirmQuotes(marketBook, kind, asOf);
    yield* noteReading(marketBook, kinds, asOf, at);
  }
  yield* inPortions(marketBook, work(), changes, at);
}

const tablesOf = ({ offers, orders }: MarketBook, kinds: Kinds): OrderTable[] => [
  ...(kinds.includes('offer') ? [offers] : []),
  ...(kinds.includes('buyOrder') ? [orders] : []),
];

function* redate(table: OrderTable, after: number, seenAt: number): Work {
  for (let from = 0; from < table.top; from += lookedAt) {
    table.redate(after, seenAt, from, from + lookedAt);
    yield look;
  }
}

function* confirmAll({ series }: MarketBook, table: OrderTable, at: number): Work {
  for (let from = 0; from < Math.max(table.top, series.rowCount); from += lookedAt) {
    table.confirmSome(at, from, from + lookedAt, series.rowCount);
    yield look;
  }
}

function* confirmQuotes(marketBook: MarketBook, kind: QuoteKind, asOf: number): Work {
  for (let from = 0; from < marketBook.series.rowCount; from += lookedAt) {
    for (const row of marketBook.quotedRows(kind, from, from + lookedAt)) marketBook.quotes.confirm(row, asOf);
    yield look;
  }
}

export function sweepItemOf(marketBook: MarketBook, scope: ItemSweepScope): Change[] {
  const changes: Change[] = [];
  const { kinds, seenBefore, at, isCut } = scope;
  const read = readOf(marketBook, scope);
  const isGone = marketBook.provesGone(read);
  const whole = marketBook.series.wholeRow(marketBook.names.numberOf(scope.name));
  if (whole < 0) return changes;
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) correctRow(marketBook, row, at);
  if (kinds.includes('offer')) {
    const found = slotsOf(marketBook, marketBook.offers, whole, isGone);
    for (const slot of goneFrom(marketBook.offers, found, scope)) removeOffer(marketBook, slot, 'swept', read, changes);
    if (isAnswerAbout(marketBook.offers, found, scope)) marketBook.readItem(whole, seenBefore, isCut);
  }
  if (kinds.includes('buyOrder')) {
    const found = slotsOf(marketBook, marketBook.orders, whole, isGone);
    for (const slot of goneFrom(marketBook.orders, found, scope)) removeBuyOrder(marketBook, slot, at, changes);
  }
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) {
    marketBook.markDirty(row);
    if (kinds.includes('quote') && marketBook.quotes.isGone(row, isGone)) emptyQuote(marketBook, row, read, changes);
  }
  marketBook.see(whole, at);
  marketBook.recompute(at, changes);
  return changes;
}

/** A reading as it bears on what it lacks: of its own records, those not seen since `seenBefore` are gone. */
const readOf = (marketBook: MarketBook, { source, at, seenBefore, earliest = seenBefore }: SweepScope): RecordTime => ({
  at,
  asOf: seenBefore,
  earliest: Math.min(earliest, seenBefore),
  source: source === undefined ? 0 : marketBook.sourceNumber(source),
});

function* removeUnseen(
  marketBook: MarketBook,
  kinds: Kinds,
  read: RecordTime,
  reason: RemovalReason,
  changes: Change[],
): Work {
  const isGone = marketBook.provesGone(read);
  for (const table of tablesOf(marketBook, kinds)) {
    for (let from = 0; from < table.top; from += lookedAt) {
      for (const slot of table.gone(isGone, from, from + lookedAt)) {
        if (table === marketBook.offers) removeOffer(marketBook, slot, reason, read, changes);
        else removeBuyOrder(marketBook, slot, read.at, changes);
        yield removal;
      }
      yield look;
    }
  }
}

function* emptyQuotes(marketBook: MarketBook, kind: QuoteKind, read: RecordTime, changes: Change[]): Work {
  const isGone = marketBook.provesGone(read);
  for (let from = 0; from < marketBook.series.rowCount; from += lookedAt) {
    for (const row of marketBook.quotedRows(kind, from, from + lookedAt)) {
      if (!marketBook.quotes.isGone(row, isGone)) continue;
      emptyQuote(marketBook, row, read, changes);
      yield removal;
    }
    yield look;
  }
}

/** Corrects instants in the future, left by a clock that ran ahead: until then such entries would count as the latest. */
function* correctMarketBook(marketBook: MarketBook, now: number): Work {
  let isCorrected = marketBook.offersReadAt > now;
  marketBook.offersReadAt = Math.min(marketBook.offersReadAt, now);
  marketBook.readAt = Math.min(marketBook.readAt, now);
  for (let row = 0 as Row; row < marketBook.series.rowCount; row = (row + 1) as Row) {
    isCorrected = correctRow(marketBook, row, now) || isCorrected;
    if (row % lookedAt === lookedAt - 1) yield look;
  }
  if (isCorrected) yield* markQuotedDirty(marketBook);
}

function correctRow(marketBook: MarketBook, row: Row, now: number): boolean {
  const { offers, orders, quotes } = marketBook;
  const isQuoteAhead = quotes.has(row) && quotes.seenAt.get(row) > now;
  if (isQuoteAhead) quotes.seenAt.set(row, now);
  let isCorrected = marketBook.readBy(row, now) || isQuoteAhead;
  for (const table of [offers, orders]) {
    if (table.lastSeenAt(row) > now) isCorrected = table.seenBy(row, now) || isCorrected;
  }
  return isCorrected;
}

function* noteReading(marketBook: MarketBook, kinds: Kinds, readFrom: number, at: number): Work {
  marketBook.noteReading(kinds, readFrom, at);
  const hasFloors = kinds.includes('offer') || kinds.some(isQuoteKind);
  if (marketBook.readsOffers && hasFloors) yield* markQuotedDirty(marketBook);
}

function markItemDirty(marketBook: MarketBook, name: string): void {
  const { series, names } = marketBook;
  for (let row = series.wholeRow(names.numberOf(name)); row >= 0; row = series.nextPart(row)) marketBook.markDirty(row);
}

// The age of a reading decides a floor only where there is a quote
function* markQuotedDirty(marketBook: MarketBook): Work {
  for (let from = 0; from < marketBook.series.rowCount; from += lookedAt) {
    for (const row of marketBook.quotedRows('quote', from, from + lookedAt)) {
      marketBook.markDirty(row);
      yield recomputed;
    }
    yield look;
  }
}

type FoundSlots = { readonly seen: readonly Slot[]; readonly unseen: readonly Slot[] };

/** All slots of an item, by whether a reading that lacks them would prove them gone. */
function slotsOf({ series }: MarketBook, table: OrderTable, whole: Row, isGone: IsGone): FoundSlots {
  const seen: Slot[] = [];
  const unseen: Slot[] = [];
  for (let row = whole; row >= 0; row = series.nextPart(row)) {
    for (let slot = table.first(row); slot >= 0; slot = table.after(slot))
      (table.isGone(slot, isGone) ? unseen : seen).push(slot);
  }
  return { seen, unseen };
}

/** False for a page full of other items, since a search can find more than the one it was for. */
const isAnswerAbout = (
  table: OrderTable,
  { seen }: FoundSlots,
  { isCut, seenBefore, records }: ItemSweepScope,
): boolean => !isCut || (records !== 0 && seen.some((slot) => table.seenAt(slot) >= seenBefore));

/** Slots of an item missing from a reading of that item; a reading cut at its page size covers prices up to its last one. */
function goneFrom(
  table: OrderTable,
  { seen, unseen }: FoundSlots,
  { isCut, records = Number.POSITIVE_INFINITY }: ItemSweepScope,
): readonly Slot[] {
  if (!isCut) return unseen;
  // A feed may have added others meanwhile: the answer reaches no further than as many of the best as it had
  const best = seen.toSorted((one, other) => (table.isBetter(one, other) ? -1 : table.isBetter(other, one) ? 1 : 0));
  const reach = best[Math.min(records, best.length) - 1];
  return reach === undefined ? [] : unseen.filter((slot) => !table.isBetter(reach, slot));
}
