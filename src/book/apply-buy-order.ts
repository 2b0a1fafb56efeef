import type { Change, LiveBuyOrder, NormalBuyOrder, ToPrices } from '../schema/index.ts';
import type { MarketBook } from './market/market-book.ts';
import { isOutdated, type RecordTime } from './market/record-time.ts';
import type { Row, Slot } from './memory/numbers.ts';
import { readText, writeText } from './memory/packed-text.ts';

export function applyBuyOrder(
  marketBook: MarketBook,
  record: NormalBuyOrder,
  recordTime: RecordTime,
  changes: Change[],
): void {
  const { orders, memory } = marketBook;
  const { at, asOf, source } = recordTime;
  const idLength = writeOrder(marketBook, record);
  const known = orders.find(memory.writer, idLength);
  if (isOvertaken(marketBook, known, record.orderId, recordTime)) return;
  const row = marketBook.series.rowFor(record.name, record.phase, at);
  if (known < 0) {
    const times = { foundAt: at, changedAt: at, seenAt: asOf };
    const slot = orders.add(row, record.price, record.prices, times, memory.writer, idLength, source);
    changes.push({ kind: 'ordered', at, buyOrder: buyOrderAt(marketBook, slot) });
  } else {
    renewOrder(marketBook, known, row, record, recordTime, changes);
  }
  marketBook.markDirty(row);
  marketBook.see(row, asOf);
}

/** Whether a record is older than when its buy order was last seen, or cancelled. */
const isOvertaken = (
  { orders, orderTombstones }: MarketBook,
  slot: Slot,
  orderId: string,
  recordTime: RecordTime,
): boolean =>
  slot < 0
    ? recordTime.asOf < recordTime.at && orderTombstones.isGoneSince(orderId, recordTime.asOf)
    : isOutdated(recordTime, orders.seenAt(slot));

function renewOrder(
  marketBook: MarketBook,
  slot: Slot,
  row: Row,
  record: NormalBuyOrder,
  { at, asOf, source }: RecordTime,
  changes: Change[],
): void {
  const { orders, memory } = marketBook;
  const previous = orders.row(slot);
  const isWritten = orders.isWritten(slot, memory.writer);
  const isSame = isWritten && orders.money.isPrice(slot, record.price) && previous === row;
  if (previous !== row) {
    orders.move(slot, row);
    marketBook.markDirty(previous);
  }
  if (!isWritten) orders.rewrite(slot, memory.writer);
  orders.reprice(slot, record.price, record.prices);
  orders.confirm(slot, asOf, at, source);
  if (isSame) return;
  orders.change(slot, at);
  changes.push({ kind: 'ordered', at, buyOrder: buyOrderAt(marketBook, slot) });
}

export function cancelBuyOrder(
  marketBook: MarketBook,
  orderId: string,
  recordTime: RecordTime,
  changes: Change[],
): void {
  const { orders, memory } = marketBook;
  const slot = orders.findId(memory.writer, orderId);
  if (slot >= 0 && isOutdated(recordTime, orders.seenAt(slot))) return;
  const { at, asOf } = recordTime;
  marketBook.orderTombstones.note(orderId, { at, asOf, foundAt: Number.NaN, priceMark: 0, isDisproved: false });
  if (slot < 0) return;
  removeBuyOrder(marketBook, slot, at, changes);
}

export function removeBuyOrder(marketBook: MarketBook, slot: Slot, at: number, changes: Change[]): void {
  marketBook.markDirty(marketBook.orders.row(slot));
  changes.push({ kind: 'orderRemoved', at, buyOrder: buyOrderAt(marketBook, slot) });
  marketBook.orders.remove(slot);
}

export function restoreBuyOrder(
  marketBook: MarketBook,
  order: LiveBuyOrder,
  toPrices: ToPrices | null = null,
  seenBy = 0,
): void {
  const { orders, memory } = marketBook;
  const idLength = writeOrder(marketBook, order);
  const previous = orders.find(memory.writer, idLength);
  if (previous >= 0) {
    marketBook.markDirty(orders.row(previous));
    orders.remove(previous);
  }
  const row = marketBook.series.rowFor(order.name, order.phase, order.changedAt);
  orders.add(row, order.price, toPrices?.(order.price) ?? order.prices, order, memory.writer, idLength, seenBy);
  marketBook.markDirty(row);
  marketBook.date(row, order.changedAt);
  marketBook.see(row, order.seenAt);
}

/** Writes the record into the writer and returns how many of its bytes are the id. */
function writeOrder({ memory }: MarketBook, order: { orderId: string; quantity: number | null }): number {
  const { writer } = memory;
  writer.at = 0;
  writeText(writer, order.orderId);
  const idLength = writer.at;
  writer.number(order.quantity === null ? 0 : order.quantity + 1);
  return idLength;
}

export function buyOrderAt(marketBook: MarketBook, slot: Slot): LiveBuyOrder {
  const { orders, memory } = marketBook;
  const row = orders.row(slot);
  const reader = orders.open(slot, memory.reader);
  const orderId = readText(reader);
  const quantity = reader.number();
  return {
    game: marketBook.game,
    name: marketBook.series.nameOf(row),
    phase: marketBook.series.phaseOf(row),
    marketplaceId: marketBook.marketplaceId,
    orderId,
    price: orders.money.price(slot) as LiveBuyOrder['price'],
    prices: orders.money.prices(slot),
    quantity: quantity === 0 ? null : quantity - 1,
    foundAt: orders.foundAt(slot),
    changedAt: orders.changedAt(slot),
    seenAt: orders.seenAt(slot),
  };
}
