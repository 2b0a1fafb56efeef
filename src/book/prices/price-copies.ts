import type { Currency, Variant } from '../../schema/index.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';

/** Asks and bids of a marketplace, one entry per series. Amounts are thousandths, 0 if unknown; instants epoch milliseconds. */
export type PriceColumns = {
  readonly marketplaceId: number;
  readonly length: number;
  /** Numbers of the names, the same in all columns of a game. */
  readonly names: Int32Array;
  readonly nameOf: (number: number) => string;
  readonly phaseAt: (at: number) => Variant | null;
  readonly price: Float64Array;
  readonly offerCount: Uint32Array;
  readonly bid: Float64Array;
  readonly orderCount: Uint32Array;
  readonly seenAt: Float64Array;
};

/** Rows of a marketplace that are not copied yet. */
type Rows = { readonly marketBook: MarketBook; readonly from: number; readonly until: number };

/** Copying this many rows takes a fraction of a millisecond. */
const rowsAtOnce = 100;

/**
 * The prices of a game at one instant. Rows are copied when they are read, or all the remaining rows of a marketplace just
 * before anything of it changes: a change therefore waits for one marketplace at most, and unchanged data takes no memory.
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

  /** Must be called before anything of a marketplace changes. */
  settle(marketBook: MarketBook): void {
    const at = this.#waiting.findIndex((one) => !isCopied(one) && one.marketBook === marketBook);
    if (at >= 0) this.#waiting[at] = copyOf(this.#waiting[at] as Rows, this.#currency);
  }

  /** The next rows, marketplace by marketplace in registry order; null at the end. */
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
  const max = until - from;
  const rows = new Int32Array(max);
  const names = new Int32Array(max);
  const price = new Float64Array(max);
  const offerCount = new Uint32Array(max);
  const bid = new Float64Array(max);
  const orderCount = new Uint32Array(max);
  const seenAt = new Float64Array(max);
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

/** A buy order for the whole item accepts any variant. */
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
