import type { Change, LiveBuyOrder, NormalBuyOrder } from '../schema/index.ts';
import type { Stall } from './market-book.ts';
import { readText, writeText } from './memory/packed-text.ts';
import { isOutdated, type Moment } from './record-time.ts';

export function applyBuyOrder(stall: Stall, record: NormalBuyOrder, moment: Moment, changes: Change[]): void {
  const { orders, desk } = stall;
  const { at, asOf } = moment;
  const idLength = writeOrder(stall, record);
  const known = orders.find(desk.writer, idLength);
  if (known >= 0 && isOutdated(moment, orders.seenAt(known))) return;
  const row = stall.rowFor(record.name, record.phase, at);
  if (known < 0) {
    const times = { foundAt: at, changedAt: at, seenAt: asOf };
    const slot = orders.add(row, record.price, record.prices, times, desk.writer, idLength);
    changes.push({ kind: 'ordered', at, buyOrder: buyOrderAt(stall, slot) });
  } else {
    renewOrder(stall, known, row, record, moment, changes);
  }
  stall.touch(row);
  stall.see(row, asOf);
}

function renewOrder(
  stall: Stall,
  slot: number,
  row: number,
  record: NormalBuyOrder,
  { at, asOf }: Moment,
  changes: Change[],
): void {
  const { orders, desk } = stall;
  const former = orders.row(slot);
  const isSame = orders.isWritten(slot, desk.writer) && orders.money.isPrice(slot, record.price) && former === row;
  if (former !== row) {
    orders.move(slot, row);
    stall.touch(former);
  }
  orders.rewrite(slot, desk.writer);
  orders.reprice(slot, record.price, record.prices);
  orders.confirm(slot, asOf);
  if (isSame) return;
  orders.change(slot, at);
  changes.push({ kind: 'ordered', at, buyOrder: buyOrderAt(stall, slot) });
}

export function cancelBuyOrder(stall: Stall, orderId: string, moment: Moment, changes: Change[]): void {
  const { orders, desk } = stall;
  const slot = orders.findId(desk.writer, orderId);
  if (slot < 0 || isOutdated(moment, orders.seenAt(slot))) return;
  stall.see(orders.row(slot), moment.asOf);
  removeBuyOrder(stall, slot, moment.at, changes);
}

export function removeBuyOrder(stall: Stall, slot: number, at: number, changes: Change[]): void {
  stall.touch(stall.orders.row(slot));
  changes.push({ kind: 'orderRemoved', at, buyOrder: buyOrderAt(stall, slot) });
  stall.orders.remove(slot);
}

export function restoreBuyOrder(stall: Stall, order: LiveBuyOrder): void {
  const { orders, desk } = stall;
  const idLength = writeOrder(stall, order);
  const former = orders.find(desk.writer, idLength);
  if (former >= 0) {
    stall.touch(orders.row(former));
    orders.remove(former);
  }
  const row = stall.rowFor(order.name, order.phase, order.changedAt);
  orders.add(row, order.price, order.prices, order, desk.writer, idLength);
  stall.touch(row);
  stall.date(row, order.changedAt);
  stall.see(row, order.seenAt);
}

/** Leaves the record in the writer and says how many bytes of it are the id. */
function writeOrder({ desk }: Stall, order: { orderId: string; quantity: number | null }): number {
  const { writer } = desk;
  writer.at = 0;
  writeText(writer, order.orderId);
  const idLength = writer.at;
  writer.number(order.quantity === null ? 0 : order.quantity + 1);
  return idLength;
}

export function buyOrderAt(stall: Stall, slot: number): LiveBuyOrder {
  const { orders, desk } = stall;
  const row = orders.row(slot);
  const reader = orders.open(slot, desk.reader);
  const orderId = readText(reader);
  const quantity = reader.number();
  return {
    game: stall.game,
    name: stall.nameOf(row),
    phase: stall.phaseOf(row),
    marketplaceId: stall.marketplaceId,
    orderId,
    price: orders.money.price(slot) as LiveBuyOrder['price'],
    prices: orders.money.prices(slot),
    quantity: quantity === 0 ? null : quantity - 1,
    foundAt: orders.foundAt(slot),
    changedAt: orders.changedAt(slot),
    seenAt: orders.seenAt(slot),
  };
}
