import type { Currency, Phase } from '../../schema/index.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';

/** What one marketplace asks and bids for its series, by place. Amounts are thousandths, 0 not known; instants epoch milliseconds. */
export type PriceColumns = {
  readonly marketplaceId: number;
  readonly length: number;
  /** Of the names by their number; the same in all columns of a game. */
  readonly names: Int32Array;
  readonly nameOf: (number: number) => string;
  readonly phaseAt: (at: number) => Phase | null;
  readonly price: Float64Array;
  readonly offerCount: Uint32Array;
  readonly bid: Float64Array;
  readonly orderCount: Uint32Array;
  readonly seenAt: Float64Array;
};

/** The rows of a marketplace from one to another, as they stand in the book. */
type Rows = { readonly marketBook: MarketBook; readonly from: number; readonly until: number };

/** Copied in a fraction of a millisecond. */
const rowsAtOnce = 100;

/**
 * The prices of a game as they stood at one instant. Rows are copied when their turn comes, or all that are left of a
 * marketplace just before anything of it changes: so nobody is held up by more than one marketplace, and what nobody has
 * changed takes no memory.
 */
export class PriceCopies {
  readonly #currency: Currency;
  readonly #closed: (copies: PriceCopies) => void;
  readonly #waiting: (Rows | PriceColumns)[];

  constructor(marketBooks: readonly MarketBook[], currency: Currency, closed: (copies: PriceCopies) => void) {
    this.#waiting = marketBooks.map((marketBook) => ({ marketBook, from: 0, until: marketBook.series.rowCount }));
    this.#currency = currency;
    this.#closed = closed;
  }

  /** Is called before anything of a marketplace changes. */
  settle(marketBook: MarketBook): void {
    const at = this.#waiting.findIndex((one) => !isCopied(one) && one.marketBook === marketBook);
    if (at >= 0) this.#waiting[at] = copyOf(this.#waiting[at] as Rows, this.#currency);
  }

  /** The next of one marketplace, all of one after the other in registry order; null when all were given out. */
  next(): PriceColumns | null {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.close();
      return null;
    }
    if (isCopied(next)) {
      this.#waiting.shift();
      return next;
    }
    const until = Math.min(next.from + rowsAtOnce, next.until);
    if (until === next.until) this.#waiting.shift();
    else this.#waiting[0] = { ...next, from: until };
    return copyOf({ ...next, until }, this.#currency);
  }

  close(): void {
    this.#waiting.length = 0;
    this.#closed(this);
  }
}

const isCopied = (one: Rows | PriceColumns): one is PriceColumns => 'phaseAt' in one;

function copyOf({ marketBook, from, until }: Rows, currency: Currency): PriceColumns {
  const { marketplaceId } = marketBook;
  const most = until - from;
  const rows = new Int32Array(most);
  const names = new Int32Array(most);
  const price = new Float64Array(most);
  const offerCount = new Uint32Array(most);
  const bid = new Float64Array(most);
  const orderCount = new Uint32Array(most);
  const seenAt = new Float64Array(most);
  let length = 0;
  for (let row = from as Row; row < until; row = (row + 1) as Row) {
    const orders = marketBook.orders.size === 0 ? 0 : ordersAt(marketBook, row);
    if (!marketBook.hasFloor(row) && orders === 0) continue;
    rows[length] = row;
    names[length] = marketBook.series.nameNumber(row);
    price[length] = marketBook.floorAmount(row, currency);
    offerCount[length] = marketBook.floorCount(row);
    if (orders > 0) bid[length] = bidAt(marketBook, row, currency);
    orderCount[length] = orders;
    seenAt[length] =
      marketBook.floorSource(row) === 0
        ? marketBook.seenAt(marketBook.series.wholeOf(row))
        : marketBook.floorSeenAt(row);
    length += 1;
  }
  return {
    marketplaceId,
    length,
    names,
    // Names and variants of a row never change
    nameOf: (number) => marketBook.names.name(number as NameId),
    phaseAt: (at) => marketBook.series.phaseOf(rows[at] as Row),
    price,
    offerCount,
    bid,
    orderCount,
    seenAt,
  };
}

/** A buy order of the whole item takes any variant. */
function ordersAt(marketBook: MarketBook, row: Row): number {
  const { orders } = marketBook;
  return orders.count(row) + (marketBook.series.isWhole(row) ? 0 : orders.count(marketBook.series.wholeOf(row)));
}

function bidAt(marketBook: MarketBook, row: Row, currency: Currency): number {
  const { orders } = marketBook;
  const own = orders.best(row);
  const ofWhole: Slot = marketBook.series.isWhole(row) ? own : orders.best(marketBook.series.wholeOf(row));
  const best = own < 0 || (ofWhole >= 0 && !orders.isBetter(own, ofWhole)) ? ofWhole : own;
  return best < 0 ? 0 : orders.money.amountIn(best, currency);
}
