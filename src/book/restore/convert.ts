import { currencies, games, type Money, noPrices, type Prices } from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { Row } from '../memory/numbers.ts';
import type { ToPrices } from './replay.ts';

/** Prices per portion, with their floors: a few milliseconds of work. */
const portion = 500;

/** `isPublishedElsewhere`: another node reports prices that become known or unknown. */
type Conversion = { readonly toPrices: ToPrices; readonly isPublishedElsewhere: boolean };

/**
 * Converts the prices of a book at current rates without reporting changes, like restoreOffer, restoreQuote and
 * restoreBuyOrder: a price that becomes known or unknown stays as it was reported until `reconvertAll` reports it, unless
 * another node does. Yields null between portions, and the id of each marketplace once it is done.
 */
export function* convertAll(gameBooks: GameBooks, conversion: Conversion): Generator<number | null> {
  const marketBooks = games.flatMap((game) => gameBooks[game].marketBooks);
  for (const id of new Set(marketBooks.map(({ marketplaceId }) => marketplaceId))) {
    for (const marketBook of marketBooks) {
      if (marketBook.marketplaceId !== id) continue;
      yield* gameBooks[marketBook.game].settling(marketBook, convertOne(marketBook, conversion));
    }
    yield id;
  }
}

function* convertOne(marketBook: MarketBook, conversion: Conversion): Generator<null> {
  const moved = new Set<Row>();
  let count = 0;
  for (const row of converted(marketBook, conversion)) {
    if (row !== null) moved.add(row).add(marketBook.series.wholeOf(row));
    count += 1;
    if (count % portion !== 0) continue;
    recompute(marketBook, moved);
    yield null;
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
function* converted(marketBook: MarketBook, conversion: Conversion): Generator<Row | null> {
  yield* convertedOffers(marketBook, conversion);
  yield* convertedOrders(marketBook, conversion);
  yield* convertedQuotes(marketBook, conversion);
}

function* convertedOffers(marketBook: MarketBook, conversion: Conversion): Generator<Row | null> {
  const { offers } = marketBook;
  for (const slot of offers.slots()) {
    const price = offers.money.price(slot) as Money;
    const prices = pricesNow(marketBook, price, offers.money.prices(slot), conversion);
    if (prices !== null) offers.drift(slot, price, prices);
    yield prices === null ? null : offers.row(slot);
  }
}

function* convertedOrders({ orders }: MarketBook, { toPrices }: Conversion): Generator<Row | null> {
  for (const slot of orders.slots()) {
    const price = orders.money.price(slot) as Money;
    const prices = toPrices(price);
    const isMoved = isOther(prices, orders.money.prices(slot));
    if (isMoved) orders.reprice(slot, price, prices);
    yield isMoved ? orders.row(slot) : null;
  }
}

function* convertedQuotes(marketBook: MarketBook, conversion: Conversion): Generator<Row | null> {
  const { quotes, series } = marketBook;
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row) {
    if (!quotes.has(row)) continue;
    const price = quotes.money.price(row);
    const prices = pricesNow(marketBook, price, quotes.money.prices(row), conversion);
    if (prices !== null) quotes.setQuote(row, price, prices, quotes.count(row));
    yield prices === null ? null : row;
  }
}

/** null if the prices stay as they are. */
function pricesNow(
  marketBook: MarketBook,
  price: Money | null,
  former: Prices,
  { toPrices, isPublishedElsewhere }: Conversion,
): Prices | null {
  const now = price === null ? noPrices : toPrices(price);
  if (!isPublishedElsewhere && (now.USD === null) !== (former.USD === null)) marketBook.isBehindRates = true;
  else if (isOther(now, former)) return now;
  return null;
}

const isOther = (now: Prices, former: Prices): boolean =>
  currencies.some((currency) => now[currency] !== former[currency]);
