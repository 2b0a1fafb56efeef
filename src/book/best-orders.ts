import type { LiveBuyOrder } from '../schema/index.ts';
import { bestOf } from './best-of.ts';
import { buyOrderAt } from './buy-orders.ts';
import type { Stall } from './stall.ts';

type Bid = { readonly stall: Stall; readonly slot: number; readonly rank: number };

/** The best buy orders of many items: they all stand in the rows with the best bids. */
export function bestOrdersOf(stalls: readonly Stall[], limit: number): LiveBuyOrder[] {
  const tops = stalls.flatMap(topBids);
  const first = bestOf(tops.length, limit, (a, b) => (tops[a] as Bid).rank - (tops[b] as Bid).rank);
  // Nothing below the last of these can be among the first; other rows may be as good as it
  const last = first.length < limit ? undefined : tops[first.at(-1) ?? 0];
  const reach = last?.rank ?? Number.POSITIVE_INFINITY;
  const bids = tops.flatMap((top) => (top.rank <= reach ? bidsWith(top, reach) : []));
  const best = bestOf(bids.length, limit, (a, b) => compareBids(bids[a] as Bid, bids[b] as Bid));
  return best.map((at) => buyOrderAt((bids[at] as Bid).stall, (bids[at] as Bid).slot));
}

function topBids(stall: Stall): Bid[] {
  const { orders } = stall;
  const bids: Bid[] = [];
  for (let row = 0; orders.size > 0 && row < stall.rowCount; row += 1) {
    const slot = orders.best(row);
    if (slot >= 0) bids.push({ stall, slot, rank: orders.rank(slot) });
  }
  return bids;
}

/** All bids of a row down to a rank. */
function bidsWith({ stall, slot: top }: Bid, reach: number): Bid[] {
  const { orders } = stall;
  const bids: Bid[] = [];
  for (let slot = orders.first(orders.row(top)); slot >= 0; slot = orders.after(slot)) {
    const rank = orders.rank(slot);
    if (rank <= reach) bids.push({ stall, slot, rank });
  }
  return bids;
}

/** U17: best first, unknown prices last, then last changed. */
const compareBids = (a: Bid, b: Bid): number =>
  a.rank - b.rank || b.stall.orders.changedAt(b.slot) - a.stall.orders.changedAt(a.slot);
