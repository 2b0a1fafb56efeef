import { isOutlier } from '../../flags/rules.ts';
import { bytesOf, Column, columnChunkLength } from '../memory/column.ts';
import type { NameId } from '../memory/numbers.ts';

/** Reads the figures of whole items of one marketplace. */
export type AskFigures = { readonly get: (figure: 'ask' | 'outlay' | 'relisted', name: NameId) => number };

// A value that does not fit: no bound for a sale, and a lower bound that every such cost meets
const most = 2 ** 31 - 1;

/**
 * For each whole item the lowest cost and the highest sale among asks that are not outliers. An ask that is an outlier only
 * by its own past week is included, so that the bounds hold at any instant. Computed on first use and dropped with every
 * change of an ask; 9 bytes per name.
 */
export class UsualBounds {
  readonly #known = new Column<NameId>('uint8');
  readonly #costs = new Column<NameId>('int32');
  readonly #sales = new Column<NameId>('int32');

  get bytes(): number {
    return bytesOf([this.#known, this.#costs, this.#sales]);
  }

  isKnown(name: NameId): boolean {
    return this.#known.get(name) !== 0;
  }

  /** 0 if all asks are outliers. */
  cost(name: NameId): number {
    return this.#costs.get(name);
  }

  sale(name: NameId): number {
    const sale = this.#sales.get(name);
    return sale === most ? Number.POSITIVE_INFINITY : sale;
  }

  /** Narrows the costs and sales of `count` items from `first` on to the bounds without outliers, where these are known. */
  narrow(first: number, count: number, costs: Float64Array, sales: Float64Array): void {
    const chunk = first / columnChunkLength;
    const known = this.#known.chunk(chunk, count);
    const usualCosts = this.#costs.chunk(chunk, count);
    for (let cell = 0; cell < count; cell += 1) {
      if (known[cell] === 0 || costs[cell] === 0) continue;
      const cost = usualCosts[cell] as number;
      costs[cell] = cost === 0 ? 0 : Math.max(costs[cell] as number, cost);
      sales[cell] = Math.min(sales[cell] as number, this.sale((first + cell) as NameId));
    }
  }

  forget(name: NameId): void {
    this.#known.set(name, 0);
  }

  workOut(name: NameId, all: readonly AskFigures[]): void {
    const asks = all.map((one) => one.get('ask', name));
    let [cost, sale] = [0, 0];
    for (const [at, one] of all.entries()) {
      const outlay = one.get('outlay', name);
      const relisted = one.get('relisted', name);
      const isCheaper = outlay > 0 && (cost === 0 || outlay < cost);
      if (!(isCheaper || relisted > sale) || isAlwaysOutlier(asks, at)) continue;
      if (isCheaper) cost = outlay;
      sale = Math.max(sale, relisted);
    }
    this.#costs.set(name, Math.min(cost, most));
    this.#sales.set(name, Math.min(sale, most));
    this.#known.set(name, 1);
  }
}

/** Whether an ask is an outlier whatever its own past week. */
function isAlwaysOutlier(asks: readonly number[], at: number): boolean {
  const others = asks.filter((ask, place) => place !== at && ask > 0);
  return isOutlier(asks[at] as number, { others, usual: 0 });
}
