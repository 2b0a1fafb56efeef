import type { Clock } from '../../clock.ts';
import type { StreamSale } from '../../tape/record.ts';

type SaleRef = Pick<StreamSale, 'marketplaceId' | 'game' | 'saleId'>;

export type SaleDedup = {
  readonly isNew: (sale: StreamSale) => boolean;
  /** Takes note of a sale that was told by an earlier run. */
  readonly note: (sale: SaleRef) => void;
};

export const saleAgeLimit = 3_600_000;
const salesPerHalf = 100_000;

/**
 * Tells new sales from those read before. A sale is new when it is at most an hour old and its id was not seen among
 * the last 100,000 to 200,000; what is older was history before anyone could wait for it.
 */
export function createSaleDedup(now: Clock['now']): SaleDedup {
  let young = new SeenSales();
  let old = new SeenSales();
  const add = (sale: SaleRef): void => {
    young.add(sale);
    if (young.size < salesPerHalf) return;
    old = young;
    young = new SeenSales();
  };
  return {
    isNew(sale) {
      if (now() - sale.soldAt > saleAgeLimit) return false;
      if (young.has(sale) || old.has(sale)) return false;
      add(sale);
      return true;
    },
    note: add,
  };
}

/** Ids by whose they are: one text made of all three would take as much memory again as the id. */
class SeenSales {
  readonly #ids = new Map<string, Set<string>>();
  size = 0;

  has({ marketplaceId, game, saleId }: SaleRef): boolean {
    return this.#ids.get(`${marketplaceId}:${game}`)?.has(saleId) === true;
  }

  add({ marketplaceId, game, saleId }: SaleRef): void {
    const key = `${marketplaceId}:${game}`;
    const ids = this.#ids.get(key) ?? new Set();
    this.#ids.set(key, ids);
    if (ids.has(saleId)) return;
    ids.add(saleId);
    this.size += 1;
  }
}
