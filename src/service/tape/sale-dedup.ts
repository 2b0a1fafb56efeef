import type { Clock } from '../../clock.ts';
import type { StreamSale } from '../../tape/record.ts';

type SaleRef = Pick<StreamSale, 'marketplaceId' | 'game' | 'saleId'>;

export type SaleDedup = {
  readonly isNew: (sale: StreamSale) => boolean;
  /** Takes note of a sale that was told by an earlier run. */
  readonly note: (sale: SaleRef) => void;
};

export const saleAgeLimit = 3_600_000;
const idsPerHalf = 100_000;

/**
 * Tells new sales from those read before. A sale is new when it is at most an hour old and its id was not seen among
 * the last 100,000 to 200,000; what is older was history before anyone could wait for it.
 */
export function createSaleDedup(now: Clock['now']): SaleDedup {
  let young = new Set<string>();
  let old = new Set<string>();
  const idOf = ({ marketplaceId, game, saleId }: SaleRef): string => `${marketplaceId}:${game}:${saleId}`;
  const add = (id: string): void => {
    young.add(id);
    if (young.size < idsPerHalf) return;
    old = young;
    young = new Set();
  };
  return {
    isNew(sale) {
      if (now() - sale.soldAt > saleAgeLimit) return false;
      const id = idOf(sale);
      if (young.has(id) || old.has(id)) return false;
      add(id);
      return true;
    },
    note: (sale) => add(idOf(sale)),
  };
}
