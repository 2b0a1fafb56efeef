import { type Change, games, type Money, type Prices } from '../schema/index.ts';
import type { Aisles } from './apply.ts';
import { setPrice } from './apply-offer.ts';
import type { Stall } from './market-book.ts';
import type { Entries } from './memory/order-table.ts';

type ToPrices = (price: Money | null) => Prices;

/** So many prices take a few milliseconds. */
const portion = 2_000;

export function* reconvertAll(aisles: Aisles, now: () => number, toPrices: ToPrices): Generator<Change[]> {
  for (const game of games) for (const stall of aisles[game].stalls) yield* reconvertStall(stall, now, toPrices);
}

/**
 * Converts prices in keys and metal anew, in portions between which others may work. Pushed ones are told once, so that
 * without this they would stay unknown for as long as no rate was, or at a rate of long ago. An offer is reported when
 * its price becomes known or unknown.
 */
function* reconvertStall(stall: Stall, now: () => number, toPrices: ToPrices): Generator<Change[]> {
  let changes: Change[] = [];
  let count = 0;
  const settled = (): Change[] => {
    const done = changes;
    stall.settle(now(), done);
    changes = [];
    return done;
  };
  for (const slot of inTf2(stall.offers)) {
    const price = stall.offers.money.price(slot) as Money;
    setPrice(stall, slot, { price, prices: toPrices(price) }, now(), changes);
    stall.touch(stall.offers.row(slot));
    count += 1;
    if (count % portion === 0) yield settled();
  }
  for (const slot of inTf2(stall.orders)) {
    const price = stall.orders.money.price(slot) as Money;
    stall.orders.reprice(slot, price, toPrices(price));
    stall.touch(stall.orders.row(slot));
    count += 1;
    if (count % portion === 0) yield settled();
  }
  reconvertQuotes(stall, toPrices);
  yield settled();
}

function* inTf2(entries: Entries): Generator<number> {
  if (entries.money.tf2Count === 0) return;
  for (const slot of entries.slots()) if (entries.money.isTf2(slot)) yield slot;
}

function reconvertQuotes(stall: Stall, toPrices: ToPrices): void {
  const { quotes } = stall;
  for (let row = 0; quotes.money.tf2Count > 0 && row < stall.rowCount; row += 1) {
    if (!quotes.money.isTf2(row)) continue;
    const price = quotes.money.price(row);
    quotes.setFigures(row, price, toPrices(price), quotes.count(row));
    stall.touch(row);
  }
}
