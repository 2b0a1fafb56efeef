import type { Confirmation, ItemSweepScope, Money, SweepScope, SweptKind } from '../schema/index.ts';
import type { MarketBook } from './market/market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

/**
 * What a complete reading has confirmed, after its sweep; nothing where this book has not received all of it. What it leaves
 * although it lacks it, since another source has seen it, makes the whole kind as old as that.
 */
export function confirmedBy(marketBook: MarketBook, { kinds, seenBefore, at }: SweepScope): Confirmation[] {
  if (!marketBook.hasReceivedSince(seenBefore)) return [];
  const { marketplaceId, game } = marketBook;
  const bySeen = new Map<number, SweptKind[]>();
  for (const kind of kinds) {
    const seenAt = Math.min(seenBefore, oldestSeenAt(marketBook, kind));
    bySeen.set(seenAt, [...(bySeen.get(seenAt) ?? []), kind]);
  }
  return Array.from(bySeen, ([seenAt, some]) => ({ marketplaceId, game, name: null, kinds: some, seenAt, at }));
}

const oldestSeenAt = (marketBook: MarketBook, kind: SweptKind): number =>
  kind === 'quote'
    ? marketBook.quotes.oldestSeenAt(marketBook.series.rowCount)
    : tableOf(marketBook, kind).oldestSeenAt();

/** What a complete answer about one item has confirmed, after its sweep. */
export function confirmedByItem(marketBook: MarketBook, scope: ItemSweepScope): Confirmation[] {
  const { marketplaceId, game } = marketBook;
  const { name, seenBefore: seenAt, isCut, at } = scope;
  const whole = marketBook.series.wholeRow(marketBook.names.numberOf(name));
  if (whole < 0) return [];
  const about = { marketplaceId, game, name, seenAt, at, ...(isCut && { isCut }) };
  const entire: SweptKind[] = [];
  const confirmations: Confirmation[] = [];
  for (const kind of scope.kinds) {
    const reach = reachOf(marketBook, whole, kind, scope);
    if (reach === 'all') entire.push(kind);
    else if (reach !== 'none') confirmations.push({ ...about, kinds: [kind], reach });
  }
  if (entire.length > 0) confirmations.push({ ...about, kinds: entire });
  return confirmations;
}

/** The worst price up to which all entries of an item were seen. */
function reachOf(
  marketBook: MarketBook,
  whole: Row,
  kind: SweptKind,
  { seenBefore, isCut, records }: ItemSweepScope,
): Money | 'all' | 'none' {
  if (kind === 'quote') {
    const { quotes } = marketBook;
    const areSeen = rowsOf(marketBook, whole).every((row) => !quotes.has(row) || quotes.seenAt.get(row) >= seenBefore);
    return areSeen ? 'all' : 'none';
  }
  const table = tableOf(marketBook, kind);
  const slots = slotsOf(marketBook, table, whole);
  const seen = slots.filter((slot) => table.seenAt(slot) >= seenBefore);
  // A page full of other items says nothing
  if (isCut && (seen.length === 0 || records === 0)) return 'none';
  if (seen.length === slots.length) return 'all';
  const bestUnseen = bestOf(
    table,
    slots.filter((slot) => table.seenAt(slot) < seenBefore),
  );
  const reached = seen.filter((slot) => table.isBetter(slot, bestUnseen));
  if (reached.length === 0) return 'none';
  const last = reached.reduce((one, other) => (table.isBetter(one, other) ? other : one));
  return table.money.price(last) ?? 'none';
}

const tableOf = ({ offers, orders }: MarketBook, kind: 'offer' | 'buyOrder'): OrderTable =>
  kind === 'offer' ? offers : orders;

const bestOf = (table: OrderTable, slots: readonly Slot[]): Slot =>
  slots.reduce((one, other) => (table.isBetter(other, one) ? other : one));

const rowsOf = ({ series }: MarketBook, whole: Row): Row[] => {
  const rows: Row[] = [];
  for (let row = whole; row >= 0; row = series.nextPart(row)) rows.push(row);
  return rows;
};

const slotsOf = (marketBook: MarketBook, table: OrderTable, whole: Row): Slot[] =>
  rowsOf(marketBook, whole).flatMap((row) => {
    const slots: Slot[] = [];
    for (let slot = table.first(row); slot >= 0; slot = table.after(slot)) slots.push(slot);
    return slots;
  });

/**
 * Takes over what a reading has confirmed in the book that published it. Floors stay as they were published: the changes
 * that the reading caused are records of their own.
 */
export function takeConfirmation(marketBook: MarketBook, confirmation: Confirmation): void {
  if (confirmation.name === null) {
    takeReading(marketBook, confirmation);
    return;
  }
  const whole = marketBook.series.wholeRow(marketBook.names.numberOf(confirmation.name));
  if (whole >= 0) takeAnswer(marketBook, whole, confirmation);
}

function takeReading(marketBook: MarketBook, { kinds, seenAt, at }: Confirmation): void {
  const { offers, orders, series, quotes } = marketBook;
  if (kinds.includes('offer')) offers.confirmAll(seenAt, series.rowCount);
  if (kinds.includes('buyOrder')) orders.confirmAll(seenAt, series.rowCount);
  if (kinds.includes('quote')) quotes.confirmAll(seenAt, series.rowCount);
  marketBook.noteReading(kinds, seenAt, at);
}

function takeAnswer(marketBook: MarketBook, whole: Row, confirmation: Confirmation): void {
  const { kinds, seenAt, isCut = false, at } = confirmation;
  for (const kind of kinds) if (kind !== 'quote') takeEntries(marketBook, whole, kind, confirmation);
  if (kinds.includes('offer')) marketBook.readItem(whole, seenAt, isCut);
  if (kinds.includes('quote'))
    for (const row of rowsOf(marketBook, whole)) if (marketBook.quotes.has(row)) marketBook.quotes.confirm(row, seenAt);
  marketBook.see(whole, at);
}

function takeEntries(
  marketBook: MarketBook,
  whole: Row,
  kind: 'offer' | 'buyOrder',
  { seenAt, reach, at }: Confirmation,
): void {
  const table = tableOf(marketBook, kind);
  for (const slot of slotsOf(marketBook, table, whole))
    if (reach === undefined || table.isWithin(slot, reach)) table.confirm(slot, seenAt, at);
}
