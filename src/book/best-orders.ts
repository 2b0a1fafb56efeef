import type { LiveBuyOrder } from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import type { MarketBook } from './market/market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import { bestOf } from './search/best-of.ts';

/** Parallel lists, since there can be hundreds of thousands of bids. */
type Bids = { readonly marketBooks: MarketBook[]; readonly slots: Slot[]; readonly ranks: number[] };

/** The best buy orders over many items, which are all in the rows with the best top bids. */
export function bestOrdersOf(marketBooks: readonly MarketBook[], limit: number): LiveBuyOrder[] {
  const tops = topBids(marketBooks);
  const byRank = (a: number, b: number) => (tops.ranks[a] as number) - (tops.ranks[b] as number);
  const first = bestOf(tops.slots.length, limit, byRank);
  // No bid ranked below the last of these can be among the first; other rows can tie with it
  const reach = first.length < limit ? Number.POSITIVE_INFINITY : (tops.ranks[first.at(-1) ?? 0] as number);
  const bids = bidsUpTo(tops, reach);
  const best = bestOf(bids.slots.length, limit, compareBids(bids));
  return best.map((at) => buyOrderAt(bids.marketBooks[at] as MarketBook, bids.slots[at] as Slot));
}

function topBids(marketBooks: readonly MarketBook[]): Bids {
  const tops: Bids = { marketBooks: [], slots: [], ranks: [] };
  for (const marketBook of marketBooks) {
    for (let row = 0 as Row; marketBook.orders.size > 0 && row < marketBook.series.rowCount; row = (row + 1) as Row) {
      const slot = marketBook.orders.best(row);
      if (slot >= 0) addBid(tops, marketBook, slot);
    }
  }
  return tops;
}

function bidsUpTo(tops: Bids, reach: number): Bids {
  const bids: Bids = { marketBooks: [], slots: [], ranks: [] };
  for (let at = 0; at < tops.slots.length; at += 1) {
    if ((tops.ranks[at] as number) > reach) continue;
    const marketBook = tops.marketBooks[at] as MarketBook;
    const { orders } = marketBook;
    for (let slot = orders.first(orders.row(tops.slots[at] as Slot)); slot >= 0; slot = orders.after(slot)) {
      if (orders.rank(slot) <= reach) addBid(bids, marketBook, slot);
    }
  }
  return bids;
}

function addBid({ marketBooks, slots, ranks }: Bids, marketBook: MarketBook, slot: Slot): void {
  marketBooks.push(marketBook);
  slots.push(slot);
  ranks.push(marketBook.orders.rank(slot));
}

/** Best first, unknown prices last, then last changed; then by id, so that a restart keeps the order. */
const compareBids = ({ marketBooks, slots, ranks }: Bids) => {
  const ids = new Map<number, string>();
  const changedAt = (at: number) => (marketBooks[at] as MarketBook).orders.changedAt(slots[at] as Slot);
  // Cached, since reading a buy order takes much longer than comparing numbers
  const idOf = (at: number): string => {
    const known = ids.get(at);
    if (known !== undefined) return known;
    const { marketplaceId, orderId } = buyOrderAt(marketBooks[at] as MarketBook, slots[at] as Slot);
    const id = `${String(marketplaceId).padStart(5, '0')} ${orderId}`;
    ids.set(at, id);
    return id;
  };
  return (a: number, b: number): number =>
    (ranks[a] as number) - (ranks[b] as number) || changedAt(b) - changedAt(a) || (idOf(a) < idOf(b) ? -1 : 1);
};
