import {
  type Confirmation,
  type Confirmations,
  type ConfirmScope,
  type ItemSweepScope,
  isQuoteKind,
  type Money,
  type SweepScope,
  type SweptKind,
  variantNumber,
} from '../schema/index.ts';
import type { MarketBook } from './market/market-book.ts';
import { isBehind } from './market/record-time.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

/** The last complete reading, or answer about an item, which still holds, confirms the same again. */
export const confirmationOf = (scope: ConfirmScope): Confirmation => {
  const { marketplaceId, game, name = null, kinds, source = '', at, asOf = at, changedUntil } = scope;
  const confirmation = { marketplaceId, game, name, kinds, source, seenAt: asOf, earliest: asOf, at };
  return changedUntil === undefined ? confirmation : { ...confirmation, changedUntil };
};

/** What a complete reading has confirmed, after its sweep; nothing where this book has not received all of it. */
export function confirmedBy(marketBook: MarketBook, scope: SweepScope): Confirmation[] {
  const { kinds, seenBefore, at } = scope;
  if (!marketBook.hasReceivedSince(seenBefore)) return [];
  return [{ ...aboutOf(marketBook, scope), name: null, kinds, at }];
}

const aboutOf = (
  { marketplaceId, game }: MarketBook,
  { source = '', seenBefore, earliest = seenBefore }: SweepScope,
) => ({ marketplaceId, game, source, seenAt: seenBefore, earliest: Math.min(earliest, seenBefore) });

/** What a confirmation bears on: of an entry that stands after it and that it could have removed, it has seen it. */
const readIn = (marketBook: MarketBook, { source, seenAt, earliest }: Omit<Confirmation, 'kinds' | 'name' | 'at'>) => ({
  ...{ asOf: seenAt, earliest },
  source: source === '' ? 0 : marketBook.sourceNumber(source),
});

/** What a complete answer about one item has confirmed, after its sweep. */
export function confirmedByItem(marketBook: MarketBook, scope: ItemSweepScope): Confirmation[] {
  const { name, isCut, at } = scope;
  const whole = marketBook.series.wholeRow(marketBook.names.numberOf(name));
  if (whole < 0) return [];
  const about = { ...aboutOf(marketBook, scope), name, at, ...(isCut && { isCut }) };
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

/** The worst price up to which an answer lacks no entry of an item that it could have removed. */
function reachOf(marketBook: MarketBook, whole: Row, kind: SweptKind, scope: ItemSweepScope): Money | 'all' | 'none' {
  const isMissing = isBehind(readIn(marketBook, aboutOf(marketBook, scope)));
  if (isQuoteKind(kind)) {
    const isUnseen = (row: Row) => marketBook.quotes.isGone(row, isMissing);
    return rowsOf(marketBook, whole).some(isUnseen) ? 'none' : 'all';
  }
  const table = tableOf(marketBook, kind);
  const slots = slotsOf(marketBook, table, whole);
  const seen = slots.filter((slot) => table.seenAt(slot) >= scope.seenBefore);
  // A page full of other items says nothing
  if (scope.isCut && (seen.length === 0 || scope.records === 0)) return 'none';
  const missing = slots.filter((slot) => table.isGone(slot, isMissing));
  if (missing.length === 0) return 'all';
  const best = missing.reduce((one, other) => (table.isBetter(other, one) ? other : one));
  const reached = seen.filter((slot) => table.isBetter(slot, best));
  if (reached.length === 0) return 'none';
  const last = reached.reduce((one, other) => (table.isBetter(one, other) ? other : one));
  return table.money.price(last) ?? 'none';
}

const tableOf = ({ offers, orders }: MarketBook, kind: 'offer' | 'buyOrder'): OrderTable =>
  kind === 'offer' ? offers : orders;

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
  if (confirmation.only !== undefined) {
    takeRetold(marketBook, confirmation.only, confirmation);
    return;
  }
  if (confirmation.name === null) {
    takeReading(marketBook, confirmation);
    return;
  }
  const whole = marketBook.series.wholeRow(marketBook.names.numberOf(confirmation.name));
  if (whole >= 0) takeAnswer(marketBook, whole, confirmation);
}

/** A feed sees what it tells again, unless something newer was known. */
function takeRetold(marketBook: MarketBook, retold: Confirmations, { source, seenAt: asOf, at }: Confirmation): void {
  const { offers, orders, quotes, series, names, memory } = marketBook;
  const number = marketBook.sourceNumber(source);
  const see = (table: OrderTable, ids: readonly string[]): void => {
    for (const id of ids) {
      const slot = table.findId(memory.writer, id);
      if (slot < 0 || table.seenAt(slot) >= asOf) continue;
      table.confirm(slot, asOf, at, number);
      marketBook.see(table.row(slot), asOf);
    }
  };
  see(offers, retold.offers);
  see(orders, retold.orders);
  for (const [name, phase] of retold.quotes) {
    const row = series.knownRow(names.numberOf(name), variantNumber(phase));
    if (row < 0 || !quotes.has(row) || quotes.seenAt.get(row) >= asOf) continue;
    quotes.confirm(row, asOf, number);
    marketBook.see(row, asOf);
  }
}

function takeReading(marketBook: MarketBook, confirmation: Confirmation): void {
  const { kinds, seenAt, at } = confirmation;
  for (const kind of kinds) {
    if (isQuoteKind(kind)) takeQuotes(marketBook, marketBook.quotedRows(kind), confirmation);
    else takeEntries(marketBook, tableOf(marketBook, kind).slots(), kind, confirmation);
  }
  marketBook.noteReading(kinds, seenAt, at);
}

function takeAnswer(marketBook: MarketBook, whole: Row, confirmation: Confirmation): void {
  const { kinds, seenAt, isCut = false, at } = confirmation;
  for (const kind of kinds) {
    if (isQuoteKind(kind)) takeQuotes(marketBook, rowsOf(marketBook, whole), confirmation);
    else takeEntries(marketBook, slotsOf(marketBook, tableOf(marketBook, kind), whole), kind, confirmation);
  }
  if (kinds.includes('offer')) marketBook.readItem(whole, seenAt, isCut);
  marketBook.see(whole, at);
}

function takeEntries(
  marketBook: MarketBook,
  slots: Iterable<Slot>,
  kind: 'offer' | 'buyOrder',
  confirmation: Confirmation,
): void {
  const { seenAt, reach, changedUntil = Number.POSITIVE_INFINITY, at } = confirmation;
  const read = readIn(marketBook, confirmation);
  const wasMissing = isBehind(read);
  const table = tableOf(marketBook, kind);
  for (const slot of slots) {
    const isCovered = (reach === undefined || table.isWithin(slot, reach)) && table.changedAt(slot) <= changedUntil;
    if (isCovered && table.isGone(slot, wasMissing)) table.confirm(slot, seenAt, at, read.source);
  }
}

function takeQuotes(marketBook: MarketBook, rows: Iterable<Row>, confirmation: Confirmation): void {
  const read = readIn(marketBook, confirmation);
  const wasMissing = isBehind(read);
  const { quotes } = marketBook;
  const { seenAt, changedUntil = Number.POSITIVE_INFINITY } = confirmation;
  for (const row of rows)
    if (quotes.isGone(row, wasMissing) && quotes.changedAt(row) <= changedUntil)
      quotes.confirm(row, seenAt, read.source);
}
