import { noPrices, type TopBid } from '../../schema/index.ts';
import { bytesOf, Column } from '../memory/column.ts';
import { type NameId, none, type Row, type Slot } from '../memory/numbers.ts';
import type { OrderTable } from '../memory/order-table.ts';
import type { SeriesTable } from './series-table.ts';
import { TakenPrices } from './taken-prices.ts';

type Market = Pick<TopBid, 'marketplaceId' | 'game'>;

/** The buy orders of one marketplace and game by series, and which top bids have changed. */
export class MarketBids {
  readonly #market: Market;
  readonly #series: SeriesTable;
  readonly #orders: OrderTable;
  readonly #moved: (row: Row, at: number) => void;
  /** The top bid of each row at the last look. */
  readonly #tops = new TakenPrices();
  /** When the top bid of each row last moved. */
  readonly movedAt = new Column<Row>('float64');
  /** Rows whose changed top bid has not been taken yet. */
  readonly #untaken = new Set<Row>();

  /** `moved` is called when the top bid of a row changes its price; once until the row is taken. */
  constructor(market: Market, series: SeriesTable, orders: OrderTable, moved: (row: Row, at: number) => void) {
    this.#market = market;
    this.#series = series;
    this.#orders = orders;
    this.#moved = moved;
  }

  get bytes(): number {
    return bytesOf([this.#tops, this.movedAt]);
  }

  /** The best buy order that an item or its variant would fill, or -1. A buy order for the whole item accepts any variant. */
  slotFor(name: NameId, variant: number): Slot {
    let best: Slot = none;
    for (const row of this.rowsFor(name, variant)) {
      const slot = row < 0 ? none : this.#orders.best(row);
      if (slot >= 0 && (best < 0 || this.#orders.isBetter(slot, best))) best = slot;
    }
    return best;
  }

  countFor(name: NameId, variant: number): number {
    return this.rowsFor(name, variant).reduce((count, row) => count + (row < 0 ? 0 : this.#orders.count(row)), 0);
  }

  /** Rows whose buy orders an item or its variant would fill; some are -1. */
  rowsFor(name: NameId, variant: number): Row[] {
    const whole = this.#series.wholeRow(name);
    return variant === 0 ? [whole] : [whole, this.#series.knownRow(name, variant)];
  }

  /** The top bid among the buy orders of this row only. */
  top(row: Row): TopBid {
    const slot = this.#orders.best(row);
    return {
      game: this.#market.game,
      name: this.#series.nameOf(row),
      phase: this.#series.phaseOf(row),
      marketplaceId: this.#market.marketplaceId,
      prices: slot < 0 ? noPrices : this.#orders.money.prices(slot),
      orderCount: this.#orders.count(row),
    };
  }

  /** The current top bid; `moved` is called again for its next change. */
  takeTop(row: Row): TopBid {
    this.#untaken.delete(row);
    return this.top(row);
  }

  /** Checks the top bid of a row; `at` null means that its change was already reported. */
  look(row: Row, at: number | null): void {
    const slot = this.#orders.best(row);
    const usd = slot < 0 ? 0 : this.#orders.money.usd(slot);
    const amount = slot < 0 ? 0 : this.#orders.money.amount(slot);
    if (!this.#tops.take(row, usd, amount)) return;
    if (at === null || this.#untaken.has(row)) return;
    this.#untaken.add(row);
    // Of several sources, one can be applied after another that was read later
    this.movedAt.set(row, Math.max(at, this.movedAt.get(row)));
    this.#moved(row, this.movedAt.get(row));
  }
}
