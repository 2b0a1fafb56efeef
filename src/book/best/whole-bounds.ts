import type { NameId } from '../memory/numbers.ts';
import { type BestTable, tooLarge } from './best-table.ts';
import { inMoney } from './figures.ts';
import type { UsualBounds } from './usual-bounds.ts';

type Cells = ArrayLike<number>;

/** The stored figures of a marketplace. */
type BestFigures = ReturnType<BestTable['figuresOf']>;

/** The part of a deal query that bounds depend on. */
export type BoundQuery = {
  readonly maxCostUsd: number;
  readonly hasBids: boolean;
  readonly hasLists: boolean;
  readonly above: number;
  /** Known bounds without outliers; null if outliers are included. */
  readonly usual: UsualBounds | null;
  /** null means all marketplaces, `money` those that pay it out. */
  readonly buyers: readonly BestFigures[] | null;
  readonly sellers: readonly BestFigures[] | 'money' | null;
  /** The sort key of a cost and a sale; 0 if they do not match the query. */
  readonly keyOf: (cost: number, sale: number) => number;
};

/**
 * Bounds of the deals of all whole items, computed a chunk at a time: over plain arrays this takes a fraction of the time of
 * reading the columns name by name.
 */
export class WholeBounds {
  readonly #table: BestTable;
  readonly #query: BoundQuery;
  readonly #costs: Float64Array;
  readonly #bids: Float64Array;
  readonly #lists: Float64Array;

  constructor(table: BestTable, query: BoundQuery) {
    const { chunkLength } = table;
    this.#table = table;
    this.#query = query;
    this.#costs = new Float64Array(chunkLength);
    this.#bids = new Float64Array(chunkLength);
    this.#lists = new Float64Array(chunkLength);
  }

  /** Calls `visit` for every name whose bound is above 0. */
  each(nameCount: number, visit: (name: NameId, bound: number) => void): void {
    const { chunkLength } = this.#table;
    for (let first = 0, chunk = 0; first < nameCount; first += chunkLength, chunk += 1)
      this.#eachOf(chunk, first, Math.min(chunkLength, nameCount - first), visit);
  }

  #eachOf(chunk: number, first: number, count: number, visit: (name: NameId, bound: number) => void): void {
    const { maxCostUsd, hasBids, hasLists, above, usual, keyOf } = this.#query;
    this.#fillCosts(chunk);
    if (hasBids) this.#fillSales(this.#bids, 'proceeds', chunk);
    if (hasLists) this.#fillSales(this.#lists, 'relisted', chunk);
    usual?.narrow(first, count, this.#costs, this.#lists, this.#query.sellers === 'money' ? 'money' : 'any');
    for (let cell = 0; cell < count; cell += 1) {
      const cost = this.#costs[cell] as number;
      if (cost === 0 || cost > maxCostUsd) continue;
      const sale = this.#saleOf((first + cell) as NameId, cell, cost * above);
      const bound = sale <= cost * above ? 0 : keyOf(cost, sale);
      if (bound > 0) visit((first + cell) as NameId, bound);
    }
  }

  #saleOf(name: NameId, cell: number, above: number): number {
    const bid = this.#bids[cell] as number;
    const listed = this.#lists[cell] as number;
    return listed > bid && listed > above && !this.#table.hasVariants(name) ? listed : bid;
  }

  #fillCosts(chunk: number): void {
    const { buyers } = this.#query;
    const { length } = this.#costs;
    this.#costs.fill(0);
    if (buyers === null) {
      copy(this.#costs, this.#table.wholeChunk('outlay', chunk, length));
      return;
    }
    for (const buyer of buyers) takeLowest(this.#costs, buyer.chunk('outlay', chunk, length));
  }

  #fillSales(sales: Float64Array, figure: 'proceeds' | 'relisted', chunk: number): void {
    const { sellers } = this.#query;
    sales.fill(0);
    if (sellers === null) copy(sales, this.#table.wholeChunk(figure, chunk, sales.length));
    else if (sellers === 'money') copy(sales, this.#table.wholeChunk(inMoney[figure], chunk, sales.length));
    else for (const seller of sellers) takeHighest(sales, seller.chunk(figure, chunk, sales.length));
  }
}

function copy(to: Float64Array, from: Cells): void {
  for (let cell = 0; cell < to.length; cell += 1) to[cell] = from[cell] as number;
}

function takeLowest(lowest: Float64Array, figures: Cells): void {
  for (let cell = 0; cell < lowest.length; cell += 1) {
    const figure = figures[cell] as number;
    const known = lowest[cell] as number;
    if (figure > 0 && (known === 0 || figure < known)) lowest[cell] = figure;
  }
}

function takeHighest(highest: Float64Array, figures: Cells): void {
  // A value that did not fit into four bytes is no bound
  for (let cell = 0; cell < highest.length; cell += 1) {
    const figure = figures[cell] as number;
    if (figure > (highest[cell] as number)) highest[cell] = figure === tooLarge ? Number.POSITIVE_INFINITY : figure;
  }
}
