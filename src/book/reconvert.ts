import type { Clock } from '../clock.ts';
import { type Change, games, type Money, type Prices } from '../schema/index.ts';
import type { GameBooks } from './apply.ts';
import { setPrice } from './apply-offer.ts';
import type { MarketBook } from './market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

type ToPrices = (price: Money | null) => Prices;

/** So many prices take a few milliseconds. */
const portion = 2_000;

export function* reconvertAll(gameBooks: GameBooks, now: Clock['now'], toPrices: ToPrices): Generator<Change[]> {
  for (const game of games)
    for (const marketBook of gameBooks[game].marketBooks) yield* reconvertMarketBook(marketBook, now, toPrices);
}

/**
 * Converts prices in keys and metal anew, in portions between which others may work. Pushed ones are told once, so that
 * without this they would stay unknown for as long as no rate was, or at a rate of long ago. An offer is reported when
 * its price becomes known or unknown.
 */
function* reconvertMarketBook(marketBook: MarketBook, now: Clock['now'], toPrices: ToPrices): Generator<Change[]> {
  let changes: Change[] = [];
  let count = 0;
  const recomputed = (): Change[] => {
    const done = changes;
    marketBook.recompute(now(), done);
    changes = [];
    return done;
  };
  for (const slot of inTf2(marketBook.offers)) {
    const price = marketBook.offers.money.price(slot) as Money;
    setPrice(marketBook, slot, { price, prices: toPrices(price) }, now(), changes);
    marketBook.markDirty(marketBook.offers.row(slot));
    count += 1;
    if (count % portion === 0) yield recomputed();
  }
  for (const slot of inTf2(marketBook.orders)) {
    const price = marketBook.orders.money.price(slot) as Money;
    marketBook.orders.reprice(slot, price, toPrices(price));
    marketBook.markDirty(marketBook.orders.row(slot));
    count += 1;
    if (count % portion === 0) yield recomputed();
  }
  reconvertQuotes(marketBook, toPrices);
  yield recomputed();
}

function* inTf2(table: OrderTable): Generator<Slot> {
  if (table.money.tf2Count === 0) return;
  for (const slot of table.slots()) if (table.money.isTf2(slot)) yield slot;
}

function reconvertQuotes(marketBook: MarketBook, toPrices: ToPrices): void {
  const { quotes } = marketBook;
  for (let row = 0 as Row; quotes.money.tf2Count > 0 && row < marketBook.rowCount; row = (row + 1) as Row) {
    if (!quotes.money.isTf2(row)) continue;
    const price = quotes.money.price(row);
    quotes.setQuote(row, price, toPrices(price), quotes.count(row));
    marketBook.markDirty(row);
  }
}
