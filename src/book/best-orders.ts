import type { LiveBuyOrder } from '../schema/index.ts';
import { bestOf } from './best-of.ts';
import { buyOrderAt } from './buy-orders.ts';
import type { Stall } from './stall.ts';

type Bid = { readonly stall: Stall; readonly row: number; readonly slot: number; readonly rank: number };

/** The best buy orders of many items: they all stand in the rows with the best bids. */
export function bestOrdersOf(stalls: readonly Stall[], limit: number): LiveBuyOrder[] {
  const rows = bestOf(bestBids(stalls), limit, (a, b) => a.rank - b.rank);
  // With enough rows no order below the last row's best is wanted, but any row's best may be as good as that
  const least = rows.length < limit ? Number.POSITIVE_INFINITY : (rows.at(-1)?.rank ?? 0);
  return bestOf(bidsUpTo(stalls, least), limit, compareBids).map(({ stall, slot }) => buyOrderAt(stall, slot));
}

function* bestBids(stalls: readonly Stall[]): Generator<Bid> {
  for (const stall of stalls) {
    for (let row = 0; stall.orders.size > 0 && row < stall.rowCount; row += 1) {
      const slot = stall.orders.best(row);
      if (slot >= 0) yield { stall, row, slot, rank: stall.orders.rank(slot) };
    }
  }
}

function* bidsUpTo(stalls: readonly Stall[], least: number): Generator<Bid> {
  for (const { stall, row, rank } of bestBids(stalls)) if (rank <= least) yield* bidsOf(stall, row, least);
}

function* bidsOf(stall: Stall, row: number, least: number): Generator<Bid> {
  for (let slot = stall.orders.first(row); slot >= 0; slot = stall.orders.after(slot)) {
    const rank = stall.orders.rank(slot);
    if (rank <= least) yield { stall, row, slot, rank };
  }
}

/** U17: best first, unknown prices last, then last changed. */
const compareBids = (a: Bid, b: Bid): number =>
  a.rank - b.rank || b.stall.orders.changedAt(b.slot) - a.stall.orders.changedAt(a.slot);
