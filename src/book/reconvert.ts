import type { Clock } from '../runtime/clock.ts';
import { type Change, games, type Money, type Prices, type ToPrices } from '../schema/index.ts';
import type { GameBooks } from './apply.ts';
import { setPrice } from './apply-offer.ts';
import type { MarketBook } from './market/market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

/** `isOfAll`: all prices, not only those in keys and metal. */
type Conversion = {
  readonly now: Clock['now'];
  readonly toPrices: ToPrices;
  readonly isOfAll: boolean;
};

/** Prices per portion: a few milliseconds of work. */
const portion = 2_000;

export function* reconvertAll(gameBooks: GameBooks, conversion: Conversion): Generator<Change[]> {
  for (const game of games)
    for (const marketBook of gameBooks[game].marketBooks)
      yield* gameBooks[game].settling(marketBook, reconvertMarketBook(marketBook, conversion));
}

/**
 * Reconverts prices, in portions between which other work can run. A pushed offer arrives only once: without this its price
 * would stay unknown if there was no rate then, or stay at an old rate and sort wrongly. By default only prices in keys and
 * metal are converted; all of them if `isOfAll` is set or some were restored at old rates. An offer is reported when its
 * price becomes known or unknown.
 */
function* reconvertMarketBook(marketBook: MarketBook, { now, toPrices, isOfAll }: Conversion): Generator<Change[]> {
  const isAll = isOfAll || marketBook.isBehindRates;
  const keepsSources = isOfAll && !marketBook.isBehindRates;
  let isUnknown = false;
  // Prices that become known can be lower than the others
  let isNewlyKnown = false;
  const note = (previousUsd: number, { USD }: Prices): void => {
    isNewlyKnown ||= (previousUsd === 0) !== (USD === null);
  };
  let changes: Change[] = [];
  let count = 0;
  const recomputed = (): Change[] => {
    const done = changes;
    marketBook.recompute(now(), done, keepsSources && !isNewlyKnown);
    changes = [];
    isNewlyKnown = false;
    return done;
  };
  for (const slot of concerned(marketBook.offers, isAll)) {
    const price = marketBook.offers.money.price(slot) as Money;
    const prices = toPrices(price);
    isUnknown ||= prices.USD === null;
    note(marketBook.offers.money.usd(slot), prices);
    setPrice(marketBook, slot, { price, prices }, now(), changes);
    marketBook.markDirty(marketBook.offers.row(slot));
    count += 1;
    if (count % portion === 0) yield recomputed();
  }
  for (const slot of concerned(marketBook.orders, isAll)) {
    const price = marketBook.orders.money.price(slot) as Money;
    marketBook.orders.reprice(slot, price, toPrices(price));
    marketBook.markDirty(marketBook.orders.row(slot));
    count += 1;
    if (count % portion === 0) yield recomputed();
  }
  for (const row of concernedQuotes(marketBook, isAll)) {
    const price = marketBook.quotes.money.price(row);
    const prices = toPrices(price);
    note(marketBook.quotes.money.usd(row), prices);
    marketBook.quotes.setQuote(row, price, prices, marketBook.quotes.count(row));
    marketBook.markDirty(row);
    count += 1;
    if (count % portion === 0) yield recomputed();
  }
  // Stays set until there are rates for all of the prices
  marketBook.isBehindRates &&= isUnknown;
  yield recomputed();
}

function* concerned(table: OrderTable, isAll: boolean): Generator<Slot> {
  if (!isAll && table.money.tf2Count === 0) return;
  for (const slot of table.slots()) if (isAll || table.money.isTf2(slot)) yield slot;
}

function* concernedQuotes({ quotes, series }: MarketBook, isAll: boolean): Generator<Row> {
  if (!isAll && quotes.money.tf2Count === 0) return;
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row)
    if (quotes.has(row) && (isAll || quotes.money.isTf2(row))) yield row;
}
