import { isOutlier } from '../../flags/rules.ts';
import { bytesOf, Column, columnChunkLength } from '../memory/column.ts';
import type { NameId } from '../memory/numbers.ts';
import type { AskedOf } from './figures.ts';
import type { MarketRules } from './market-rules.ts';

/** Reads the figures of whole items of one marketplace. */
export type AskFigures = {
  readonly cached: { readonly get: (figure: 'ask' | 'outlay' | 'relisted', name: NameId) => number };
  readonly rules: Pick<MarketRules, 'pays'>;
};

// A value that does not fit: no bound for a sale, and a lower bound that every such cost meets
const max = 2 ** 31 - 1;

/**
 * For each whole item the lowest cost and the highest sale among asks that are not outliers. An ask that is an outlier only
 * by its own past week is included, so that the bounds hold at any instant. Computed on first use and dropped with every
 * change of an ask; 13 bytes per name.
 */
export class UsualBounds {
  readonly #known = new Column<NameId>('uint8');
  readonly #costs = new Column<NameId>('int32');
  readonly #sales = { any: new Column<NameId>('int32'), money: new Column<NameId>('int32') };

  get bytes(): number {
    return bytesOf([this.#known, this.#costs, this.#sales.any, this.#sales.money]);
  }

  isKnown(name: NameId): boolean {
    return this.#known.get(name) !== 0;
  }

  /** 0 if all asks are outliers. */
  cost(name: NameId): number {
    return this.#costs.get(name);
  }

  sale(name: NameId, of: AskedOf): number {
    const sale = this.#sales[of].get(name);
    return sale === max ? Number.POSITIVE_INFINITY : sale;
  }

  /** Narrows the costs and sales of `count` items from `first` on to the bounds without outliers, where these are known. */
  narrow(first: number, count: number, costs: Float64Array, sales: Float64Array, of: AskedOf): void {
    const chunk = first / columnChunkLength;
    const known = this.#known.chunk(chunk, count);
    const usualCosts = this.#costs.chunk(chunk, count);
    for (let cell = 0; cell < count; cell += 1) {
      if (known[cell] === 0 || costs[cell] === 0) continue;
      const cost = usualCosts[cell] as number;
      costs[cell] = cost === 0 ? 0 : Math.max(costs[cell] as number, cost);
      sales[cell] = Math.min(sales[cell] as number, this.sale((first + cell) as NameId, of));
    }
  }

  forget(name: NameId): void {
    this.#known.set(name, 0);
  }

  workOut(name: NameId, all: readonly AskFigures[]): void {
    const asks = all.map(({ cached }) => cached.get('ask', name));
    let [cost, sale, moneySale] = [0, 0, 0];
    for (const [at, { cached, rules }] of all.entries()) {
      const outlay = cached.get('outlay', name);
      const relisted = cached.get('relisted', name);
      const inMoney = rules.pays('money') ? relisted : 0;
      const isCheaper = outlay > 0 && (cost === 0 || outlay < cost);
      if (!(isCheaper || relisted > sale || inMoney > moneySale) || isAlwaysOutlier(asks, at)) continue;
      if (isCheaper) cost = outlay;
      sale = Math.max(sale, relisted);
      moneySale = Math.max(moneySale, inMoney);
    }
    this.#costs.set(name, Math.min(cost, max));
    this.#sales.any.set(name, Math.min(sale, max));
    this.#sales.money.set(name, Math.min(moneySale, max));
    this.#known.set(name, 1);
  }
}

/** Whether an ask is an outlier even without its own past week. */
function isAlwaysOutlier(asks: readonly number[], at: number): boolean {
  const others = asks.filter((ask, index) => index !== at && ask > 0);
  return isOutlier(asks[at] as number, { others, usual: 0 });
}
