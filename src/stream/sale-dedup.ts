import type { StreamSale } from './encoder.ts';

const mostAge = 3_600_000;
const idsPerHalf = 100_000;

/**
 * Tells new sales from those read before. A sale is new when it is at most an hour old and its id was not seen among
 * the last 100,000 to 200,000; what is older was history before anyone could wait for it.
 */
export function createSaleDedup(now: () => number): { readonly isNew: (sale: StreamSale) => boolean } {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    isNew(sale) {
      if (now() - sale.soldAt > mostAge) return false;
      const id = `${sale.marketplaceId}:${sale.game}:${sale.saleId}`;
      if (young.has(id) || old.has(id)) return false;
      young.add(id);
      if (young.size >= idsPerHalf) {
        old = young;
        young = new Set();
      }
      return true;
    },
  };
}
