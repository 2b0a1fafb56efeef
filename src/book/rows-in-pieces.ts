import type { LiveBuyOrder, LiveOffer } from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt } from './apply-offer.ts';
import type { MarketBook } from './market/market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';
import { buyOrderSlots, offerSlots } from './queries.ts';

/** The offers, or the buy orders, of an item, read in pieces between which the book can be used. */
export type RowsInPieces<Live> = {
  /** Reads a row per step. Afterwards `now` has few left to read. */
  readonly ahead: () => Iterable<unknown>;
  /** All rows as they are now, in their order; of one read ahead, `seenAt` is from then. */
  readonly now: () => Live[];
};

export const offersInPieces = (marketBook: MarketBook, whole: Row): RowsInPieces<LiveOffer> =>
  inPieces(
    marketBook.offers,
    () => offerSlots(marketBook, whole),
    (slot) => offerAt(marketBook, slot),
  );

export const buyOrdersInPieces = (marketBook: MarketBook, whole: Row): RowsInPieces<LiveBuyOrder> =>
  inPieces(
    marketBook.orders,
    () => buyOrderSlots(marketBook, whole),
    (slot) => buyOrderAt(marketBook, slot),
  );

function inPieces<Live>(table: OrderTable, slots: () => Slot[], read: (slot: Slot) => Live): RowsInPieces<Live> {
  const rows = new Map<Slot, { readonly stamp: number; readonly row: Live }>();
  const rowAt = (slot: Slot): Live => {
    const stamp = table.stamp(slot);
    const known = rows.get(slot);
    if (known?.stamp === stamp) return known.row;
    const row = read(slot);
    rows.set(slot, { stamp, row });
    return row;
  };
  return {
    *ahead() {
      // An entry that has been removed since has no row
      for (const slot of slots()) if (table.row(slot) >= 0) yield rowAt(slot);
    },
    now: () => slots().map(rowAt),
  };
}
