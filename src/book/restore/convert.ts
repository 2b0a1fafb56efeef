import { currencies, games, type Money, noPrices, type Prices, type ToPrices } from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { Row, Slot } from '../memory/numbers.ts';
import type { OrderTable } from '../memory/order-table.ts';

/** Prices per portion, with their floors: a few milliseconds of work. */
const portion = 500;

/** Converts the prices of a book that follows another one at current rates, in portions, without reporting changes. */
export function* convertAll(gameBooks: GameBooks, toPrices: ToPrices): Generator<void> {
  for (const game of games)
    for (const marketBook of gameBooks[game].marketBooks)
      yield* gameBooks[game].settling(marketBook, convertOne(marketBook, toPrices));
}

function* convertOne(marketBook: MarketBook, toPrices: ToPrices): Generator<void> {
  const moved = new Set<Row>();
  let count = 0;
  for (const row of converted(marketBook, toPrices)) {
    if (row !== null) moved.add(row).add(marketBook.series.wholeOf(row));
    count += 1;
    if (count % portion !== 0) continue;
    recompute(marketBook, moved);
    yield;
  }
  recompute(marketBook, moved);
}

function recompute(marketBook: MarketBook, moved: Set<Row>): void {
  for (const row of moved) marketBook.convertFloor(row);
  moved.clear();
  marketBook.offers.recompute();
  marketBook.orders.recompute();
}

/** Yields for each price its row, or null if it is unchanged. */
function* converted({ offers, orders, quotes, series }: MarketBook, toPrices: ToPrices): Generator<Row | null> {
  yield* convertedEntries(offers, toPrices, (slot, price, prices) => offers.drift(slot, price, prices));
  yield* convertedEntries(orders, toPrices, (slot, price, prices) => orders.reprice(slot, price, prices));
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row) {
    if (!quotes.has(row)) continue;
    const price = quotes.money.price(row);
    const prices = price === null ? noPrices : toPrices(price);
    const isMoved = isOther(prices, quotes.money.prices(row));
    if (isMoved) quotes.setQuote(row, price, prices, quotes.count(row));
    yield isMoved ? row : null;
  }
}

function* convertedEntries(
  entries: OrderTable,
  toPrices: ToPrices,
  set: (slot: Slot, price: Money, prices: Prices) => void,
): Generator<Row | null> {
  for (const slot of entries.slots()) {
    const price = entries.money.price(slot) as Money;
    const prices = toPrices(price);
    const isMoved = isOther(prices, entries.money.prices(slot));
    if (isMoved) set(slot, price, prices);
    yield isMoved ? entries.row(slot) : null;
  }
}

const isOther = (now: Prices, previous: Prices): boolean =>
  currencies.some((currency) => now[currency] !== previous[currency]);
